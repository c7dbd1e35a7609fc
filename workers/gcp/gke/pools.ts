import { isOlderVersion } from '../../../schema/versions.ts'
import { nodePoolLabel, type NodePool } from '../../../schema/node-pools.ts'
import { recordDrift, wasConfigured } from '../../clouds/drift.ts'
import { CloudBlocked, CloudPending } from '../../clouds/errors.ts'
import {
  machineHash,
  poolNameIn,
  recordedPoolName,
  recordPools,
  removeOtherPools,
} from '../../clouds/pools.ts'
import { minorOf, type Progress } from '../../clouds/progress.ts'
import type { ExternalEntry, ExternalResource } from '../../engine/external-inventory.ts'
import type { ReconcileContext } from '../../engine/reconciler.ts'
import { ensureExternal, externalTagsOf, type ExternalCalls } from '../../resources/external-resources.ts'
import type { GcpAccess } from '../account.ts'
import { isBusy, isNotFound, unlessNotFound } from '../errors.ts'
import { labelsOf } from '../ownership.ts'
import { clusterOrder, requestChange } from './cluster.ts'
import { clusterPath, problemOf, type ClusterPlace, type GkePool } from './requests.ts'

/* Groups of nodes: https://cloud.google.com/kubernetes-engine/docs/reference/rest/v1/projects.locations.clusters.nodePools */

/** The groups of nodes of a cluster. */
export interface PoolsOf extends ClusterPlace {
  /** Indicates whether nodes are in several zones. */
  isRegional: boolean
  hasPrivateNodes: boolean
  /** The service account of the nodes. @default that of Compute Engine */
  serviceAccount: string | undefined
  pools: readonly NodePool[]
}

/**
 * Ensures the groups of nodes of a cluster, and removes all others once the desired ones are there. Resolves with what they are busy
 * with; undefined when all are as desired.
 *
 * @param version The version of the control plane.
 */
export async function ensurePools(
  context: ReconcileContext,
  access: GcpAccess,
  { desired, version }: { desired: PoolsOf; version: string },
): Promise<Progress | undefined> {
  const { pools } = desired
  let progress: Progress | undefined
  for (const pool of pools) {
    const { state } = await ensureExternal(
      context,
      poolResource(access, desired, pool),
      poolCalls(access, desired, { ...desired, pool }),
    )
    const place = { ...desired, pool, found: state }
    progress ??=
      (await poolProgress(context, access, place)) ??
      (await changePool(context, access, { ...place, version }))
  }
  const others = {
    provider: 'gcp',
    type: 'node-pool',
    names: pools.map((pool) => poolResource(access, desired, pool).name),
    service: 'GKE',
  }
  return progress ?? removeOtherPools(context, others, poolCalls(access, desired))
}

/** Returns the name of a group: a new one for another machine type, which cannot change without a pause. */
function poolName({ name, machineType, isDedicated }: NodePool): string {
  return `${name}-${machineHash(machineType, isDedicated)}`
}

/** Returns a group as the inventory has it. */
function poolResource(
  { projectId: account }: GcpAccess,
  { name: cluster, location: region }: PoolsOf,
  pool: NodePool,
): ExternalResource {
  const type = 'node-pool'
  return {
    provider: 'gcp',
    account,
    region,
    type,
    name: recordedPoolName(cluster, poolName(pool)),
    order: clusterOrder['node-pool'],
    tags: {},
  }
}

/** Records the groups of a cluster that is about to be created. */
export function recordNewPools(
  context: ReconcileContext,
  access: GcpAccess,
  desired: PoolsOf,
): Promise<void> {
  return recordPools(
    context,
    desired.pools.map((pool) => poolResource(access, desired, pool)),
  )
}

/** Returns the groups of a new cluster. */
export function poolsOfNewCluster({ owner }: Pick<ReconcileContext, 'owner'>, desired: PoolsOf): object[] {
  const tags = externalTagsOf(owner)
  return desired.pools.map((pool) => poolBody({ ...desired, pool }, { tags }))
}

interface MadePool extends Pick<PoolsOf, 'isRegional' | 'hasPrivateNodes' | 'serviceAccount'> {
  pool: NodePool
}

function poolBody(
  { isRegional, hasPrivateNodes, serviceAccount, pool }: MadePool,
  entry: Pick<ExternalEntry, 'tags'>,
): object {
  const { name, machineType, minimumSize, isDedicated } = pool
  return {
    name: poolName(pool),
    // In a region, this is the number for each of three zones.
    initialNodeCount: isRegional ? Math.ceil(minimumSize / 3) : minimumSize,
    autoscaling: sizesOf(pool),
    management: { autoUpgrade: true, autoRepair: true },
    networkConfig: { enablePrivateNodes: hasPrivateNodes },
    config: {
      machineType,
      labels: { [nodePoolLabel]: name },
      ...(isDedicated ? { taints: [{ key: nodePoolLabel, value: name, effect: 'NO_SCHEDULE' }] } : {}),
      resourceLabels: labelsOf(entry),
      oauthScopes: ['https://www.googleapis.com/auth/cloud-platform'],
      ...(serviceAccount === undefined ? {} : { serviceAccount }),
    },
  }
}

function sizesOf({ minimumSize: totalMinNodeCount, maximumSize: totalMaxNodeCount }: NodePool) {
  return { enabled: true, totalMinNodeCount, totalMaxNodeCount, locationPolicy: 'BALANCED' }
}

