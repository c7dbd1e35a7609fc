import type { ManagedCluster } from '@azure/arm-containerservice'
import { azureRegionsWithoutZones } from '../../../schema/azure.ts'
import { chooseContext } from '../../../schema/clusters/kubeconfig/context.ts'
import { readKubeconfig } from '../../../schema/clusters/kubeconfig/kubeconfig.ts'
import type { NodePool } from '../../../schema/node-pools.ts'
import { CloudBlocked, CloudPending } from '../../clouds/errors.ts'
import type { Progress } from '../../clouds/progress.ts'
import { kubeconfigWithToken, renewToken as renewClusterToken } from '../../clouds/token.ts'
import type { ExternalEntry } from '../../engine/external-inventory.ts'
import type { ReconcileContext } from '../../engine/reconciler.ts'
import { ensureExternal, type ExternalCalls } from '../../resources/external-resources.ts'
import { uniqueName } from '../../resources/unique-name.ts'
import type { AzureAccess } from '../account.ts'
import { groupCalls } from '../resource-group.ts'
import { tokenLifetime } from '../tokens.ts'
import {
  aksOrder,
  changeCluster,
  clusterCalls,
  clusterProgress,
  ensureCluster,
  versionOf,
  type DesiredCluster,
} from './cluster.ts'
import { ensurePools, poolCalls, poolsOfNewCluster, recordNewPools, type PoolsOf } from './pools.ts'

/* Clusters of Azure Kubernetes Service, from the group of resources to the nodes. Each step finds what an earlier one has created. */

export interface DesiredAks {
  region: string
  kubernetesVersion: string | undefined
  allowedCidrs: readonly string[] | undefined
  isZoneRedundant: boolean
  subnetId: string | undefined
  pools: readonly NodePool[]
}

/** A cluster as it is. */
export interface Aks {
  cluster: ManagedCluster
  group: string
  server: string
  /** The kubeconfig, whose token expires; undefined while the Kubernetes API cannot be used. */
  kubeconfig: string | undefined
  /** What is not as desired yet, although the cluster may work. */
  progress: Progress | undefined
}

/** Ensures a cluster with all that it needs. */
export async function ensureAks(
  context: ReconcileContext,
  access: AzureAccess,
  desired: DesiredAks,
): Promise<Aks> {
  const { region, isZoneRedundant } = desired
  if (isZoneRedundant && azureRegionsWithoutZones.includes(region))
    throw new CloudBlocked(
      'NoZones',
      `Region ${region} has no availability zones. Choose another region, or a definition that is not zone-redundant.`,
    )
  const name = nameOf(context)
  await ensureGroup(context, access, { name, region })
  const pools: PoolsOf = {
    group: name,
    name,
    region,
    isZoneRedundant,
    subnetId: desired.subnetId,
    pools: desired.pools,
  }
  const desiredCluster: DesiredCluster = {
    group: name,
    name,
    region,
    version: desired.kubernetesVersion,
    allowedCidrs: desired.allowedCidrs,
    isZoneRedundant,
    nodePools: poolsOfNewCluster(context, pools),
  }
  await recordNewPools(context, access, pools)
  const cluster = await ensureCluster(context, access, desiredCluster)
  const progress =
    clusterProgress(cluster) ??
    (await ensurePools(context, access, { desired: pools, version: versionOf(cluster) })) ??
    // Nodes must not be too far behind, so the next version waits until all nodes have this one.
    (await changeCluster(context, access, { cluster, desired: desiredCluster }))
  return { cluster, group: name, progress, ...(await kubeconfigOf(context, access, cluster)) }
}

async function ensureGroup(
  context: ReconcileContext,
  access: AzureAccess,
  { name, region }: { name: string; region: string },
): Promise<void> {
  const { state } = await ensureExternal(
    context,
    {
      provider: 'azure',
      account: access.subscriptionId,
      region,
      type: 'resource-group',
      name,
      order: aksOrder['resource-group'],
      tags: {},
    },
    groupCalls(access, region),
  )
  if (state.properties?.provisioningState === 'Deleting')
    throw new CloudPending(
      `Resource group ${name} is being deleted from outside of QleetOS, and will be created again.`,
    )
}

/** Returns the name of the cluster, which its group of resources has too. */
function nameOf({
  object,
  owner,
  external,
}: Pick<ReconcileContext, 'object' | 'owner' | 'external'>): string {
  const recorded = external.find(({ type }) => type !== 'node-pool')
  return recorded?.name ?? uniqueName(`aks-${object.name}`, owner, 50)
}

/** Milliseconds until a token has to be renewed, with time for a failed attempt. */
export const tokenRenewal = tokenLifetime / 2

/** Renews the token of a cluster that is not as desired. @param open Returns the access to the account. */
export async function renewToken(context: ReconcileContext, open: () => Promise<AzureAccess>) {
  return renewClusterToken(context, {
    issue: async () => (await open()).clusterToken(context.signal),
    renewal: tokenRenewal,
  })
}

/** Returns the address of a Kubernetes API, and the stored kubeconfig or one with a new token if that is due. */
async function kubeconfigOf(
  context: ReconcileContext,
  access: AzureAccess,
  { name = '', provisioningState = '', fqdn = '' }: ManagedCluster,
): Promise<{ server: string; kubeconfig: string | undefined }> {
  const { signal: abortSignal } = context
  if (fqdn === '' || ['Creating', 'Deleting'].includes(provisioningState))
    return { server: '', kubeconfig: undefined }
  const { managedClusters } = await access.containerService()
  // What AKS issues has no credentials, but the certificate of its authority.
  const { kubeconfigs = [] } = await managedClusters.listClusterUserCredentials(name, name, {
    format: 'exec',
    abortSignal,
  })
  const text = new TextDecoder().decode(kubeconfigs[0]?.value)
  const { server, 'certificate-authority-data': authority } = chooseContext(readKubeconfig(text)).cluster
  const kubeconfig = await kubeconfigWithToken(
    context,
    { name, server, authority: authority ?? undefined },
    { issue: () => access.clusterToken(abortSignal), renewal: tokenRenewal },
  )
  return { server, kubeconfig }
}

/** Returns the calls for a recorded resource of a cluster, for its deletion. */
export async function callsOfAks(
  context: ReconcileContext,
  access: AzureAccess,
  { type, region }: ExternalEntry,
): Promise<ExternalCalls<unknown>> {
  const name = nameOf(context)
  switch (type) {
    case 'cluster':
      return clusterCalls(access, name)
    case 'node-pool':
      return poolCalls(access, { group: name, name })
    case 'resource-group':
      return groupCalls(access, region)
    default:
      throw new Error(`there is no type ${type} of resources of a cluster`)
  }
}

/** Minutes that the deletion of a resource usually takes, by its type. */
export const usualMinutes: Readonly<Record<string, number>> = { cluster: 5, 'resource-group': 2 }
