import type { DBInstance } from '@aws-sdk/client-rds'
import type { Bucket } from '@aws-sdk/client-s3'
import { event } from '../../schema/status.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { FindExternalOrphansDocument } from '../generated/documents.ts'
import { externalTags } from '../resources/external-resources.ts'
import type { AwsAccess } from './account.ts'
import { userPath } from './bucket.ts'
import { awsOutcome, isAwsError, isDenied, isNoSuchEntity } from './errors.ts'
import type { AwsTag } from './ownership.ts'

/*
 * Resources that carry the tags of this control plane and belong to none of its objects: what a lost database, a restored backup or
 * an abandoned deletion has left, and what keeps costing money.
 */

/** An orphan as the outputs of an account show it. */
export interface AwsOrphan {
  resource: string
  region: string
  object: string
  createdAt?: string | undefined
  monthlyCost?: number | undefined
}

/** A resource with the tags of the control plane. */
interface TaggedResource {
  type: string
  name: string
  /** Empty for a global resource. */
  region: string
  externalId: string
  tags: ReadonlyMap<string, string>
  createdAt?: Date | undefined
  /** US dollars. */
  monthlyCost?: number | undefined
}

/**
 * Looks for orphans in the default region and one other, the next one with the next call, since an account has some twenty. Resolves
 * with all that are known. A resource is an orphan once two looks have found it, because it may be deleted during the first.
 */
export async function sweepOrphans(context: ReconcileContext, access: AwsAccess): Promise<AwsOrphan[]> {
  const { updateState, object, recordEvent } = context
  const { regions, next } = await nextRegions(access, context)
  updateState({ sweep: next })
  const { orphans: before = [] } = object.status.outputs as { orphans?: AwsOrphan[] }
  const found: AwsOrphan[] = []
  for (const region of regions)
    found.push(
      ...((await unlessFailing(context, orphansIn(region, context, access))) ?? ofRegion(before, region)),
    )
  const elsewhere = before.filter(({ region }) => !regions.includes(region) && region !== globalRegion)
  const fresh = found.filter(({ resource }) => !before.some((each) => each.resource === resource))
  const [first] = fresh
  if (first !== undefined)
    recordEvent(event('Warning', 'OrphansFound', `${describeOrphans(fresh)} The first is ${first.resource}.`))
  return [...elsewhere, ...found]
}

/** Resolves with undefined if AWS refuses to list a region, or cannot: the account itself works without that. */
async function unlessFailing<Value>(
  { signal, log }: ReconcileContext,
  reading: Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await reading
  } catch (error) {
    signal.throwIfAborted()
    // Throws what does not come from AWS.
    awsOutcome(error)
    log.warn({ err: error }, 'cannot look for orphans')
    return undefined
  }
}

function ofRegion(orphans: readonly AwsOrphan[], region: string): AwsOrphan[] {
  return orphans.filter((each) => each.region === region)
}

/** The region of resources that belong to none, which are looked for with the default region. */
const globalRegion = 'global'

/** Returns the orphans of a region that this look and the last one have found. */
async function orphansIn(
  region: string,
  { client, state, updateState, owner, signal }: ReconcileContext,
  access: AwsAccess,
): Promise<AwsOrphan[]> {
  const found = await taggedResources(access, { region, controlPlane: owner.controlPlane, signal })
  const place = { provider: 'aws', account: access.accountId }
  const { result } = await client.execute(FindExternalOrphansDocument, {
    found: found
      .slice(0, maxFound)
      .map(({ type, name, externalId, region: own }) => ({ ...place, region: own, type, name, externalId })),
  })
  const unknown = found.filter((each) =>
    result.some(({ type, externalId }) => type === each.type && externalId === each.externalId),
  )
  const key = `suspects ${region}`
  const suspects = String(state[key] ?? '').split(' ')
  const ids = unknown.map(({ externalId }) => externalId)
  // The state has room for some of them; the others follow when these are gone.
  const kept = ids.slice(0, 15).join(' ').slice(0, 1000)
  updateState({ [key]: kept === '' ? undefined : kept })
  return unknown.filter(({ externalId }) => suspects.includes(externalId)).map(asOrphan)
}

