import type { NodePool } from '../../../schema/node-pools.ts'
import { kubeconfigWithToken, renewToken as renewClusterToken } from '../../clouds/token.ts'
import type { Progress } from '../../clouds/progress.ts'
import type { ExternalEntry } from '../../engine/external-inventory.ts'
import type { ReconcileContext } from '../../engine/reconciler.ts'
import type { ExternalCalls } from '../../resources/external-resources.ts'
import { uniqueName } from '../../resources/unique-name.ts'
import type { GcpAccess } from '../account.ts'
import { tokenLifetime } from '../credentials.ts'
import { assertWorking, changeCluster, clusterCalls, ensureCluster, type DesiredCluster } from './cluster.ts'
import {
  callsOfNetwork,
  ensureNetwork,
  networkOrder,
  regionOfZone,
  zoneOf,
  type DesiredNetwork,
  type Network,
  type NetworkType,
} from './network.ts'
import { runningOperation } from './operations.ts'
import { ensurePools, poolCalls, poolsOfNewCluster, recordNewPools, type PoolsOf } from './pools.ts'
import type { GkeCluster } from './requests.ts'

/* Clusters of Google Kubernetes Engine, from the network to the nodes. Each step finds what an earlier reconcile has created. */

export interface DesiredGke {
  region: string
  isRegional: boolean
  kubernetesVersion: string | undefined
  channel: string
  allowedCidrs: readonly string[] | undefined
  nodeServiceAccount: string | undefined
  /** An existing network, or the addresses of the one to create. */
  network: Network | Pick<DesiredNetwork, 'nodeCidr' | 'podCidr'>
  pools: readonly NodePool[]
}

/** A cluster as it is. */
export interface Gke {
  cluster: GkeCluster
  /** The region of the cluster, or its zone. */
  location: string
  network: Network
  /** The kubeconfig, whose token expires; undefined while the Kubernetes API cannot be used. */
  kubeconfig: string | undefined
  /** What is not as desired yet, although the cluster may work. */
  progress: Progress | undefined
}

/** Ensures a cluster with all that it needs. */
export async function ensureGke(
  context: ReconcileContext,
  access: GcpAccess,
  desired: DesiredGke,
): Promise<Gke> {
  const { region, isRegional } = desired
  const name = nameOf(context)
  const hasOwnNetwork = 'nodeCidr' in desired.network
  const network =
    'nodeCidr' in desired.network
      ? await ensureNetwork(context, access, { ...desired.network, name, region })
      : desired.network
  const location = await locationOf(context, access, { region, isRegional })
  const pools: PoolsOf = {
    name,
    location,
    isRegional,
    hasPrivateNodes: hasOwnNetwork,
    serviceAccount: desired.nodeServiceAccount,
    pools: desired.pools,
  }
  const desiredCluster: DesiredCluster = {
    name,
    location,
    version: desired.kubernetesVersion,
    channel: desired.channel,
    allowedCidrs: desired.allowedCidrs,
    network,
    hasPrivateNodes: hasOwnNetwork,
    nodePools: poolsOfNewCluster(context, pools),
  }
  await recordNewPools(context, access, pools)
  const cluster = await ensureCluster(context, access, desiredCluster)
  const progress =
    (await progressOf(context, access, { cluster, location })) ??
    (await ensurePools(context, access, { desired: pools, version: cluster.currentMasterVersion ?? '' })) ??
    // Nodes must not be too far behind, so the next version waits until all nodes have this one.
    (await changeCluster(context, access, { cluster, desired: desiredCluster }))
  const kubeconfig = await kubeconfigOf(context, access, cluster)
  return { cluster, location, network, kubeconfig, progress }
}

/** Returns what a cluster is busy with, which keeps it from being changed; undefined when it is not. */
async function progressOf(
  { signal, now }: ReconcileContext,
  access: GcpAccess,
  { cluster, location }: { cluster: GkeCluster; location: string },
): Promise<Progress | undefined> {
  const { name, status } = cluster
  assertWorking(cluster)
  if (status === 'STOPPING')
    return {
      reason: 'Deleting',
      message: `Cluster ${name} is being deleted from outside of QleetOS, and will be created again.`,
    }
  if (status === 'RUNNING') return undefined
  const operation = await runningOperation(access, { location, name }, { signal, kind: 'any', now: now() })
  if (operation !== undefined) return operation
  return status === 'PROVISIONING'
    ? { reason: 'Creating', message: `GKE is creating cluster ${name}, which usually takes 8 minutes.` }
    : { reason: 'Updating', message: `GKE is changing cluster ${name}, which usually takes 5 minutes.` }
}

/** Returns the location that was chosen first, or else the region or a zone of it. */
async function locationOf(
  { external, signal }: ReconcileContext,
  access: GcpAccess,
  { region, isRegional }: { region: string; isRegional: boolean },
): Promise<string> {
  const recorded = external.find(({ type }) => type === 'cluster')
  if (recorded !== undefined) return recorded.region
  return isRegional ? region : zoneOf(access, region, signal)
}

/** Returns the region of what a cluster has already: a changed default of the account must not move it. */
export function regionOf({ external }: Pick<ReconcileContext, 'external'>, chosen: string): string {
  const recorded = external.find(({ provider, region }) => provider === 'gcp' && region !== '')
  return recorded === undefined ? chosen : regionOfZone(recorded.region)
}

/** Returns the name of the cluster, which its network has too. */
function nameOf({
  object,
  owner,
  external,
}: Pick<ReconcileContext, 'object' | 'owner' | 'external'>): string {
  const recorded = external.find(({ type }) => type !== 'node-pool')
  return recorded?.name ?? uniqueName(`gke-${object.name}`, owner, 40)
}

/** Milliseconds until a token has to be renewed, with time for a failed attempt. */
export const tokenRenewal = tokenLifetime / 2

/** Renews the token of a cluster that is not as desired. @param open Returns the access to the account. */
export async function renewToken(context: ReconcileContext, open: () => Promise<GcpAccess>) {
  return renewClusterToken(context, {
    issue: async () => (await open()).token(context.signal),
    renewal: tokenRenewal,
  })
}

/** Returns the stored kubeconfig, or one with a new token if that is due. */
async function kubeconfigOf(
  context: ReconcileContext,
  access: GcpAccess,
  { name, status, endpoint, masterAuth }: GkeCluster,
): Promise<string | undefined> {
  if (endpoint === undefined || status === 'PROVISIONING' || status === 'STOPPING') return undefined
  return kubeconfigWithToken(
    context,
    { name, server: `https://${endpoint}`, authority: masterAuth?.clusterCaCertificate },
    { issue: () => access.token(context.signal), renewal: tokenRenewal },
  )
}

/** Returns the calls for a recorded resource of a cluster, for its deletion. */
export async function callsOfGke(
  context: ReconcileContext,
  access: GcpAccess,
  { type, region }: ExternalEntry,
): Promise<ExternalCalls<unknown>> {
  if (type === 'cluster') return clusterCalls(access, region)
  if (type === 'node-pool') return poolCalls(access, { location: region, name: nameOf(context) })
  if (Object.hasOwn(networkOrder, type)) return callsOfNetwork(access, { type: type as NetworkType, region })
  throw new Error(`there is no type ${type} of resources of a cluster`)
}

/** Minutes that the deletion of a resource usually takes, by its type. */
export const usualMinutes: Readonly<Record<string, number>> = {
  cluster: 5,
  router: 1,
  subnetwork: 1,
  network: 1,
}
