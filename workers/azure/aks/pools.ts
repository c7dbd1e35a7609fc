import type { AgentPool, ManagedClusterAgentPoolProfile } from '@azure/arm-containerservice'
import { defaultPool, nodePoolLabel, type NodePool } from '../../../schema/node-pools.ts'
import { isOlderVersion } from '../../../schema/versions.ts'
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
import type { AzureAccess } from '../account.ts'
import { isAzureError, isBusy, unlessNotFound } from '../errors.ts'
import { azureTags } from '../ownership.ts'
import { aksOrder, isFailed, problemOf, requestChange, type ClusterPlace } from './cluster.ts'

/* Groups of nodes: https://learn.microsoft.com/rest/api/aks/agent-pools */

/** The groups of nodes of a cluster. */
export interface PoolsOf extends ClusterPlace {
  region: string
  isZoneRedundant: boolean
  /** The subnet of the nodes. @default that of AKS */
  subnetId: string | undefined
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
  access: AzureAccess,
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
    const place = { group: desired.group, name: desired.name, pool, found: state }
    if (isFailed(state)) await repair(context, access, place)
    progress ??= poolProgress(place) ?? (await changePool(context, access, { ...place, version }))
  }
  const others = {
    provider: 'azure',
    type: 'node-pool',
    names: pools.map((pool) => poolResource(access, desired, pool).name),
    service: 'AKS',
  }
  return progress ?? removeOtherPools(context, others, poolCalls(access, desired))
}

/** Returns the name of a group, of 12 characters at most: a new one for another size of machines, which cannot change. */
function poolName({ name, machineType, isDedicated }: NodePool): string {
  return `${name.slice(0, 6)}${machineHash(name, machineType, isDedicated)}`
}

/** Returns a group as the inventory has it. */
function poolResource(
  { subscriptionId: account }: AzureAccess,
  { name: cluster, region }: PoolsOf,
  pool: NodePool,
): ExternalResource {
  const type = 'node-pool'
  return {
    provider: 'azure',
    account,
    region,
    type,
    name: recordedPoolName(cluster, poolName(pool)),
    order: aksOrder['node-pool'],
    tags: {},
  }
}

/** Records the groups of a cluster that is about to be created. */
export function recordNewPools(
  context: ReconcileContext,
  access: AzureAccess,
  desired: PoolsOf,
): Promise<void> {
  return recordPools(
    context,
    desired.pools.map((pool) => poolResource(access, desired, pool)),
  )
}

/** Returns the groups of a new cluster. */
export function poolsOfNewCluster(
  { owner }: Pick<ReconcileContext, 'owner'>,
  desired: PoolsOf,
): ManagedClusterAgentPoolProfile[] {
  const tags = externalTagsOf(owner)
  return desired.pools.map((pool) => ({ name: poolName(pool), ...poolBody({ ...desired, pool }, { tags }) }))
}

interface MadePool extends Pick<PoolsOf, 'isZoneRedundant' | 'subnetId'> {
  pool: NodePool
}

function poolBody(
  { isZoneRedundant, subnetId, pool }: MadePool,
  entry: Pick<ExternalEntry, 'tags'>,
): AgentPool {
  const { name, machineType, minimumSize, isDedicated } = pool
  return {
    // Software of AKS runs in this one.
    mode: name === defaultPool ? 'System' : 'User',
    typePropertiesType: 'VirtualMachineScaleSets',
    osType: 'Linux',
    vmSize: machineType,
    count: minimumSize,
    ...sizesOf(pool),
    nodeLabels: { [nodePoolLabel]: name },
    ...(isDedicated ? { nodeTaints: [`${nodePoolLabel}=${name}:NoSchedule`] } : {}),
    ...(isZoneRedundant ? { availabilityZones: ['1', '2', '3'] } : {}),
    ...(subnetId === undefined ? {} : { vnetSubnetID: subnetId }),
    upgradeSettings: { maxSurge: '33%' },
    tags: azureTags(entry),
  }
}

function sizesOf({ minimumSize: minCount, maximumSize: maxCount }: NodePool) {
  return { enableAutoScaling: true, minCount, maxCount }
}

