import type { S3 } from '@aws-sdk/client-s3'
import type { ExternalEntry } from '../engine/external-inventory.ts'
import { requeueAfter, type Outcome } from '../engine/outcome.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { ensureExternal, type ExternalCalls } from '../resources/external-resources.ts'
import { uniqueName } from '../resources/unique-name.ts'
import type { AwsAccess } from './account.ts'
import { bucketStatements } from './bucket-policy.ts'
import { recordDrift } from './changes.ts'
import { AwsBlocked, isAwsError, isNoSuchEntity, statusOf } from './errors.ts'
import { assertOurs, isOurs, tagList } from './ownership.ts'

/* Buckets of Amazon S3: https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html */

export interface DesiredAwsBucket {
  region: string
  /** The start of the name. */
  prefix: string
  versioning: boolean
  publicReadAccess: boolean
}

/** Ensures a bucket with its settings. Resolves with its name. */
export async function ensureBucket(
  context: ReconcileContext,
  access: AwsAccess,
  desired: DesiredAwsBucket,
): Promise<string> {
  const { region, prefix } = desired
  const s3 = await access.in(region).s3()
  const recorded = context.external.find(({ provider, type }) => provider === 'aws' && type === 'bucket')
  const { externalId } = await ensureExternal(
    context,
    {
      provider: 'aws',
      account: access.accountId,
      region,
      type: 'bucket',
      name: recorded?.name ?? uniqueName(prefix, context.owner),
      order: 0,
      tags: {},
    },
    bucketCalls(s3, { region, accountId: access.accountId }),
  )
  await configure(context, { s3, bucket: externalId, partition: access.partition, desired })
  return externalId
}

/** Returns the calls for buckets in a region. */
export function bucketCalls(
  s3: S3,
  { region, accountId }: { region: string; accountId: string },
): ExternalCalls<undefined> {
  const found = (name: string) => ({ externalId: name, state: undefined })
  return {
    find: async (entry, abortSignal) => {
      const { name } = entry
      try {
        await s3.headBucket({ Bucket: name, ExpectedBucketOwner: accountId }, { abortSignal })
      } catch (error) {
        if (statusOf(error) === 404) return undefined
        if (statusOf(error) === 403) throw nameTaken(name)
        throw error
      }
      // A crash between the creation and the tags leaves none. The hash rules out a bucket of another origin.
      if (!isOurs(entry, await tagsOf(s3, name, abortSignal)))
        await s3.putBucketTagging({ Bucket: name, Tagging: { TagSet: tagList(entry) } }, { abortSignal })
      return found(name)
    },
    create: async (entry, { signal: abortSignal }) => {
      const { name } = entry
      try {
        await s3.createBucket(
          {
            Bucket: name,
            // The region without which S3 was there first, and which it refuses as a constraint.
            ...(region === 'us-east-1'
              ? {}
              : { CreateBucketConfiguration: { LocationConstraint: region as 'eu-central-1' } }),
          },
          { abortSignal },
        )
      } catch (error) {
        if (isAwsError(error, 'BucketAlreadyExists')) throw nameTaken(name)
        if (!isAwsError(error, 'BucketAlreadyOwnedByYou')) throw error
      }
      await s3.putBucketTagging({ Bucket: name, Tagging: { TagSet: tagList(entry) } }, { abortSignal })
      return found(name)
    },
    remove: async ({ externalId }, { signal }) => {
      if (!(await emptied(s3, externalId, signal))) return
      try {
        await s3.deleteBucket({ Bucket: externalId }, { abortSignal: signal })
      } catch (error) {
        // A writer has added an object meanwhile: the next reconcile empties it again.
        if (!isAwsError(error, 'BucketNotEmpty', 'NoSuchBucket')) throw error
      }
    },
  }
}

function nameTaken(name: string): AwsBlocked {
  return new AwsBlocked(
    'NameTaken',
    `Bucket ${name} belongs to another account of AWS. Create the object under another name, or with another namePrefix.`,
  )
}

async function tagsOf(s3: S3, Bucket: string, abortSignal: AbortSignal) {
  try {
    return (await s3.getBucketTagging({ Bucket }, { abortSignal })).TagSet
  } catch (error) {
    if (isAwsError(error, 'NoSuchTagSet')) return []
    throw error
  }
}

/** The most pages of objects that one reconcile deletes, of a thousand objects each. */
const maxPages = 20

