import { EC2 } from '@aws-sdk/client-ec2'
import { RDS } from '@aws-sdk/client-rds'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestControlPlane } from '../../support/control-plane.ts'
import { eventually } from '../../support/eventually.ts'
import { clusterOf, decoded } from '../../support/kubernetes.ts'
import { cliOf } from '../../support/run-cli.ts'
import { defaultRuntime } from '../../support/store.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { motoAccount, motoServer, startPlaneWithAws, type PlaneWithAws } from '../../support/moto.ts'

const instanceKind = 'AwsRelationalDatabaseInstance'

function database(name: string, spec: Record<string, unknown> = {}, instance: Record<string, unknown> = {}) {
  const definition = { awsAccount: 'main', engine: 'postgres', engineVersion: '17.4', databaseName: 'shop' }
  return [
    { kind: 'AwsRelationalDatabaseDefinition', name, spec: { ...definition, ...spec } },
    { kind: instanceKind, name, spec: { definition: name, ...instance } },
  ]
}

interface Outputs {
  identifier: string
  host: string
  passwordChangedAt: string
}

describe.skipIf(motoServer === undefined)('an AwsRelationalDatabaseInstance', () => {
  let aws: PlaneWithAws
  let plane: TestControlPlane
  let rds: RDS
  let ec2: EC2
  beforeAll(async () => {
    aws = await startPlaneWithAws()
    ;({ plane } = aws)
    rds = new RDS(aws.settings)
    ec2 = new EC2(aws.settings)
    await plane.client.apply([{ kind: 'AwsAccount', name: 'main', spec: { ...motoAccount } }])
    await plane.ready('AwsAccount', 'main')
  })
  afterAll(() => aws?.stop())

  const outputsOf = async (name: string): Promise<Outputs> =>
    (await plane.ready(instanceKind, name)).status.outputs as unknown as Outputs
  const found = async (DBInstanceIdentifier: string) => {
    const { DBInstances = [] } = await rds.describeDBInstances({ DBInstanceIdentifier })
    return DBInstances[0]
  }
  const groupOf = async (name: string) => {
    const { SecurityGroups = [] } = await ec2.describeSecurityGroups({
      Filters: [{ Name: 'group-name', Values: [name] }],
    })
    return SecurityGroups[0]
  }

  it('is an encrypted, protected database in the default VPC, which only that VPC reaches', async () => {
    await plane.client.apply(database('Shop'))
    const { identifier, ...outputs } = await outputsOf('Shop')
    expect(identifier).toMatch(/^db-shop-[0-9a-f]{10}$/)
    expect(outputs).toMatchObject({
      region: 'eu-central-1',
      engine: 'postgres',
      version: '17.4',
      port: 5432,
      database: 'shop',
      username: 'shop',
    })
    const live = await found(identifier)
    expect(live).toMatchObject({
      DBInstanceClass: 'db.t4g.small',
      AllocatedStorage: 20,
      StorageEncrypted: true,
      DeletionProtection: true,
      PubliclyAccessible: false,
      BackupRetentionPeriod: 7,
      DBSubnetGroup: { DBSubnetGroupName: identifier },
    })
    expect(live?.TagList).toContainEqual({ Key: 'qleet.io/object', Value: 'Shop' })
    const group = await groupOf(identifier)
    expect(group?.IpPermissions).toMatchObject([
      { FromPort: 5432, ToPort: 5432, IpRanges: [{ CidrIp: '172.31.0.0/16' }] },
    ])
  })

  it('takes in changes of its definition in place', async () => {
    const { identifier } = await outputsOf('Shop')
    await plane.client.apply(
      database('Shop', { machineSize: 'Large', storageGb: 50, backupDays: 3, allowedCidrs: ['10.0.0.0/8'] }),
    )
    expect((await outputsOf('Shop')).identifier).toBe(identifier)
    expect(await found(identifier)).toMatchObject({
      DBInstanceClass: 'db.m7g.large',
      AllocatedStorage: 50,
      BackupRetentionPeriod: 3,
    })
    const changed = await eventually(async () => {
      const group = await groupOf(identifier)
      const ranges = group?.IpPermissions?.flatMap(({ IpRanges = [] }) =>
        IpRanges.map(({ CidrIp }) => CidrIp),
      )
      return ranges?.join() === '10.0.0.0/8' ? true : undefined
    })
    expect(changed).toBe(true)
  })

  it('refuses changes that RDS cannot make', async () => {
    for (const [spec, path] of [
      [{ storageGb: 20 }, 'spec.storageGb'],
      [{ storageGb: 50, engineVersion: '16' }, 'spec.engineVersion'],
      [{ storageGb: 50, databaseName: 'other' }, 'spec.databaseName'],
      [{ storageGb: 50, machineSize: 'Huge' }, 'spec.machineSize'],
    ] as const)
      await expect(plane.client.apply(database('Shop', spec))).rejects.toMatchObject({
        details: { fields: [{ path: expect.stringContaining(path) as string }] },
      })
  })

  it('restores what somebody else has changed, and says so', async () => {
    const { identifier } = await outputsOf('Shop')
    await rds.modifyDBInstance({
      DBInstanceIdentifier: identifier,
      DeletionProtection: false,
      ApplyImmediately: true,
    })
    await plane.client.objects.reconcile({ kind: instanceKind, name: 'Shop' })
    const restored = await eventually(async () =>
      (await found(identifier))?.DeletionProtection === true ? true : undefined,
    )
    expect(restored).toBe(true)
    const reported = await eventually(async () => {
      const events = await plane.client.objects.events({ kind: instanceKind, name: 'Shop' })
      return events.some(({ reason, note }) => reason === 'DriftCorrected' && note.includes('protection'))
        ? true
        : undefined
    })
    expect(reported).toBe(true)
    await plane.ready(instanceKind, 'Shop')
  })

  it('is started again when it was stopped, and says so', async () => {
    const { identifier: DBInstanceIdentifier } = await outputsOf('Shop')
    await rds.stopDBInstance({ DBInstanceIdentifier })
    await plane.client.objects.reconcile({ kind: instanceKind, name: 'Shop' })
    const isStarted = async () =>
      (await found(DBInstanceIdentifier))?.DBInstanceStatus === 'available' ? true : undefined
    expect(await eventually(isStarted)).toBe(true)
    const reported = await eventually(async () => {
      const events = await plane.client.objects.events({ kind: instanceKind, name: 'Shop' })
      return events.some(({ note }) => note.includes('was stopped from outside of QleetOS'))
        ? true
        : undefined
    })
    expect(reported).toBe(true)
    // RDS needs minutes, and the object looks again only then.
    await plane.client.objects.reconcile({ kind: instanceKind, name: 'Shop' })
    await plane.ready(instanceKind, 'Shop')
  })

  it('gets another password when the version of the password is raised', async () => {
    const { passwordChangedAt, identifier } = await outputsOf('Shop')
    const spec = { storageGb: 50, machineSize: 'Large', backupDays: 3 }
    await plane.client.apply(database('Shop', spec, { passwordVersion: 2 }))
    const rotated = await plane.until(instanceKind, 'Shop', ({ ready, status }) => {
      const outputs = status.outputs as unknown as Outputs
      return ready && outputs.passwordChangedAt > passwordChangedAt
    })
    expect((rotated.status.outputs as unknown as Outputs).identifier).toBe(identifier)
  })

  it('keeps a last snapshot when it is deleted, after a confirmation, and nothing else', async () => {
    const { identifier } = await outputsOf('Shop')
    const target = { kind: instanceKind, name: 'Shop' }
    await plane.client.objects.delete([target])
    const held = await plane.until(
      target.kind,
      target.name,
      ({ status: { cause } }) => cause?.reason === 'AwaitingConfirmation',
    )
    expect(held.confirmation?.removals.map(({ text }) => text)).toEqual([
      `database ${identifier}: is a database`,
    ])
    await plane.client.objects.confirmRemoval(target, held.confirmation?.token ?? '')
    await plane.gone(target.kind, target.name)
    await expect(found(identifier)).rejects.toThrow(/not found/i)
    expect(await groupOf(identifier)).toBeUndefined()
    const { DBSnapshots = [] } = await rds.describeDBSnapshots({})
    expect(DBSnapshots.map(({ DBSnapshotIdentifier }) => DBSnapshotIdentifier)).toEqual([
      `${identifier}-final`,
    ])
  })

  it('leaves no snapshot where none is wanted', async () => {
    await plane.client.apply(database('scratch', {}, { guard: 'off', finalSnapshot: false }))
    await outputsOf('scratch')
    await plane.client.objects.delete([{ kind: instanceKind, name: 'scratch' }])
    await plane.gone(instanceKind, 'scratch')
    const { DBSnapshots = [] } = await rds.describeDBSnapshots({})
    expect(DBSnapshots).toHaveLength(1)
  })

  it('gives the application that it names its connection, as in documents of Threeport', async () => {
    await plane.client.apply(defaultRuntime)
    const cwd = await temporaryFolder({
      'wordpress.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: wordpress }\n',
      'workload.yaml': `Workload:
  Name: wordpress
  YAMLDocument: wordpress.yaml
  AwsRelationalDatabase:
    Name: wordpress-db
    AwsAccountName: main
    Engine: postgres
    EngineVersion: "17.4"
    DatabaseName: wordpress
    DatabasePort: 3306
    StorageGb: 20
    MachineSize: XSmall
    WorkloadSecretName: wordpress-db-conn
`,
    })
    const applied = await cliOf(() => plane)(['apply', '-f', 'workload.yaml'], { cwd })
    expect(applied.exit, applied.stderr).toBe(0)
    expect(applied.stderr).not.toContain('WorkloadSecretName')
    const { host } = await outputsOf('wordpress-db')
    const { namespace } = (await plane.ready('WorkloadInstance', 'wordpress')).status.outputs as {
      namespace: string
    }
    const cluster = await clusterOf(plane, 'space')
    const secret = await cluster.get(`/api/v1/namespaces/${namespace}/secrets/wordpress-db-conn`)
    await cluster.close()
    expect(decoded(secret)).toEqual({
      'db-endpoint': host,
      'db-port': '3306',
      'db-name': 'wordpress',
      'db-user': 'wordpress',
      'db-password': expect.stringMatching(/^[\w-]{20,}$/) as string,
    })
    const target = { kind: instanceKind, name: 'wordpress-db' }
    await plane.client.objects.delete([target])
    const held = await plane.until(target.kind, target.name, ({ confirmation }) => confirmation !== null)
    await plane.client.objects.confirmRemoval(target, held.confirmation?.token ?? '')
    await plane.gone(target.kind, target.name)
    await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'wordpress' }])
    await plane.gone('WorkloadInstance', 'wordpress')
  })
})
