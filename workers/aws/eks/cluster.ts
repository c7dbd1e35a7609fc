import type { Cluster, EKS } from '@aws-sdk/client-eks'
import { isOlderVersion } from '../../../schema/versions.ts'
import type { ReconcileContext } from '../../engine/reconciler.ts'
import { ensureExternal, type ExternalCalls } from '../../resources/external-resources.ts'
import type { AwsAccess } from '../account.ts'
import { recordDrift } from '../../clouds/drift.ts'
import { nextMinor, sinceWhen, type Progress } from '../../clouds/progress.ts'
import { AwsBlocked, AwsPending, isAwsError } from '../errors.ts'
import { assertOurs, tagList } from '../ownership.ts'

/* Control planes of EKS: https://docs.aws.amazon.com/eks/latest/APIReference/API_Operations_Amazon_Elastic_Kubernetes_Service.html */

export interface DesiredCluster {
  name: string
  region: string
  /** The minor version. @default that of EKS for a new cluster, and the existing one for others */
  version: string | undefined
  roleArn: string
  subnets: readonly string[]
  allowedCidrs: readonly string[] | undefined
}

/** The position of a cluster in the creation order. */
export const clusterOrder = 7

/** Ensures a control plane. Resolves with it, in whatever state it is. */
export async function ensureCluster(
  context: ReconcileContext,
  access: AwsAccess,
  desired: DesiredCluster,
): Promise<Cluster> {
  const { name, region } = desired
  const eks = await access.in(region).eks()
  const { state } = await ensureExternal(
    context,
    {
      provider: 'aws',
      account: access.accountId,
      region,
      type: 'cluster',
      name,
      order: clusterOrder,
      tags: {},
    },
    clusterCalls(eks, desired),
  )
  if (state.status === 'FAILED') await replaceFailed(context, eks, state)
  return state
}

/** Deletes a cluster that EKS could not create, so that it is created again. Throws why it failed. */
async function replaceFailed(
  { assertHeld, signal: abortSignal }: ReconcileContext,
  eks: EKS,
  { name = '', health }: Cluster,
): Promise<never> {
  assertHeld()
  await eks.deleteCluster({ name }, { abortSignal })
  const reason = health?.issues?.[0]?.message?.replace(/\.$/, '') ?? 'no reason is given'
  throw new AwsBlocked('ClusterFailed', `EKS could not create cluster ${name}, and tries again: ${reason}.`)
}

/** Returns the calls for clusters of a region. */
export function clusterCalls(eks: EKS, desired?: DesiredCluster): ExternalCalls<Cluster> {
  return {
    find: async (entry, abortSignal) => {
      const found = await findCluster(eks, entry.name, abortSignal)
      if (found === undefined) return undefined
      assertOurs(entry, tagList({ tags: found.tags ?? {} }))
      return { externalId: entry.name, state: found }
    },
    create: async (entry, { token: clientRequestToken, signal: abortSignal }) => {
      if (desired === undefined) throw new Error('a cluster that is being deleted is not created')
      const { version, roleArn, subnets } = desired
      try {
        const { cluster = {} } = await eks.createCluster(
          {
            name: entry.name,
            roleArn,
            ...(version === undefined ? {} : { version }),
            resourcesVpcConfig: { subnetIds: [...subnets], ...accessOf(desired) },
            accessConfig: { authenticationMode: 'API', bootstrapClusterCreatorAdminPermissions: true },
            // All are managed add-ons, which EKS upgrades when it is asked to.
            bootstrapSelfManagedAddons: false,
            // Extended support costs six times as much.
            upgradePolicy: { supportType: 'STANDARD' },
            tags: entry.tags,
            clientRequestToken,
          },
          { abortSignal },
        )
        return { externalId: entry.name, state: cluster }
      } catch (error) {
        throw roleIsPending(error) ? new AwsPending('EKS cannot use the new role of the cluster yet.') : error
      }
    },
    remove: async ({ externalId: name, state }, { signal: abortSignal }) => {
      if (state.status === 'DELETING') return
      try {
        await eks.deleteCluster({ name }, { abortSignal })
      } catch (error) {
        // Groups of nodes or an update are still there, or the cluster is gone.
        if (!isAwsError(error, 'ResourceInUseException', 'ResourceNotFoundException')) throw error
      }
    },
  }
}

async function findCluster(eks: EKS, name: string, abortSignal: AbortSignal): Promise<Cluster | undefined> {
  try {
    return (await eks.describeCluster({ name }, { abortSignal })).cluster
  } catch (error) {
    if (isAwsError(error, 'ResourceNotFoundException')) return undefined
    throw error
  }
}

/** Reports whether a request failed because a role that was just created is not known everywhere yet. */
export function roleIsPending(error: unknown): boolean {
  return (
    isAwsError(error, 'InvalidParameterException', 'InvalidRequestException') &&
    /\brole\b/i.test(error.message)
  )
}

/** Returns how the Kubernetes API is reached: by nodes within the VPC, and by all others over the internet. */
function accessOf({ allowedCidrs = ['0.0.0.0/0'] }: Pick<DesiredCluster, 'allowedCidrs'>) {
  return { endpointPrivateAccess: true, endpointPublicAccess: true, publicAccessCidrs: [...allowedCidrs] }
}

/**
 * Returns what a control plane is busy with, which keeps it from being changed; undefined when it is not.
 *
 * @param now Milliseconds since 1970.
 */
export function clusterProgress(
  { name = '', status, createdAt }: Cluster,
  now: number,
): Progress | undefined {
  switch (status) {
    case 'ACTIVE':
      return undefined
    case 'UPDATING':
      return {
        reason: 'Updating',
        message: `EKS is updating cluster ${name}, which usually takes 10 minutes.`,
      }
    case 'DELETING':
      return {
        reason: 'Deleting',
        message: `Cluster ${name} is being deleted from outside of QleetOS, and will be created again.`,
      }
    default:
      return {
        reason: 'Creating',
        message: `EKS is creating cluster ${name}${sinceWhen(createdAt, now)}, which usually takes 10 minutes.`,
      }
  }
}

/** Requests the next change of a control plane. Resolves with what it is then busy with; undefined when it is as desired. */
export async function changeCluster(
  context: ReconcileContext,
  access: AwsAccess,
  { cluster, desired }: { cluster: Cluster; desired: DesiredCluster },
): Promise<Progress | undefined> {
  const { name, region, version, allowedCidrs } = desired
  const { resourcesVpcConfig: found, version: current = '' } = cluster
  const eks = await access.in(region).eks()
  const wanted = accessOf(desired)
  const isOpen =
    found?.endpointPrivateAccess === true &&
    found.endpointPublicAccess === true &&
    [...(found.publicAccessCidrs ?? [])].sort().join() === [...wanted.publicAccessCidrs].sort().join()
  recordDrift(context, {
    resource: 'cluster',
    desired: { allowedCidrs, version },
    changed: isOpen ? [] : ['the access to the Kubernetes API'],
  })
  const { signal: abortSignal } = context
  if (!isOpen) {
    context.assertHeld()
    await eks.updateClusterConfig({ name, resourcesVpcConfig: wanted }, { abortSignal })
    return { reason: 'Updating', message: `EKS is changing the access to cluster ${name}.` }
  }
  if (version === undefined || !isOlderVersion(current, version)) return undefined
  const next = nextMinor(current)
  context.assertHeld()
  await eks.updateClusterVersion({ name, version: next }, { abortSignal })
  return { reason: 'Upgrading', message: `EKS is upgrading cluster ${name} from ${current} to ${next}.` }
}
