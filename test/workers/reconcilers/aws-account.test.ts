import { join } from 'node:path'
import { IAM } from '@aws-sdk/client-iam'
import { RDS } from '@aws-sdk/client-rds'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestControlPlane } from '../../support/control-plane.ts'
import { eventually } from '../../support/eventually.ts'
import { motoAccount, motoServer, startPlaneWithAws, type PlaneWithAws } from '../../support/moto.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const kind = 'AwsAccount'

function account(name: string, spec: Record<string, unknown> = {}) {
  return { kind, name, spec: { ...motoAccount, ...spec } }
}

describe.skipIf(motoServer === undefined)('an AwsAccount', () => {
  let aws: PlaneWithAws
  let plane: TestControlPlane
  beforeAll(async () => {
    // Moto admits everyone until then.
    aws = await startPlaneWithAws({ INITIAL_NO_AUTH_ACTION_COUNT: '4' })
    ;({ plane } = aws)
  })
  afterAll(() => aws?.stop())

  it('is ready with the identity of its credentials, and names the permissions that they lack', async () => {
    const iam = new IAM(aws.settings)
    await iam.createUser({ UserName: 'qleetos' })
    const { AccessKey } = await iam.createAccessKey({ UserName: 'qleetos' })
    const policy = (action: string) => ({
      UserName: 'qleetos',
      PolicyName: 'all',
      PolicyDocument: JSON.stringify({
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Action: action, Resource: '*' }],
      }),
    })
    await iam.putUserPolicy(policy('sts:*'))
    await iam.listUsers({})
    const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey } = AccessKey ?? {}
    await plane.client.apply([account('main', { accessKeyId, secretAccessKey })])
    const { status } = await plane.ready(kind, 'main')
    expect(status.outputs).toEqual({
      arn: 'arn:aws:iam::123456789012:user/qleetos',
      externalId: expect.stringMatching(/^qleet-[0-9a-f-]+-\d+$/) as string,
      missingPermissions: [
        's3:ListAllMyBuckets',
        'iam:ListUsers',
        'ec2:DescribeVpcs',
        'rds:DescribeDBInstances',
        'eks:ListClusters',
      ],
    })
    const stored = JSON.stringify(await plane.client.objects.get({ kind, name: 'main' }))
    expect(stored).not.toContain(secretAccessKey)
  })

  it('is unreachable with an access key that AWS does not know', async () => {
    await plane.client.apply([account('stranger', { accessKeyId: 'AKIAIOSFODNN7STRANGE' })])
    const { status } = await plane.until(kind, 'stranger', (object) => object.status.phase === 'Unreachable')
    expect(status.cause).toMatchObject({ reason: 'InvalidCredentials' })
    expect(status.outputs).toMatchObject({ externalId: expect.any(String) as string })
  })

  it('is blocked without credentials, and with a role that the workers must not assume', async () => {
    const { accountId, defaultRegion } = motoAccount
    const bare = { accountId, defaultRegion }
    const roleArn = 'arn:aws:iam::123456789012:role/qleetos'
    await plane.client.apply([
      { kind, name: 'bare', spec: bare },
      { kind, name: 'role', spec: { ...bare, roleArn } },
    ])
    for (const [name, reason, remedy] of [
      ['bare', 'NoCredentials', 'Set spec.accessKeyId'],
      ['role', 'NoIdentity', 'QLEET_AWS_IDENTITY'],
    ] as const) {
      const { status } = await plane.until(kind, name, (object) => object.status.phase === 'Blocked')
      expect(status.cause).toMatchObject({ reason, message: expect.stringContaining(remedy) as string })
    }
  })

  it('is refused with half a key, or a role of another account', async () => {
    const { secretAccessKey: _, ...half } = motoAccount
    const roleArn = 'arn:aws:iam::210987654321:role/qleetos'
    const cases = [
      [half, 'spec.secretAccessKey'],
      [{ ...motoAccount, roleArn }, 'spec.roleArn'],
    ] as const
    for (const [spec, path] of cases)
      await expect(plane.client.apply([{ kind, name: 'bad', spec }])).rejects.toMatchObject({
        details: { fields: [{ path: expect.stringContaining(path) as string }] },
      })
  })
})

