import type { EKS, Nodegroup } from '@aws-sdk/client-eks'
import { isOlderVersion } from '../../../schema/versions.ts'
import type { ExternalEntry } from '../../engine/external-inventory.ts'
import type { ReconcileContext } from '../../engine/reconciler.ts'
import { ensureExternal, type ExternalCalls } from '../../resources/external-resources.ts'
import type { AwsAccess } from '../account.ts'
import { recordDrift } from '../../clouds/drift.ts'
import { machineHash, removeOtherPools } from '../../clouds/pools.ts'
import { sinceWhen, type Progress } from '../../clouds/progress.ts'
import { AwsBlocked, AwsPending, isAwsError } from '../errors.ts'
import { assertOurs, tagList } from '../ownership.ts'
import { roleIsPending } from './cluster.ts'

/* Managed groups of nodes: https://docs.aws.amazon.com/eks/latest/userguide/managed-node-groups.html */

export interface DesiredGroup {
  /** The name within the cluster, for example `default`. */
  name: string
  instanceType: string
  minimumSize: number
  maximumSize: number
  /** The number of nodes with which the group starts. Afterwards, the load decides. */
  initialSize: number
  isDedicated: boolean
}

/** The cluster of groups of nodes. */
export interface GroupsOf {
  cluster: string
  region: string
  /** The version of the control plane. */
  version: string
  roleArn: string
  subnets: readonly string[]
  groups: readonly DesiredGroup[]
}

/** The position of groups in the creation order. */
export const groupOrder = 9

const nodeGroupLabel = 'qleet.io/node-group'

/**
 * Ensures the groups of nodes of a cluster, and removes all others once the desired ones are there. Resolves with what they are busy
 * with; undefined when all are as desired.
 */
export async function ensureGroups(
  context: ReconcileContext,
  access: AwsAccess,
  desired: GroupsOf,
): Promise<Progress | undefined> {
  const { region, cluster, groups } = desired
  const eks = await access.in(region).eks()
  let progress: Progress | undefined
  for (const group of groups) {
    const { state } = await ensureExternal(
      context,
      {
        provider: 'aws',
        account: access.accountId,
        region,
        type: 'node-group',
        name: groupName(cluster, group),
        order: groupOrder,
        tags: {},
      },
      groupCalls(eks, cluster, { ...desired, group }),
    )
    if (state.status === 'CREATE_FAILED') await replaceFailed(context, eks, state)
    progress ??=
      groupProgress(state, group, context.now()) ??
      (await changeGroup(context, eks, { found: state, group, desired }))
  }
  const names = groups.map((group) => groupName(cluster, group))
  const others = { provider: 'aws', type: 'node-group', names, service: 'EKS' }
  return progress ?? removeOtherPools(context, others, groupCalls(eks, cluster))
}

/** Returns the name of a group: a new one for another instance type, which cannot change. */
function groupName(cluster: string, { name, instanceType, isDedicated }: DesiredGroup): string {
  return `${cluster}-${name}-${machineHash(instanceType, isDedicated)}`
}

/** Returns the calls for groups of nodes of a cluster. */
export function groupCalls(
  eks: EKS,
  clusterName: string,
  made?: GroupsOf & { group: DesiredGroup },
): ExternalCalls<Nodegroup> {
  return {
    find: async (entry, abortSignal) => {
      const found = await findGroup(eks, { clusterName, nodegroupName: entry.name }, abortSignal)
      if (found === undefined) return undefined
      assertOurs(entry, tagList({ tags: found.tags ?? {} }))
      return { externalId: entry.name, state: found }
    },
    create: async (entry, { token: clientRequestToken, signal: abortSignal }) => {
      if (made === undefined) throw new Error('a group of nodes that is being deleted is not created')
      const { nodegroup = {} } = await createGroup(eks, { entry, made, clientRequestToken }, abortSignal)
      return { externalId: entry.name, state: nodegroup }
    },
    remove: async ({ externalId: nodegroupName, state }, { signal: abortSignal }) => {
      if (state.status === 'DELETING') return
      try {
        await eks.deleteNodegroup({ clusterName, nodegroupName }, { abortSignal })
      } catch (error) {
        // An update of the group has to end first, or the group is gone.
        if (!isAwsError(error, 'ResourceInUseException', 'ResourceNotFoundException')) throw error
      }
    },
  }
}

async function findGroup(
  eks: EKS,
  request: { clusterName: string; nodegroupName: string },
  abortSignal: AbortSignal,
): Promise<Nodegroup | undefined> {
  try {
    return (await eks.describeNodegroup(request, { abortSignal })).nodegroup
  } catch (error) {
    if (isAwsError(error, 'ResourceNotFoundException')) return undefined
    throw error
  }
}

interface NewGroup {
  entry: ExternalEntry
  made: GroupsOf & { group: DesiredGroup }
  clientRequestToken: string
}

