import type { Bucket } from '@aws-sdk/client-s3'
import { clusterCosts, costOfDatabase, costOfMachine, networkCosts } from '../../schema/operations/prices.ts'
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
      const { DBInstanceClass: machine = '', AllocatedStorage: storageGb = 0, MultiAZ = false } = database
      if (database.DBInstanceStatus !== 'deleting')
        found.push({
          type: 'database',
          name,
          region,
          externalId: name,
          tags: tagMap(TagList),
          createdAt,
          monthlyCost: costOfDatabase({ machine, storageGb, multiZone: MultiAZ }),
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
      if (status === 'DELETING') continue
      const monthlyCost = clusterCosts.eks + (await costOfGroups(eks, name, abortSignal))
      found.push({ type: 'cluster', name, region, externalId: name, tags, createdAt, monthlyCost })
    } catch (error) {
      if (!isAwsError(error, 'ResourceNotFoundException')) throw error
    }
  }
  return found
}

/** Resolves with what the nodes of a cluster cost, which go with it. */
async function costOfGroups(
  eks: Awaited<ReturnType<ReturnType<AwsAccess['in']>['eks']>>,
  clusterName: string,
  abortSignal: AbortSignal,
): Promise<number> {
  const listed = eks
    .listNodegroups({ clusterName, maxResults: 100 }, { abortSignal })
    .then(({ nodegroups = [] }) => nodegroups)
  const nodegroups = await unlessDenied(listed, [])
  const groups = await Promise.all(
    nodegroups.map((nodegroupName) => eks.describeNodegroup({ clusterName, nodegroupName }, { abortSignal })),
  )
  return groups.reduce(
    (sum, { nodegroup: { instanceTypes: [type = ''] = [], scalingConfig } = {} }) =>
      sum + Math.round((costOfMachine('aws', type) ?? 0) * (scalingConfig?.desiredSize ?? 0)),
    0,
  )
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
