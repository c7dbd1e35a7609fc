import { IAM } from '@aws-sdk/client-iam'
import { S3 } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestControlPlane } from '../../support/control-plane.ts'
import { eventually } from '../../support/eventually.ts'
import { motoAccount, motoServer, startPlaneWithAws, type PlaneWithAws } from '../../support/moto.ts'

const instanceKind = 'AwsObjectStorageBucketInstance'

function bucket(name: string, spec: Record<string, unknown> = {}, instance: Record<string, unknown> = {}) {
  return [
    { kind: 'AwsObjectStorageBucketDefinition', name, spec: { awsAccount: 'main', ...spec } },
    { kind: instanceKind, name, spec: { definition: name, ...instance } },
  ]
}

interface Outputs {
  bucket: string
  endpoint: string
  region: string
}

describe.skipIf(motoServer === undefined)('an AwsObjectStorageBucketInstance', () => {
  let aws: PlaneWithAws
  let plane: TestControlPlane
  let s3: S3
  beforeAll(async () => {
    aws = await startPlaneWithAws()
    ;({ plane } = aws)
    s3 = new S3({ ...aws.settings, forcePathStyle: true })
    await plane.client.apply([{ kind: 'AwsAccount', name: 'main', spec: { ...motoAccount } }])
    await plane.ready('AwsAccount', 'main')
  })
  afterAll(() => aws?.stop())

  const outputsOf = async (name: string): Promise<Outputs> =>
    (await plane.ready(instanceKind, name)).status.outputs as unknown as Outputs

  it('is a private bucket in the region of the account, with the tags of its object', async () => {
    await plane.client.apply(bucket('Photos'))
    const outputs = await outputsOf('Photos')
    expect(outputs.bucket).toMatch(/^photos-[0-9a-f]{10}$/)
    expect(outputs).toMatchObject({
      region: 'eu-central-1',
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      arn: `arn:aws:s3:::${outputs.bucket}`,
    })
    const Bucket = outputs.bucket
    expect((await s3.getBucketLocation({ Bucket })).LocationConstraint).toBe('eu-central-1')
    const { TagSet = [] } = await s3.getBucketTagging({ Bucket })
    expect(Object.fromEntries(TagSet.map(({ Key, Value }) => [Key, Value]))).toMatchObject({
      'qleet.io/object': 'Photos',
      'qleet.io/kind': instanceKind,
    })
    const { PublicAccessBlockConfiguration: block } = await s3.getPublicAccessBlock({ Bucket })
    expect(block).toEqual({
      BlockPublicAcls: true,
      IgnorePublicAcls: true,
      BlockPublicPolicy: true,
      RestrictPublicBuckets: true,
    })
  })

  it('takes in changes of its definition, in place and back', async () => {
    const { bucket: Bucket } = await outputsOf('Photos')
    await plane.client.apply(bucket('Photos', { versioning: true, publicReadAccess: true }))
    expect((await outputsOf('Photos')).bucket).toBe(Bucket)
    expect((await s3.getBucketVersioning({ Bucket })).Status).toBe('Enabled')
    expect((await s3.getBucketPolicy({ Bucket })).Policy).toContain('s3:GetObject')
    await plane.client.apply(bucket('Photos', { versioning: false, publicReadAccess: false }))
    await outputsOf('Photos')
    expect((await s3.getBucketVersioning({ Bucket })).Status).toBe('Suspended')
    await expect(s3.getBucketPolicy({ Bucket })).rejects.toThrow(/policy/i)
  })

  it('restores what somebody else has changed, and says so', async () => {
    const { bucket: Bucket } = await outputsOf('Photos')
    await s3.deletePublicAccessBlock({ Bucket })
    await plane.client.objects.reconcile({ kind: instanceKind, name: 'Photos' })
    const restored = await eventually(() =>
      s3.getPublicAccessBlock({ Bucket }).then(
        () => true,
        () => undefined,
      ),
    )
    expect(restored).toBe(true)
    const found = await eventually(async () => {
      const events = await plane.client.objects.events({ kind: instanceKind, name: 'Photos' })
      return events.some(({ reason, note }) => reason === 'DriftCorrected' && note.includes('public access'))
        ? true
        : undefined
    })
    expect(found).toBe(true)
  })

  it('has a key for its bucket only, which is replaced when somebody deletes it', async () => {
    await plane.client.apply(bucket('files', { accessKey: true }))
    const { bucket: name } = await outputsOf('files')
    const iam = new IAM(aws.settings)
    const keysOf = async () => (await iam.listAccessKeys({ UserName: name })).AccessKeyMetadata ?? []
    const [first, ...others] = await keysOf()
    expect(others).toEqual([])
    const { PolicyDocument = '' } = await iam.getUserPolicy({ UserName: name, PolicyName: 'bucket' })
    expect(decodeURIComponent(PolicyDocument)).toContain(`arn:aws:s3:::${name}/*`)
    await iam.deleteAccessKey({ UserName: name, AccessKeyId: first?.AccessKeyId ?? '' })
    await plane.client.objects.reconcile({ kind: instanceKind, name: 'files' })
    const second = await eventually(async () => (await keysOf()).at(0)?.AccessKeyId)
    expect(second).not.toBe(first?.AccessKeyId)
    await plane.client.apply(bucket('files', { accessKey: false }))
    expect(
      await eventually(() =>
        iam.getUser({ UserName: name }).then(
          () => undefined,
          () => true,
        ),
      ),
    ).toBe(true)
  })

  it('is emptied and deleted once the loss of its objects is confirmed', async () => {
    const { bucket: Bucket } = await outputsOf('Photos')
    for (const Body of ['one', 'two']) await s3.putObject({ Bucket, Key: 'cat', Body })
    await s3.deleteObject({ Bucket, Key: 'cat' })
    const target = { kind: instanceKind, name: 'Photos' }
    await plane.client.objects.delete([target])
    const held = await plane.until(
      target.kind,
      target.name,
      ({ status: { cause } }) => cause?.reason === 'AwaitingConfirmation',
    )
    expect(held.confirmation?.removals.map(({ text }) => text)).toEqual([`bucket ${Bucket}: holds objects`])
    await plane.client.objects.confirmRemoval(target, held.confirmation?.token ?? '')
    await plane.gone(target.kind, target.name)
    await expect(s3.headBucket({ Bucket })).rejects.toMatchObject({ name: 'NotFound' })
  })

  it('keeps its account until it is gone', async () => {
    const targets = [{ kind: 'AwsAccount', name: 'main' }]
    await expect(plane.client.objects.delete(targets)).rejects.toThrow(
      /is needed by AwsObjectStorageBucketDefinition/,
    )
  })
})