/** Returns the calls for groups of nodes of a cluster. */
export function poolCalls(
  access: GcpAccess,
  { location, name: cluster }: ClusterPlace,
  made?: MadePool,
): ExternalCalls<GkePool> {
  const path = (rest: string) => clusterPath(access, { location, name: cluster }, `/nodePools${rest}`)
  return {
    // Groups of our cluster are ours.
    find: async ({ name }, signal) => {
      const reading = access.call<GkePool>({
        service: 'container',
        method: 'GET',
        path: path(`/${poolNameIn(name)}`),
        signal,
      })
      const state = await unlessNotFound(reading)
      return state && { externalId: name, state }
    },
    create: async (entry, { signal }) => {
      if (made === undefined) throw new Error('a group of nodes that is being deleted is not created')
      const body = { nodePool: poolBody(made, entry) }
      // An earlier request that creates it already counts as another change.
      await requestChange(
        access.call({ service: 'container', method: 'POST', path: path(''), body, signal }),
        cluster,
      )
      throw new CloudPending(`GKE is creating the nodes of group ${made.pool.name}.`)
    },
    remove: async ({ state }, { signal }) => {
      if (state.status === 'STOPPING') return
      try {
        await access.call({ service: 'container', method: 'DELETE', path: path(`/${state.name}`), signal })
      } catch (error) {
        // Another operation of the cluster has to end first, or the group is gone.
        if (!isBusy(error) && !isNotFound(error)) throw error
      }
    },
  }
}

interface FoundPool extends ClusterPlace {
  pool: NodePool
  found: GkePool
}

/** Returns what a group is busy with; undefined when it can be changed. Throws if it is broken. */
async function poolProgress(
  context: ReconcileContext,
  access: GcpAccess,
  { pool: { name }, found, ...place }: FoundPool,
): Promise<Progress | undefined> {
  switch (found.status) {
    case 'RUNNING':
      return undefined
    case 'RUNNING_WITH_ERROR':
      throw new CloudBlocked(
        'NodesDegraded',
        `GKE reports that nodes of group ${name} are degraded: ${problemOf(found)}`,
      )
    case 'ERROR':
      return replaceFailed(context, access, { name, found, place })
    case 'STOPPING':
      return {
        reason: 'Deleting',
        message: `Group ${found.name} is being deleted, and will be created again.`,
      }
    case 'RECONCILING':
      return {
        reason: 'Updating',
        message: `GKE is updating the nodes of group ${name}, which usually takes 10 minutes.`,
      }
    default:
      return {
        reason: 'Creating',
        message: `GKE is creating the nodes of group ${name}, which usually takes 3 minutes.`,
      }
  }
}

/** Deletes a group that GKE could not create, so that it is created again. Throws why it failed. */
async function replaceFailed(
  context: ReconcileContext,
  access: GcpAccess,
  { name, found, place }: { name: string; found: GkePool; place: ClusterPlace },
): Promise<never> {
  const problem = problemOf(found)
  // What was once in use is never deleted.
  if (wasConfigured(context, `group ${name}`))
    throw new CloudBlocked(
      'NodesFailed',
      `GKE reports that the nodes of group ${name} do not work: ${problem}`,
    )
  context.assertHeld()
  const { remove } = poolCalls(access, place)
  await remove({ externalId: found.name, state: found }, { signal: context.signal })
  throw new CloudBlocked(
    'NodesFailed',
    `GKE could not create the nodes of group ${name}, and tries again: ${problem}`,
  )
}

/** Requests the next change of a group. Resolves with what it is then busy with; undefined when it is as desired. */
async function changePool(
  context: ReconcileContext,
  access: GcpAccess,
  { pool, found, version, ...place }: FoundPool & { version: string },
): Promise<Progress | undefined> {
  const { name } = pool
  const { totalMinNodeCount, totalMaxNodeCount, ...rest } = sizesOf(pool)
  const { autoscaling: current } = found
  const isSized =
    current?.enabled === true &&
    (current.totalMinNodeCount ?? 0) === totalMinNodeCount &&
    current.totalMaxNodeCount === totalMaxNodeCount
  recordDrift(context, {
    resource: `group ${name}`,
    desired: { totalMinNodeCount, totalMaxNodeCount },
    changed: isSized ? [] : ['the limits'],
  })
  const { signal } = context
  const path = clusterPath(access, place, `/nodePools/${found.name}`)
  if (!isSized) {
    context.assertHeld()
    const body = { autoscaling: { ...rest, totalMinNodeCount, totalMaxNodeCount } }
    await requestChange(
      access.call({ service: 'container', method: 'POST', path: `${path}:setAutoscaling`, body, signal }),
      place.name,
    )
    return { reason: 'Updating', message: `GKE is changing the size of group ${name}.` }
  }
  // GKE installs patches by itself.
  if (!isOlderVersion(minorOf(found.version ?? version), minorOf(version))) return undefined
  context.assertHeld()
  await requestChange(
    access.call({ service: 'container', method: 'PUT', path, body: { nodeVersion: version }, signal }),
    place.name,
  )
  return {
    reason: 'Upgrading',
    message: `GKE is replacing the nodes of group ${name} by nodes of version ${version}, which usually takes 10 minutes.`,
  }
}
