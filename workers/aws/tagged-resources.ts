import type { DBInstance } from '@aws-sdk/client-rds'
import type { Bucket } from '@aws-sdk/client-s3'
import type { TaggedResource } from '../clouds/orphans.ts'
import { externalTags } from '../resources/external-resources.ts'
import type { AwsAccess } from './account.ts'
import { iamPath } from './bucket.ts'
import { listNetworks } from './eks/network.ts'
import { isAwsError, isDenied, isNoSuchEntity } from './errors.ts'
import type { AwsTag } from './ownership.ts'

/* The resources in an account that carry the tags of a control plane, with what they cost. */

/** Resolves with a fallback if the credentials must not read something, so that the other resources are looked for. */
export async function unlessDenied<Value>(reading: Promise<Value>, fallback: Value): Promise<Value> {
  try {
    return await reading
  } catch (error) {
    if (isDenied(error)) return fallback
    throw error
  }
}

export interface Look {
  region: string
  controlPlane: string
  signal: AbortSignal
}

/** Returns the resources of a region that carry the tags of a control plane, as far as the credentials may list them. */
export async function taggedResources(access: AwsAccess, look: Look): Promise<TaggedResource[]> {
  const lists = await Promise.all(
    [...regional, ...(look.region === access.defaultRegion ? global : [])].map((list) =>
      unlessDenied(list(access, look), []),
    ),
  )
  return lists.flat().filter(({ tags }) => tags.get(externalTags.controlPlane) === look.controlPlane)
}

/** Only names that end with a hash can be ours. */
function mayBeOurs(name: string): boolean {
  return /[0-9a-f]{10}$/.test(name)
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
  const candidates = Buckets.filter(
    ({ Name = '', BucketRegion = region }) => BucketRegion === region && mayBeOurs(Name),
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
  const { Users = [] } = await iam.listUsers({ PathPrefix: iamPath, MaxItems: 1000 }, { abortSignal })
  return ofIam(
    'user',
    Users.map(({ UserName = '', CreateDate }) => ({ name: UserName, createdAt: CreateDate })),
    async (UserName) => (await iam.listUserTags({ UserName }, { abortSignal })).Tags,
  )
}

/** Returns what a list of IAM contains, with the tags that have to be read one by one. */
async function ofIam(
  type: string,
  listed: readonly { name: string; createdAt: Date | undefined }[],
  tagsOf: (name: string) => Promise<AwsTag[] | undefined>,
): Promise<TaggedResource[]> {
  const found: TaggedResource[] = []
  for (const { name, createdAt } of listed) {
    try {
      const tags = tagMap(await tagsOf(name))
      found.push({ type, name, region: '', externalId: name, tags, createdAt })
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

/** Dollars a month for what a cluster consists of besides its nodes: https://aws.amazon.com/eks/pricing/, https://aws.amazon.com/vpc/pricing/ */
const networkCosts: Readonly<Record<string, number>> = { 'nat-gateway': 33, 'elastic-ip': 4 }
const clusterCost = 73

async function networks(
  access: AwsAccess,
  { region, controlPlane, signal }: Look,
): Promise<TaggedResource[]> {
  const filters = [{ Name: `tag:${externalTags.controlPlane}`, Values: [controlPlane] }]
  const found = await listNetworks(await access.in(region).ec2(), filters, signal)
  return found.map(({ type, externalId, tags: list, createdAt }) => {
    const tags = tagMap(list)
    const name = tags.get('Name') ?? externalId
    return { type, name, region, externalId, tags, createdAt, monthlyCost: networkCosts[type] }
  })
}

async function clusters(access: AwsAccess, { region, signal: abortSignal }: Look): Promise<TaggedResource[]> {
  const eks = await access.in(region).eks()
  const { clusters: names = [] } = await eks.listClusters({ maxResults: 100 }, { abortSignal })
  const found: TaggedResource[] = []
  for (const name of names.filter(mayBeOurs)) {
    try {
      const { cluster } = await eks.describeCluster({ name }, { abortSignal })
      const { createdAt, status } = cluster ?? {}
      const tags = new Map(Object.entries(cluster?.tags ?? {}))
      if (status !== 'DELETING')
        found.push({
          type: 'cluster',
          name,
          region,
          externalId: name,
          tags,
          createdAt,
          monthlyCost: clusterCost,
        })
    } catch (error) {
      if (!isAwsError(error, 'ResourceNotFoundException')) throw error
    }
  }
  return found
}

async function roles(access: AwsAccess, { region, signal: abortSignal }: Look): Promise<TaggedResource[]> {
  const iam = await access.in(region).iam()
  const { Roles = [] } = await iam.listRoles({ PathPrefix: iamPath, MaxItems: 1000 }, { abortSignal })
  return ofIam(
    'role',
    Roles.map(({ RoleName = '', CreateDate }) => ({ name: RoleName, createdAt: CreateDate })),
    async (RoleName) => (await iam.listRoleTags({ RoleName }, { abortSignal })).Tags,
  )
}

type List = (access: AwsAccess, look: Look) => Promise<TaggedResource[]>

const regional: readonly List[] = [securityGroups, databases, buckets, networks, clusters]
const global: readonly List[] = [users, roles]