describe.skipIf(motoServer === undefined)('an AwsAccount of another account', () => {
  it('is blocked, because its objects would be created in the wrong one', async () => {
    const { plane, stop } = await startPlaneWithAws()
    try {
      await plane.client.apply([account('wrong', { accountId: '210987654321' })])
      const { status } = await plane.until(kind, 'wrong', (object) => object.status.phase === 'Blocked')
      expect(status.cause).toMatchObject({
        reason: 'WrongAccount',
        message: expect.stringContaining('123456789012') as string,
      })
    } finally {
      await stop()
    }
  })

  it('assumes its role with its external ID, also with the token that identifies the workers', async () => {
    const folder = await temporaryFolder({ token: 'header.payload.signature' })
    const { plane, settings, stop } = await startPlaneWithAws(
      {},
      { QLEET_AWS_IDENTITY: join(folder, 'token') },
    )
    try {
      const iam = new IAM(settings)
      await iam.createRole({ RoleName: 'qleetos', AssumeRolePolicyDocument: '{}' })
      await plane.client.apply([account('role', { roleArn: 'arn:aws:iam::123456789012:role/qleetos' })])
      const { status } = await plane.ready(kind, 'role')
      const { arn, externalId } = status.outputs as { arn: string; externalId: string }
      expect(arn).toBe(`arn:aws:sts::123456789012:assumed-role/qleetos/${externalId}`)
      const { accessKeyId: _, secretAccessKey: __, ...keyless } = motoAccount
      const roleArn = 'arn:aws:iam::123456789012:role/qleetos'
      await plane.client.apply([{ kind, name: 'web-identity', spec: { ...keyless, roleArn } }])
      const other = (await plane.ready(kind, 'web-identity')).status.outputs as typeof status.outputs & {
        externalId: string
      }
      expect(other).toMatchObject({
        arn: `arn:aws:sts::123456789012:assumed-role/qleetos/${other.externalId}`,
      })
    } finally {
      await stop()
    }
  })

  it('lists what carries the tags of the control plane and belongs to no object, with age and cost', async () => {
    const { plane, settings, stop } = await startPlaneWithAws()
    try {
      await plane.client.apply([account('main')])
      const { status } = await plane.ready(kind, 'main')
      const { externalId } = status.outputs as { externalId: string }
      const tags = Object.entries({
        'qleet.io/control-plane': externalId.replace(/^qleet-(.*)-\d+$/, '$1'),
        'qleet.io/kind': 'AwsRelationalDatabaseInstance',
        'qleet.io/project': 'default',
        'qleet.io/object': 'shop',
      }).map(([Key, Value]) => ({ Key, Value }))
      const rds = new RDS(settings)
      const DBInstanceIdentifier = 'db-shop-0123456789'
      const made = {
        DBInstanceIdentifier,
        Engine: 'postgres',
        DBInstanceClass: 'db.t4g.small',
        AllocatedStorage: 20,
        MasterUsername: 'shop',
        MasterUserPassword: 'correct-horse',
      }
      await rds.createDBInstance({ ...made, Tags: tags })
      await rds.createDBInstance({ ...made, DBInstanceIdentifier: 'db-of-somebody-else' })
      const orphansOf = async (): Promise<object[]> => {
        const object = await plane.client.objects.get({ kind, name: 'main' })
        return (object?.status.outputs as { orphans?: object[] } | undefined)?.orphans ?? []
      }
      const reconciledUntil = (isReached: (orphans: object[]) => boolean): Promise<boolean | undefined> =>
        eventually(async () => {
          await plane.client.objects.reconcile({ kind, name: 'main' })
          return isReached(await orphansOf()) ? true : undefined
        })
      expect(await reconciledUntil((orphans) => orphans.length > 0)).toBe(true)
      expect(await orphansOf()).toEqual([
        {
          resource: `database ${DBInstanceIdentifier}`,
          region: 'eu-central-1',
          object: 'AwsRelationalDatabaseInstance default/shop',
          createdAt: expect.any(String) as string,
          monthlyCost: 26,
        },
      ])
      const events = await plane.client.objects.events({ kind, name: 'main' })
      expect(events.find(({ reason }) => reason === 'OrphansFound')?.note).toBe(
        'A resource in the account carries the tags of this control plane but belongs to no object, and costs about 26 US ' +
          `dollars a month: see the output orphans. The first is database ${DBInstanceIdentifier}.`,
      )
      await rds.deleteDBInstance({ DBInstanceIdentifier, SkipFinalSnapshot: true })
      expect(await reconciledUntil((orphans) => orphans.length === 0)).toBe(true)
    } finally {
      await stop()
    }
  })
})
