import type { ManagedCluster, ManagedClusterAgentPoolProfile } from '@azure/arm-containerservice'
import { isOlderVersion } from '../../../schema/versions.ts'
import { recordDrift, wasConfigured } from '../../clouds/drift.ts'
import { CloudBlocked, CloudPending } from '../../clouds/errors.ts'
import { minorOf, nextMinor, type Progress } from '../../clouds/progress.ts'
import type { ExternalEntry } from '../../engine/external-inventory.ts'
import type { ReconcileContext } from '../../engine/reconciler.ts'
import { ensureExternal, type ExternalCalls } from '../../resources/external-resources.ts'
import type { AzureAccess } from '../account.ts'
import { isAzureError, isBusy, unlessNotFound } from '../errors.ts'
import { assertOurs, azureTags } from '../ownership.ts'

/* Clusters of AKS: https://learn.microsoft.com/rest/api/aks/managed-clusters */

/** A cluster by its place. The cluster and its group have one name. */
export interface ClusterPlace {
  group: string
  name: string
}

export interface DesiredCluster extends ClusterPlace {
  region: string
  /** The minor version. @default that of AKS for a new cluster, and the existing one for others */
  version: string | undefined
  allowedCidrs: readonly string[] | undefined
  isZoneRedundant: boolean
  /** The groups of nodes with which the cluster starts. */
  nodePools: ManagedClusterAgentPoolProfile[]
}

/** The positions in the creation order: the deletion of a cluster includes its nodes, which would take longer one by one. */
export const aksOrder = { 'resource-group': 1, 'node-pool': 2, cluster: 3 } as const

/** Ensures a control plane. Resolves with it, in whatever state it is. */
export async function ensureCluster(
  context: ReconcileContext,
  access: AzureAccess,
  desired: DesiredCluster,
): Promise<ManagedCluster> {
  const { group, name, region } = desired
  const { state } = await ensureExternal(
    context,
    {
      provider: 'azure',
      account: access.subscriptionId,
      region,
      type: 'cluster',
      name,
      order: aksOrder.cluster,
      tags: {},
    },
    clusterCalls(access, group, desired),
  )
  if (isFailed(state)) await repair(context, access, { place: desired, cluster: state })
  return state
}

/** Reports whether the last change of a cluster or of a group of nodes has failed. */
export function isFailed({ provisioningState = '' }: { provisioningState?: string }): boolean {
  return ['Failed', 'Canceled'].includes(provisioningState)
}

interface WithProblem {
  status?: { provisioningError?: { message?: string } }
}

/** Returns what AKS says is wrong with a cluster or a group of nodes, as a sentence. */
export function problemOf({ status }: WithProblem): string {
  return `${(status?.provisioningError?.message ?? 'no reason is given').replace(/\.$/, '')}.`
}

/** Deletes a cluster that AKS could not create, and lets AKS repair one that was in use. Throws why that is. */
async function repair(
  context: ReconcileContext,
  access: AzureAccess,
  { place, cluster }: { place: ClusterPlace; cluster: ManagedCluster },
): Promise<never> {
  const { name } = place
  const problem = problemOf(cluster)
  context.assertHeld()
  if (wasConfigured(context, 'cluster')) {
    await putCluster(context, access, { place, cluster })
    throw new CloudBlocked(
      'ClusterFailed',
      `AKS could not change cluster ${name}, and tries again: ${problem}`,
    )
  }
  await deleteCluster(access, place, context.signal)
  throw new CloudBlocked('ClusterFailed', `AKS could not create cluster ${name}, and tries again: ${problem}`)
}

async function deleteCluster(
  access: AzureAccess,
  { group, name }: ClusterPlace,
  abortSignal: AbortSignal,
): Promise<void> {
  const { managedClusters } = await access.containerService()
  try {
    await managedClusters.delete(group, name, { abortSignal }).submitted()
  } catch (error) {
    // Another operation has to end first, or the cluster is gone.
    if (!isBusy(error) && !isAzureError(error, 404)) throw error
  }
}

/** Returns the calls for clusters of a group. */
export function clusterCalls(
  access: AzureAccess,
  group: string,
  desired?: DesiredCluster,
): ExternalCalls<ManagedCluster> {
  const find = async (name: string, abortSignal: AbortSignal): Promise<ManagedCluster | undefined> => {
    const { managedClusters } = await access.containerService()
    return unlessNotFound(managedClusters.get(group, name, { abortSignal }))
  }
  return {
    find: async (entry, signal) => {
      const found = await find(entry.name, signal)
      if (found === undefined) return undefined
      assertOurs(entry, found.tags)
      return { externalId: entry.name, state: found }
    },
    create: async (entry, { signal: abortSignal }) => {
      if (desired === undefined) throw new Error('a cluster that is being deleted is not created')
      const { managedClusters } = await access.containerService()
      const poller = managedClusters.createOrUpdate(group, entry.name, clusterBody(desired, entry), {
        abortSignal,
      })
      await poller.submitted()
      const created = await find(entry.name, abortSignal)
      if (created === undefined) throw new CloudPending(`AKS is creating cluster ${entry.name}.`)
      return { externalId: entry.name, state: created }
    },
    remove: async ({ externalId: name, state }, { signal }) => {
      if (state.provisioningState !== 'Deleting') await deleteCluster(access, { group, name }, signal)
    },
  }
}