/** Returns the calls for groups of nodes of a cluster. */
export function poolCalls(
  access: AzureAccess,
  { group, name: cluster }: ClusterPlace,
  made?: MadePool,
): ExternalCalls<AgentPool> {
  return {
    // Groups of our cluster are ours.
    find: async ({ name }, abortSignal) => {
      const { agentPools } = await access.containerService()
      const state = await unlessNotFound(agentPools.get(group, cluster, poolNameIn(name), { abortSignal }))
      return state && { externalId: name, state }
    },
    create: async (entry, { signal: abortSignal }) => {
      if (made === undefined) throw new Error('a group of nodes that is being deleted is not created')
      const { agentPools } = await access.containerService()
      const poller = agentPools.createOrUpdate(
        group,
        cluster,
        poolNameIn(entry.name),
        poolBody(made, entry),
        {
          abortSignal,
        },
      )
      await requestChange(poller.submitted(), cluster)
      throw new CloudPending(`AKS is creating the nodes of group ${made.pool.name}.`)
    },
    remove: async ({ state }, { signal: abortSignal }) => {
      const { name = '' } = state
      if (state.provisioningState === 'Deleting') return
      const { agentPools } = await access.containerService()
      try {
        await agentPools.delete(group, cluster, name, { abortSignal }).submitted()
      } catch (error) {
        // Another operation of the cluster has to end first, or the group is gone.
        if (!isBusy(error) && !isAzureError(error, 404)) throw error
      }
    },
  }
}

interface FoundPool extends ClusterPlace {
  pool: NodePool
  found: AgentPool
}

/** Deletes a group that AKS could not create, and lets AKS repair one that was in use. Throws why that is. */
async function repair(context: ReconcileContext, access: AzureAccess, place: FoundPool): Promise<never> {
  const { name } = place.pool
  const problem = problemOf(place.found)
  context.assertHeld()
  if (wasConfigured(context, `group ${name}`)) {
    await putPool(context, access, { ...place, wanted: place.found })
    throw new CloudBlocked(
      'NodesFailed',
      `AKS could not change the nodes of group ${name}, and tries again: ${problem}`,
    )
  }
  const found = { externalId: place.found.name ?? '', state: place.found }
  await poolCalls(access, place).remove(found, { signal: context.signal })
  throw new CloudBlocked(
    'NodesFailed',
    `AKS could not create the nodes of group ${name}, and tries again: ${problem}`,
  )
}

async function putPool(
  { signal: abortSignal }: Pick<ReconcileContext, 'signal'>,
  access: AzureAccess,
  { group, name: cluster, found, wanted }: FoundPool & { wanted: AgentPool },
): Promise<void> {
  const { agentPools } = await access.containerService()
  const { name = '', eTag } = found
  const options = { abortSignal, ...(eTag === undefined ? {} : { ifMatch: eTag }) }
  await requestChange(agentPools.createOrUpdate(group, cluster, name, wanted, options).submitted(), cluster)
}

/** Returns what a group is busy with; undefined when it can be changed. */
function poolProgress({ pool: { name }, found }: FoundPool): Progress | undefined {
  switch (found.provisioningState) {
    case 'Succeeded':
      return undefined
    case 'Creating':
      return {
        reason: 'Creating',
        message: `AKS is creating the nodes of group ${name}, which usually takes 3 minutes.`,
      }
    case 'Deleting':
      return {
        reason: 'Deleting',
        message: `Group ${found.name ?? ''} is being deleted, and will be created again.`,
      }
    case 'Upgrading':
      return {
        reason: 'Upgrading',
        message: `AKS is replacing the nodes of group ${name}, which usually takes 10 minutes.`,
      }
    default:
      return {
        reason: 'Updating',
        message: `AKS is updating the nodes of group ${name}, which usually takes 5 minutes.`,
      }
  }
}

/** Requests the next change of a group. Resolves with what it is then busy with; undefined when it is as desired. */
async function changePool(
  context: ReconcileContext,
  access: AzureAccess,
  { version, ...place }: FoundPool & { version: string },
): Promise<Progress | undefined> {
  const { pool, found } = place
  const { name } = pool
  const wanted = sizesOf(pool)
  const isSized =
    found.enableAutoScaling === true &&
    (found.minCount ?? 0) === wanted.minCount &&
    found.maxCount === wanted.maxCount
  recordDrift(context, {
    resource: `group ${name}`,
    desired: wanted,
    changed: isSized ? [] : ['the limits'],
  })
  if (!isSized) {
    context.assertHeld()
    const count = Math.min(wanted.maxCount, Math.max(wanted.minCount, found.count ?? wanted.minCount))
    await putPool(context, access, { ...place, wanted: { ...found, ...wanted, count } })
    return { reason: 'Updating', message: `AKS is changing the size of group ${name}.` }
  }
  const target = minorOf(version)
  const current = found.currentOrchestratorVersion ?? found.orchestratorVersion ?? version
  // AKS installs patches by itself.
  if (!isOlderVersion(minorOf(current), target)) return undefined
  context.assertHeld()
  await putPool(context, access, { ...place, wanted: { ...found, orchestratorVersion: target } })
  return {
    reason: 'Upgrading',
    message: `AKS is replacing the nodes of group ${name} by nodes of version ${target}, which usually takes 10 minutes.`,
  }
}