/** Deletes the objects of a bucket, all versions, and unfinished uploads. Reports whether it is empty. */
async function emptied(s3: S3, Bucket: string, abortSignal: AbortSignal): Promise<boolean> {
  const { Uploads = [] } = await s3.listMultipartUploads({ Bucket }, { abortSignal })
  for (const { Key, UploadId } of Uploads)
    await s3.abortMultipartUpload({ Bucket, Key, UploadId }, { abortSignal })
  for (let page = 0; page < maxPages; page++) {
    // Always the first page: what was listed before is gone.
    const { Versions = [], DeleteMarkers = [] } = await s3.listObjectVersions({ Bucket }, { abortSignal })
    const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }))
    if (Objects.length === 0) return true
    const { Errors = [] } = await s3.deleteObjects(
      { Bucket, Delete: { Objects, Quiet: true } },
      { abortSignal },
    )
    const [first] = Errors
    if (first !== undefined) throw cannotDelete(Bucket, first)
  }
  return false
}

function cannotDelete(
  bucket: string,
  { Key, Message }: { Key?: string | undefined; Message?: string | undefined },
): AwsBlocked {
  return new AwsBlocked(
    'ObjectNotDeleted',
    `Bucket ${bucket} cannot be emptied, because S3 does not delete object ${Key}: ${Message}. Object locks and policies of the ` +
      'bucket may prevent that.',
  )
}

interface Configured {
  s3: S3
  bucket: string
  partition: string
  desired: DesiredAwsBucket
}

/** Settings of a bucket: how each is read, and written. */
interface Setting {
  name: string
  read(): Promise<unknown>
  desired: unknown
  write(): Promise<unknown>
}

/** Makes the settings of a bucket those of its definition. */
async function configure(context: ReconcileContext, configured: Configured): Promise<void> {
  const changed: string[] = []
  for (const setting of settingsOf(configured, context.signal)) {
    if (JSON.stringify(await setting.read()) === JSON.stringify(setting.desired)) continue
    context.assertHeld()
    await setting.write()
    changed.push(setting.name)
  }
  recordDrift(context, { resource: 'bucket', desired: configured.desired, changed })
}

function settingsOf(
  { s3, bucket: Bucket, partition, desired }: Configured,
  abortSignal: AbortSignal,
): Setting[] {
  const { versioning, publicReadAccess: isPublic } = desired
  const block = {
    BlockPublicAcls: true,
    IgnorePublicAcls: true,
    BlockPublicPolicy: !isPublic,
    RestrictPublicBuckets: !isPublic,
  }
  const statement = {
    Effect: 'Allow',
    Principal: '*',
    Action: 's3:GetObject',
    Resource: `arn:${partition}:s3:::${Bucket}/*`,
  }
  const document = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
  const policy: Setting = {
    name: 'the policy',
    read: async () => {
      try {
        return (await s3.getBucketPolicy({ Bucket }, { abortSignal })).Policy
      } catch (error) {
        if (isAwsError(error, 'NoSuchBucketPolicy')) return undefined
        throw error
      }
    },
    desired: isPublic ? document : undefined,
    write: () =>
      isPublic
        ? s3.putBucketPolicy({ Bucket, Policy: document }, { abortSignal })
        : s3.deleteBucketPolicy({ Bucket }, { abortSignal }),
  }
  const access: Setting = {
    name: 'public access',
    read: async () => {
      try {
        const { PublicAccessBlockConfiguration: found } = await s3.getPublicAccessBlock(
          { Bucket },
          { abortSignal },
        )
        return Object.fromEntries(Object.keys(block).map((key) => [key, found?.[key as keyof typeof block]]))
      } catch (error) {
        if (isAwsError(error, 'NoSuchPublicAccessBlockConfiguration')) return undefined
        throw error
      }
    },
    desired: block,
    write: () => s3.putPublicAccessBlock({ Bucket, PublicAccessBlockConfiguration: block }, { abortSignal }),
  }
  return [
    {
      name: 'versioning',
      read: async () => (await s3.getBucketVersioning({ Bucket }, { abortSignal })).Status === 'Enabled',
      desired: versioning,
      write: () =>
        s3.putBucketVersioning(
          { Bucket, VersioningConfiguration: { Status: versioning ? 'Enabled' : 'Suspended' } },
          { abortSignal },
        ),
    },
    // S3 refuses a public policy while public access is blocked, and a bucket must not be public without need for a moment.
    ...(isPublic ? [access, policy] : [policy, access]),
  ]
}

/** The access key of a bucket. */
export interface BucketKey {
  accessKeyId: string
  secretAccessKey: string
}

/**
 * Ensures a user of IAM whose access key is for one bucket only. Resolves with the key, or with an outcome that stores a new one,
 * because AWS shows its secret only once.
 */