async function createGroup(
  eks: EKS,
  { entry, made, clientRequestToken }: NewGroup,
  abortSignal: AbortSignal,
) {
  const { cluster, roleArn, subnets, group } = made
  const { name, instanceType, isDedicated } = group
  try {
    return await eks.createNodegroup(
      {
        clusterName: cluster,
        nodegroupName: entry.name,
        nodeRole: roleArn,
        subnets: [...subnets],
        instanceTypes: [instanceType],
        amiType: isArm(instanceType) ? 'AL2023_ARM_64_STANDARD' : 'AL2023_x86_64_STANDARD',
        scalingConfig: { ...sizesOf(group), desiredSize: group.initialSize },
        labels: { [nodeGroupLabel]: name },
        ...(isDedicated
          ? { taints: [{ key: nodeGroupLabel, value: name, effect: 'NO_SCHEDULE' as const }] }
          : {}),
        tags: entry.tags,
        clientRequestToken,
      },
      { abortSignal },
    )
  } catch (error) {
    throw roleIsPending(error) ? new AwsPending('EKS cannot use the new role of the nodes yet.') : error
  }
}

/** Reports whether instances of a type have processors of Arm: those with a `g` after the generation, such as `c7g` and `m6gd`. */
export function isArm(instanceType: string): boolean {
  return /^[a-z]+\d+[a-z]*g/.test(instanceType)
}

function sizesOf({ minimumSize: minSize, maximumSize: maxSize }: DesiredGroup) {
  return { minSize, maxSize }
}

/** Returns what a group is busy with; undefined when it can be changed. Throws if it is broken. */
function groupProgress(
  { nodegroupName = '', status, createdAt, health }: Nodegroup,
  { name }: DesiredGroup,
  now: number,
): Progress | undefined {
  switch (status) {
    case 'ACTIVE':
      return undefined
    case 'DEGRADED':
      throw new AwsBlocked(
        'NodesDegraded',
        `EKS reports that nodes of group ${name} are degraded: ${issueOf(health)}`,
      )
    case 'UPDATING':
      return {
        reason: 'Updating',
        message: `EKS is updating the nodes of group ${name}, which usually takes 10 minutes.`,
      }
    case 'DELETING':
    case 'DELETE_FAILED':
      return {
        reason: 'Deleting',
        message: `Group ${nodegroupName} is being deleted, and will be created again.`,
      }
    default:
      return {
        reason: 'Creating',
        message: `EKS is creating the nodes of group ${name}${sinceWhen(createdAt, now)}, which usually takes 5 minutes.`,
      }
  }
}

/** What users do about issues of nodes: https://docs.aws.amazon.com/eks/latest/APIReference/API_Issue.html */
const remedies: Readonly<Record<string, string>> = {
  InsufficientFreeAddresses: 'Free addresses in the subnets, or use larger subnets.',
  InstanceLimitExceeded: 'Request a higher quota for instances of this type, or choose another type.',
  AsgInstanceLaunchFailures: 'Choose another instance type, or another region.',
  NodeCreationFailure: 'Check that the subnets reach the internet.',
  Ec2SubnetInvalidConfiguration: 'Let the public subnets assign addresses, or name private ones.',
}

/** Returns the first issue of a group, with what to do about it. */
function issueOf(health: Nodegroup['health']): string {
  const { code, message } = health?.issues?.[0] ?? {}
  const remedy = code === undefined ? undefined : remedies[code]
  return `${(message ?? 'no reason is given').replace(/\.$/, '')}.${remedy === undefined ? '' : ` ${remedy}`}`
}

/** Deletes a group that EKS could not create, so that it is created again. Throws why it failed. */
async function replaceFailed(
  { assertHeld, signal: abortSignal }: ReconcileContext,
  eks: EKS,
  { clusterName, nodegroupName, health }: Nodegroup,
): Promise<never> {
  assertHeld()
  await eks.deleteNodegroup({ clusterName, nodegroupName }, { abortSignal })
  const message = `EKS could not create the nodes of group ${nodegroupName ?? ''}, and tries again: ${issueOf(health)}`
  throw new AwsBlocked('NodesFailed', message)
}

interface FoundGroup {
  found: Nodegroup
  group: DesiredGroup
  desired: GroupsOf
}

/** Requests the next change of a group. Resolves with what it is then busy with; undefined when it is as desired. */
async function changeGroup(
  context: ReconcileContext,
  eks: EKS,
  { found, group, desired }: FoundGroup,
): Promise<Progress | undefined> {
  const { signal: abortSignal } = context
  const { clusterName, nodegroupName, scalingConfig, version = desired.version } = found
  const wanted = sizesOf(group)
  const isSized = scalingConfig?.minSize === wanted.minSize && scalingConfig.maxSize === wanted.maxSize
  recordDrift(context, {
    resource: `group ${group.name}`,
    desired: wanted,
    changed: isSized ? [] : ['the limits'],
  })
  if (!isSized) {
    const current = scalingConfig?.desiredSize ?? group.initialSize
    const desiredSize = Math.min(wanted.maxSize, Math.max(wanted.minSize, current))
    context.assertHeld()
    await eks.updateNodegroupConfig(
      { clusterName, nodegroupName, scalingConfig: { ...wanted, desiredSize } },
      { abortSignal },
    )
    return { reason: 'Updating', message: `EKS is changing the size of group ${group.name}.` }
  }
  if (!isOlderVersion(version, desired.version)) return undefined
  context.assertHeld()
  await eks.updateNodegroupVersion({ clusterName, nodegroupName, version: desired.version }, { abortSignal })
  return {
    reason: 'Upgrading',
    message: `EKS is replacing the nodes of group ${group.name} by nodes of version ${desired.version}.`,
  }
}