function clusterBody(desired: DesiredCluster, entry: Pick<ExternalEntry, 'tags'>): ManagedCluster {
  const { name, region, version, isZoneRedundant, nodePools } = desired
  return {
    location: region,
    tags: azureTags(entry),
    sku: { name: 'Base', tier: isZoneRedundant ? 'Standard' : 'Free' },
    identity: { type: 'SystemAssigned' },
    dnsPrefix: name,
    nodeResourceGroup: nodeGroupOf(name),
    ...(version === undefined ? {} : { kubernetesVersion: version }),
    agentPoolProfiles: nodePools,
    networkProfile: { networkPlugin: 'azure', networkPluginMode: 'overlay', loadBalancerSku: 'standard' },
    enableRbac: true,
    // Permissions in the cluster are roles of Azure, and tokens of it the only credentials.
    aadProfile: { managed: true, enableAzureRbac: true },
    disableLocalAccounts: true,
    oidcIssuerProfile: { enabled: true },
    securityProfile: { workloadIdentity: { enabled: true } },
    autoUpgradeProfile: { upgradeChannel: 'patch', nodeOSUpgradeChannel: 'NodeImage' },
    apiServerAccessProfile: { authorizedIPRanges: [...(desired.allowedCidrs ?? [])] },
  }
}

/** Returns the name of the group of resources in which AKS manages the nodes of a cluster. */
function nodeGroupOf(cluster: string): string {
  return `${cluster}-nodes`
}

/** Requests a cluster to be as given. Throws CloudPending if AKS is busy with another change. */
async function putCluster(
  { signal: abortSignal }: Pick<ReconcileContext, 'signal'>,
  access: AzureAccess,
  { place: { group, name }, cluster }: { place: ClusterPlace; cluster: ManagedCluster },
): Promise<void> {
  const { managedClusters } = await access.containerService()
  const { eTag } = cluster
  const options = { abortSignal, ...(eTag === undefined ? {} : { ifMatch: eTag }) }
  await requestChange(managedClusters.createOrUpdate(group, name, cluster, options).submitted(), name)
}

/** Waits for the response to a request of a change. Throws CloudPending if AKS is busy with another one. */
export async function requestChange(request: Promise<unknown>, cluster: string): Promise<void> {
  try {
    await request
  } catch (error) {
    throw isBusy(error) ? new CloudPending(`AKS is busy with another change of cluster ${cluster}.`) : error
  }
}

/** Returns what a control plane is busy with, which keeps it from being changed; undefined when it is not. */
export function clusterProgress({
  name = '',
  provisioningState = '',
  powerState,
}: ManagedCluster): Progress | undefined {
  if (powerState?.code === 'Stopped')
    throw new CloudBlocked(
      'ClusterStopped',
      `Cluster ${name} was stopped outside of QleetOS. Run: az aks start --resource-group ${name} --name ${name}`,
    )
  switch (provisioningState) {
    case 'Succeeded':
      return undefined
    case 'Creating':
      return {
        reason: 'Creating',
        message: `AKS is creating cluster ${name}, which usually takes 5 minutes.`,
      }
    case 'Upgrading':
      return {
        reason: 'Upgrading',
        message: `AKS is upgrading cluster ${name}, which usually takes 10 minutes.`,
      }
    case 'Deleting':
      return {
        reason: 'Deleting',
        message: `Cluster ${name} is being deleted from outside of QleetOS, and will be created again.`,
      }
    default:
      return {
        reason: 'Updating',
        message: `AKS is changing cluster ${name}, which usually takes 5 minutes.`,
      }
  }
}

/** Requests the next change of a control plane. Resolves with what it is then busy with; undefined when it is as desired. */
export async function changeCluster(
  context: ReconcileContext,
  access: AzureAccess,
  { cluster, desired }: { cluster: ManagedCluster; desired: DesiredCluster },
): Promise<Progress | undefined> {
  const { name, version, allowedCidrs = [] } = desired
  const found = [...(cluster.apiServerAccessProfile?.authorizedIPRanges ?? [])].sort()
  const isOpen = found.join() === [...allowedCidrs].sort().join()
  const isPatched = cluster.autoUpgradeProfile?.upgradeChannel === 'patch'
  const changed = [
    ...(isOpen ? [] : ['the access to the Kubernetes API']),
    ...(isPatched ? [] : ['the channel of upgrades']),
  ]
  recordDrift(context, { resource: 'cluster', desired: { allowedCidrs, version }, changed })
  if (changed.length > 0) {
    context.assertHeld()
    const { autoUpgradeProfile, apiServerAccessProfile } = cluster
    await putCluster(context, access, {
      place: desired,
      cluster: {
        ...cluster,
        autoUpgradeProfile: { ...autoUpgradeProfile, upgradeChannel: 'patch' },
        apiServerAccessProfile: { ...apiServerAccessProfile, authorizedIPRanges: [...allowedCidrs] },
      },
    })
    return { reason: 'Updating', message: `AKS is changing ${changed.join(' and ')} of cluster ${name}.` }
  }
  const current = minorOf(versionOf(cluster))
  if (version === undefined || !isOlderVersion(current, version)) return undefined
  const next = nextMinor(current)
  context.assertHeld()
  // The nodes keep their version until the control plane has the new one.
  await putCluster(context, access, { place: desired, cluster: { ...cluster, kubernetesVersion: next } })
  return {
    reason: 'Upgrading',
    message: `AKS is upgrading cluster ${name} from ${current} to ${next}, which usually takes 10 minutes.`,
  }
}

/** Returns the version of a control plane with its patch. */
export function versionOf({ currentKubernetesVersion, kubernetesVersion = '' }: ManagedCluster): string {
  return currentKubernetesVersion ?? kubernetesVersion
}