/** The most resources of a region that are compared with the inventory. */
const maxFound = 1000

/** Returns the number of orphans and their cost as a sentence. */
export function describeOrphans(orphans: readonly AwsOrphan[]): string {
  const cost = orphans.reduce((sum, { monthlyCost = 0 }) => sum + monthlyCost, 0)
  const what = orphans.length === 1 ? 'A resource' : `${orphans.length} resources`
  const verb = orphans.length === 1 ? 'carries' : 'carry'
  const price =
    cost === 0
      ? ''
      : `, and cost${orphans.length === 1 ? 's' : ''} about ${Math.round(cost)} US dollars a month`
  return `${what} in the account ${verb} the tags of this control plane but belong${orphans.length === 1 ? 's' : ''} to no object${price}: see the output orphans.`
}

/** Returns the regions to look at, and the position of the other one of the next look. */
async function nextRegions(
  { defaultRegion, in: inRegion }: AwsAccess,
  { state, signal: abortSignal }: ReconcileContext,
): Promise<{ regions: string[]; next: number }> {
  const ec2 = await inRegion(defaultRegion).ec2()
  const listed = ec2.describeRegions({}, { abortSignal }).then(({ Regions = [] }) => Regions)
  const others = (await unlessDenied(listed, []))
    .flatMap(({ RegionName }) => RegionName ?? [])
    .filter((name) => name !== defaultRegion)
    .sort()
  const position = Number(state['sweep'] ?? 0) % Math.max(1, others.length)
  const regions = [defaultRegion, ...others.slice(position, position + 1)]
  return { regions, next: position + 1 }
}

/** Resolves with a fallback if the credentials must not read something, so that the other resources are looked for. */
async function unlessDenied<Value>(reading: Promise<Value>, fallback: Value): Promise<Value> {
  try {
    return await reading
  } catch (error) {
    if (isDenied(error)) return fallback
    throw error
  }
}

interface Look {
  region: string
  controlPlane: string
  signal: AbortSignal
}

async function taggedResources(access: AwsAccess, look: Look): Promise<TaggedResource[]> {
  const lists = await Promise.all(
    [securityGroups, databases, buckets, ...(look.region === access.defaultRegion ? [users] : [])].map(
      (list) => unlessDenied(list(access, look), []),
    ),
  )
  return lists.flat().filter(({ tags }) => tags.get(externalTags.controlPlane) === look.controlPlane)
}

function tagMap(tags: readonly AwsTag[] = []): ReadonlyMap<string, string> {
  return new Map(tags.map(({ Key = '', Value = '' }) => [Key, Value]))
}

async function securityGroups(
  access: AwsAccess,
  { region, controlPlane, signal }: Look,
): Promise<TaggedResource[]> {
  const ec2 = await access.in(region).ec2()
  const { SecurityGroups = [] } = await ec2.describeSecurityGroups(
    { Filters: [{ Name: `tag:${externalTags.controlPlane}`, Values: [controlPlane] }] },
    { abortSignal: signal },
  )
  return SecurityGroups.map(({ GroupId = '', GroupName = '', Tags }) => ({
    type: 'security-group',
    name: GroupName,
    region,
    externalId: GroupId,
    tags: tagMap(Tags),
  }))
}

/** The most pages of a list that are read. */
const maxPages = 50

async function databases(access: AwsAccess, { region, signal }: Look): Promise<TaggedResource[]> {
  const rds = await access.in(region).rds()
  const found: TaggedResource[] = []
  let Marker: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const response = await rds.describeDBInstances({ Marker }, { abortSignal: signal })
    for (const database of response.DBInstances ?? []) {
      const { DBInstanceIdentifier: name = '', TagList, InstanceCreateTime: createdAt } = database
      if (database.DBInstanceStatus !== 'deleting')
        found.push({
          type: 'database',
          name,
          region,
          externalId: name,
          tags: tagMap(TagList),
          createdAt,
          monthlyCost: costOf(database),
        })
    }
    ;({ Marker } = response)
    if (Marker === undefined) break
  }
  return found
}