export async function ensureBucketKey(
  context: ReconcileContext,
  access: AwsAccess,
  { bucket, region }: { bucket: string; region: string },
): Promise<BucketKey | Outcome> {
  const { signal: abortSignal, assertHeld, secrets } = context
  const iam = await access.in(region).iam()
  const { externalId: UserName } = await ensureExternal(
    context,
    {
      provider: 'aws',
      account: access.accountId,
      region: '',
      type: 'user',
      name: bucket,
      order: 1,
      tags: {},
    },
    userCalls(iam),
  )
  const policy = JSON.stringify({
    Version: '2012-10-17',
    Statement: bucketStatements(`arn:${access.partition}:s3:::${bucket}`),
  })
  await ensurePolicy(iam, { UserName, PolicyName: policyName, policy }, { abortSignal, assertHeld })
  const { AccessKeyMetadata: keys = [] } = await iam.listAccessKeys({ UserName }, { abortSignal })
  const { accessKeyId, secretAccessKey } = secrets
  if (accessKeyId !== undefined && secretAccessKey !== undefined)
    if (keys.some((key) => key.AccessKeyId === accessKeyId && key.Status === 'Active'))
      return { accessKeyId, secretAccessKey }
  assertHeld()
  // The secrets of these are lost, or never were ours.
  for (const { AccessKeyId } of keys) await iam.deleteAccessKey({ UserName, AccessKeyId }, { abortSignal })
  const { AccessKey } = await iam.createAccessKey({ UserName }, { abortSignal })
  if (AccessKey?.AccessKeyId === undefined || AccessKey.SecretAccessKey === undefined)
    throw new Error('AWS has returned no access key')
  return requeueAfter(0, {
    reason: 'CreatedAccessKey',
    message: 'It has created its access key.',
    secretOutputs: { accessKeyId: AccessKey.AccessKeyId, secretAccessKey: AccessKey.SecretAccessKey },
  })
}

const policyName = 'bucket'

type Iam = Awaited<ReturnType<ReturnType<AwsAccess['in']>['iam']>>

async function ensurePolicy(
  iam: Iam,
  { UserName, PolicyName, policy }: { UserName: string; PolicyName: string; policy: string },
  { abortSignal, assertHeld }: { abortSignal: AbortSignal; assertHeld: () => void },
): Promise<void> {
  try {
    const { PolicyDocument = '' } = await iam.getUserPolicy({ UserName, PolicyName }, { abortSignal })
    // IAM returns documents encoded as in URLs.
    if (decodeURIComponent(PolicyDocument) === policy) return
  } catch (error) {
    if (!isNoSuchEntity(error)) throw error
  }
  assertHeld()
  await iam.putUserPolicy({ UserName, PolicyName, PolicyDocument: policy }, { abortSignal })
}

/** The path of users of IAM, by which they are found without reading all. */
export const iamPath = '/qleetos/'

/** Returns the calls for users of buckets. Access keys and policies go with their user. */
export function userCalls(iam: Iam): ExternalCalls<undefined> {
  return {
    find: async (entry, abortSignal) => {
      try {
        const { User } = await iam.getUser({ UserName: entry.name }, { abortSignal })
        if (User === undefined) return undefined
        assertOurs(entry, User.Tags)
        return { externalId: entry.name, state: undefined }
      } catch (error) {
        if (isNoSuchEntity(error)) return undefined
        throw error
      }
    },
    create: async (entry, { signal: abortSignal }) => {
      const { name } = entry
      await iam.createUser({ UserName: name, Path: iamPath, Tags: tagList(entry) }, { abortSignal })
      return { externalId: name, state: undefined }
    },
    remove: async ({ externalId: UserName }, { signal: abortSignal }) => {
      const { AccessKeyMetadata: keys = [] } = await iam.listAccessKeys({ UserName }, { abortSignal })
      for (const { AccessKeyId } of keys)
        await iam.deleteAccessKey({ UserName, AccessKeyId }, { abortSignal })
      await iam
        .deleteUserPolicy({ UserName, PolicyName: policyName }, { abortSignal })
        .catch((error: unknown) => {
          if (!isNoSuchEntity(error)) throw error
        })
      await iam.deleteUser({ UserName }, { abortSignal })
    },
  }
}

/** Returns the calls for a recorded resource of a bucket. */
export async function callsOfBucket(
  access: AwsAccess,
  { type, region }: ExternalEntry,
): Promise<ExternalCalls<unknown>> {
  const { accountId, defaultRegion } = access
  if (type === 'user') return userCalls(await access.in(defaultRegion).iam())
  return bucketCalls(await access.in(region).s3(), { region, accountId })
}
