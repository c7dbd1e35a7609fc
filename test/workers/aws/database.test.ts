import { expect, it } from 'vitest'
import type { AwsAccess } from '../../../workers/aws/account.ts'
import { ensureDatabase, type DesiredAwsDatabase } from '../../../workers/aws/database.ts'
import type { ReconcileContext } from '../../../workers/engine/reconciler.ts'

const day = 86_400_000
/** The time of the control plane, which the clock of the worker is far ahead of. */
const now = Date.parse('2020-01-31T00:00:00Z')

const desired: DesiredAwsDatabase = {
  region: 'eu-central-1',
  engine: 'postgres',
  engineVersion: '17.4',
  databaseName: 'shop',
  backupDays: 7,
  machineSize: 'db.t4g.small',
  storageGb: 20,
  multiZone: false,
  isProtected: false,
}

/** A database of RDS as it is desired, in an account with a default VPC. */
const access = {
  accountId: '123456789012',
  in: () => ({
    ec2: async () => ({
      describeVpcs: async () => ({ Vpcs: [{ VpcId: 'vpc-1', CidrBlock: '10.0.0.0/16' }] }),
      describeSubnets: async () => ({ Subnets: [{ SubnetId: 'subnet-1' }] }),
      describeSecurityGroups: async () => ({ SecurityGroups: [{ GroupId: 'sg-1' }] }),
      authorizeSecurityGroupIngress: async () => ({}),
    }),
    rds: async () => ({
      describeDBSubnetGroups: async () => ({ DBSubnetGroups: [{}] }),
      describeDBInstances: async () => ({
        DBInstances: [
          {
            DBInstanceIdentifier: 'shop',
            DBInstanceStatus: 'available',
            DBInstanceClass: 'db.t4g.small',
            AllocatedStorage: 20,
            EngineVersion: '17.4',
            BackupRetentionPeriod: 7,
            MultiAZ: false,
            VpcSecurityGroups: [{ VpcSecurityGroupId: 'sg-1' }],
            TagList: [
              { Key: 'qleet.io/control-plane', Value: 'cp' },
              { Key: 'qleet.io/object-id', Value: '1' },
            ],
          },
        ],
      }),
    }),
  }),
} as unknown as AwsAccess

function contextOf(secrets: Record<string, string>, changedDaysAgo = 0) {
  const state: Record<string, unknown> = {
    passwordVersion: 1,
    passwordChangedAt: new Date(now - changedDaysAgo * day).toISOString(),
  }
  const owner = {
    id: '1',
    kind: 'AwsRelationalDatabaseInstance',
    name: 'shop',
    project: '',
    controlPlane: 'cp',
  }
  const context = {
    object: { id: '1', name: 'shop', manifestSpec: { passwordMaxAgeDays: 30 }, status: { outputs: {} } },
    owner,
    secrets,
    state,
    updateState: (changes: Record<string, unknown>) => Object.assign(state, changes),
    external: [],
    epoch: 1,
    client: {
      execute: async (_: unknown, { resources }: { resources: object[] }) => ({
        result: resources.map((each) => ({ ...each, id: '1', requestedAt: null })),
      }),
    },
    now: () => now,
    signal: new AbortController().signal,
    assertHeld: () => undefined,
    recordEvent: () => undefined,
  }
  return { context: context as unknown as ReconcileContext, state }
}

it('stores the time of a new password by the clock of the control plane', async () => {
  const { context, state } = contextOf({}, 10)
  expect(await ensureDatabase(context, access, desired)).toMatchObject({ reason: 'GeneratedPassword' })
  expect(state['passwordChangedAt']).toBe('2020-01-31T00:00:00.000Z')
})

it.each([
  [29, { DBInstanceIdentifier: 'shop' }],
  [31, { reason: 'GeneratedPassword', message: 'It has generated a new password.' }],
])(
  'decides by the clock of the control plane whether a password of %s days is too old',
  async (days, expected) => {
    const { context } = contextOf({ password: 'p' }, days)
    expect(await ensureDatabase(context, access, desired)).toMatchObject(expected)
  },
)