async function buckets(access: AwsAccess, { region, signal: abortSignal }: Look): Promise<TaggedResource[]> {
  const s3 = await access.in(region).s3()
  const { Buckets = [] } = await s3.listBuckets({ BucketRegion: region }, { abortSignal })
  // Only names that end with a hash can be ours.
  const candidates = Buckets.filter(
    ({ Name = '', BucketRegion = region }) => BucketRegion === region && /[0-9a-f]{10}$/.test(Name),
  )
  const found: TaggedResource[] = []
  for (const bucket of candidates) {
    const tags = await tagsOfBucket(s3, bucket, abortSignal)
    const { Name: name = '', CreationDate: createdAt } = bucket
    if (tags !== undefined) found.push({ type: 'bucket', name, region, externalId: name, tags, createdAt })
  }
  return found
}

async function tagsOfBucket(
  s3: Awaited<ReturnType<ReturnType<AwsAccess['in']>['s3']>>,
  { Name }: Bucket,
  abortSignal: AbortSignal,
): Promise<ReadonlyMap<string, string> | undefined> {
  try {
    return tagMap((await s3.getBucketTagging({ Bucket: Name }, { abortSignal })).TagSet)
  } catch (error) {
    // Others may not let us read theirs.
    if (isAwsError(error, 'NoSuchTagSet', 'NoSuchBucket', 'PermanentRedirect') || isDenied(error))
      return undefined
    throw error
  }
}

async function users(access: AwsAccess, { region, signal: abortSignal }: Look): Promise<TaggedResource[]> {
  const iam = await access.in(region).iam()
  const { Users = [] } = await iam.listUsers({ PathPrefix: userPath, MaxItems: 1000 }, { abortSignal })
  const found: TaggedResource[] = []
  for (const { UserName: name = '', CreateDate: createdAt } of Users) {
    try {
      const { Tags } = await iam.listUserTags({ UserName: name }, { abortSignal })
      found.push({ type: 'user', name, region: '', externalId: name, tags: tagMap(Tags), createdAt })
    } catch (error) {
      if (!isNoSuchEntity(error)) throw error
    }
  }
  return found
}

/**
 * US dollars a month for machines of RDS for PostgreSQL in us-east-1 without reservations, as a rough estimate:
 * https://aws.amazon.com/rds/postgresql/pricing/
 */
const machineCosts: Readonly<Record<string, number>> = {
  'db.t4g.micro': 12,
  'db.t4g.small': 23,
  'db.t4g.medium': 47,
  'db.m7g.large': 123,
  'db.m7g.xlarge': 246,
  'db.m7g.2xlarge': 491,
  'db.m7g.4xlarge': 983,
  'db.m7g.8xlarge': 1965,
}
/** The same for a GiB of storage. */
const storageCost = 0.115

function costOf({
  DBInstanceClass = '',
  AllocatedStorage = 0,
  MultiAZ = false,
}: DBInstance): number | undefined {
  const machine = machineCosts[DBInstanceClass]
  return machine === undefined
    ? undefined
    : Math.round((machine + AllocatedStorage * storageCost) * (MultiAZ ? 2 : 1))
}

function asOrphan({ type, name, region, tags, createdAt, monthlyCost }: TaggedResource): AwsOrphan {
  return {
    resource: `${type} ${name}`,
    region: region === '' ? globalRegion : region,
    object: `${tags.get(externalTags.kind) ?? 'unknown'} ${tags.get(externalTags.project) ?? ''}/${tags.get(externalTags.object) ?? ''}`,
    ...(createdAt === undefined ? {} : { createdAt: createdAt.toISOString() }),
    ...(monthlyCost === undefined ? {} : { monthlyCost }),
  }
}
