import { isOlderVersion } from '../../../schema/versions.ts'
import { recordDrift, wasConfigured } from '../../clouds/drift.ts'
import { CloudBlocked, CloudPending } from '../../clouds/errors.ts'
import { minorOf, nextMinor, type Progress } from '../../clouds/progress.ts'
import type { ReconcileContext } from '../../engine/reconciler.ts'
import { ensureExternal, type ExternalCalls } from '../../resources/external-resources.ts'
import type { GcpAccess } from '../account.ts'
import { isBusy, isGcpError, isNotFound, unlessNotFound } from '../errors.ts'
import { assertOurs, labelsOf } from '../ownership.ts'
import type { Network } from './network.ts'
import { clusterPath, locationPath, problemOf, type ClusterPlace, type GkeCluster } from './requests.ts'

/* Clusters of GKE: https://cloud.google.com/kubernetes-engine/docs/reference/rest/v1/projects.locations.clusters */

export interface DesiredCluster extends ClusterPlace {
  /** The minor version. @default the release channel decides */
  version: string | undefined
  channel: string
  allowedCidrs: readonly string[] | undefined
  network: Network
  hasPrivateNodes: boolean
  /** The groups of nodes with which the cluster starts. */
  nodePools: readonly object[]
}

/** The positions in the creation order: the deletion of a cluster includes its nodes, which would take longer one by one. */
export const clusterOrder = { 'node-pool': 4, cluster: 5 } as const

/** Ensures a control plane. Resolves with it, in whatever state it is. */
export async function ensureCluster(
  context: ReconcileContext,
  access: GcpAccess,
  desired: DesiredCluster,
): Promise<GkeCluster> {
  const { name, location } = desired
  const { state } = await ensureExternal(
    context,
    {
      provider: 'gcp',
      account: access.projectId,
      region: location,
      type: 'cluster',
      name,
      order: clusterOrder.cluster,
      tags: {},
    },
    clusterCalls(access, location, desired),
  )
  if (state.status === 'ERROR') await replaceFailed(context, access, { place: desired, cluster: state })
  return state
}

/** Deletes a cluster that GKE could not create, so that it is created again. Throws why it failed. */
async function replaceFailed(
  context: ReconcileContext,
  access: GcpAccess,
  { place, cluster }: { place: ClusterPlace; cluster: GkeCluster },
): Promise<never> {
  const problem = problemOf(cluster)
  // What was once in use is never deleted.
  if (wasConfigured(context, 'cluster'))
    throw new CloudBlocked(
      'ClusterFailed',
      `GKE reports that cluster ${cluster.name} does not work: ${problem}`,
    )
  context.assertHeld()
  await deleteCluster(access, place, context.signal)
  const message = `GKE could not create cluster ${cluster.name}, and tries again: ${problem}`
  throw new CloudBlocked('ClusterFailed', message)
}

async function deleteCluster(access: GcpAccess, place: ClusterPlace, signal: AbortSignal): Promise<void> {
  try {
    await access.call({ service: 'container', method: 'DELETE', path: clusterPath(access, place), signal })
  } catch (error) {
    // Another operation has to end first, or the cluster is gone.
    if (!isBusy(error) && !isNotFound(error)) throw error
  }
}

/** Returns the calls for clusters of a location. */
export function clusterCalls(
  access: GcpAccess,
  location: string,
  desired?: DesiredCluster,
): ExternalCalls<GkeCluster> {
  const find = async (name: string, signal: AbortSignal): Promise<GkeCluster | undefined> =>
    unlessNotFound(
      access.call<GkeCluster>({
        service: 'container',
        method: 'GET',
        path: clusterPath(access, { location, name }),
        signal,
      }),
    )
  return {
    find: async (entry, signal) => {
      const found = await find(entry.name, signal)
      if (found === undefined) return undefined
      assertOurs(entry, found.resourceLabels)
      return { externalId: entry.name, state: found }
    },
    create: async (entry, { signal }) => {
      if (desired === undefined) throw new Error('a cluster that is being deleted is not created')
      const body = { cluster: clusterBody(access, desired, labelsOf(entry)) }
      try {
        await access.call({
          service: 'container',
          method: 'POST',
          path: locationPath(access, location, 'clusters'),
          body,
          signal,
        })
      } catch (error) {
        // An earlier request creates it already.
        if (!isGcpError(error, 409)) throw error
      }
      const created = await find(entry.name, signal)
      if (created === undefined) throw new CloudPending(`GKE is creating cluster ${entry.name}.`)
      return { externalId: entry.name, state: created }
    },
    remove: async ({ externalId: name, state }, { signal }) => {
      if (state.status !== 'STOPPING') await deleteCluster(access, { location, name }, signal)
    },
  }
}

function clusterBody({ projectId }: GcpAccess, desired: DesiredCluster, resourceLabels: object): object {
  const { name, version, channel, network, hasPrivateNodes, nodePools } = desired
  const { network: networkName, subnetwork, podRange, serviceRange } = network
  return {
    name,
    resourceLabels,
    network: networkName,
    subnetwork,
    ...(version === undefined ? {} : { initialClusterVersion: version }),
    releaseChannel: { channel: channel.toUpperCase() },
    ipAllocationPolicy: {
      useIpAliases: true,
      ...(podRange === undefined ? {} : { clusterSecondaryRangeName: podRange }),
      ...(serviceRange === undefined ? {} : { servicesSecondaryRangeName: serviceRange }),
    },
    networkConfig: { defaultEnablePrivateNodes: hasPrivateNodes, datapathProvider: 'ADVANCED_DATAPATH' },
    // Service accounts of Kubernetes are identities of the project.
    workloadIdentityConfig: { workloadPool: `${projectId}.svc.id.goog` },
    controlPlaneEndpointsConfig: accessOf(desired),
    ...(version === undefined ? {} : { maintenancePolicy: { window: windowOf(new Date()) } }),
    nodePools,
  }
}

/** Returns how the Kubernetes API is reached: over the internet, from some addresses only if that is desired. */
function accessOf({ allowedCidrs }: Pick<DesiredCluster, 'allowedCidrs'>) {
  return {
    ipEndpointsConfig: {
      enabled: true,
      enablePublicEndpoint: true,
      authorizedNetworksConfig: {
        enabled: allowedCidrs !== undefined,
        ...(allowedCidrs === undefined
          ? {}
          : { cidrBlocks: allowedCidrs.map((cidrBlock) => ({ cidrBlock })) }),
      },
    },
  }
}

/** The name of the exclusion that keeps GKE from upgrading to another minor version by itself. */
const exclusionName = 'qleetos-minor-version'

function windowOf(start: Date): object {
  return {
    maintenanceExclusions: {
      [exclusionName]: {
        startTime: start.toISOString(),
        maintenanceExclusionOptions: { scope: 'NO_MINOR_UPGRADES', endTimeBehavior: 'UNTIL_END_OF_SUPPORT' },
      },
    },
  }
}

/** Throws why a cluster does not work, if that is not going to end by itself. */
export function assertWorking({ name, status, ...cluster }: GkeCluster): void {
  if (status === 'DEGRADED')
    throw new CloudBlocked(
      'ClusterDegraded',
      `GKE reports that cluster ${name} is degraded: ${problemOf(cluster)}`,
    )
}

export interface ClusterChange {
  cluster: GkeCluster
  desired: DesiredCluster
}

/** Requests the next change of a control plane. Resolves with what it is then busy with; undefined when it is as desired. */
export async function changeCluster(
  context: ReconcileContext,
  access: GcpAccess,
  { cluster, desired }: ClusterChange,
): Promise<Progress | undefined> {
  const { name, version, channel, allowedCidrs } = desired
  const differences = differencesOf(cluster, desired)
  recordDrift(context, {
    resource: 'cluster',
    desired: { allowedCidrs, version, channel },
    changed: differences.map(({ what }) => what),
  })
  const [difference] = differences
  if (difference !== undefined) {
    await update(context, access, { place: desired, ...difference })
    return { reason: 'Updating', message: `GKE is changing ${difference.what} of cluster ${name}.` }
  }
  const current = minorOf(cluster.currentMasterVersion ?? '')
  if (version === undefined || !isOlderVersion(current, version)) return undefined
  const next = nextMinor(current)
  await update(context, access, { place: desired, body: { update: { desiredMasterVersion: next } } })
  return {
    reason: 'Upgrading',
    message: `GKE is upgrading cluster ${name} from ${current} to ${next}, which usually takes 10 minutes.`,
  }
}

interface Update {
  body: object
  /** The method of the cluster for what the general one cannot change. */
  verb?: string
}

/** Returns what has to be changed before the version, each by one request. */
function differencesOf(cluster: GkeCluster, desired: DesiredCluster): (Update & { what: string })[] {
  const { version, channel } = desired
  const { controlPlaneEndpointsConfig, releaseChannel, maintenancePolicy } = cluster
  const wanted = accessOf(desired)
  const differences: (Update & { what: string })[] = []
  const found = controlPlaneEndpointsConfig?.ipEndpointsConfig?.authorizedNetworksConfig
  if (cidrsOf(found) !== cidrsOf(wanted.ipEndpointsConfig.authorizedNetworksConfig))
    differences.push({
      what: 'the access to the Kubernetes API',
      body: { update: { desiredControlPlaneEndpointsConfig: wanted } },
    })
  if ((releaseChannel?.channel ?? '').toLowerCase() !== channel)
    differences.push({
      what: 'the release channel',
      body: { update: { desiredReleaseChannel: { channel: channel.toUpperCase() } } },
    })
  const { maintenanceExclusions = {} } = maintenancePolicy?.window ?? {}
  if (Object.hasOwn(maintenanceExclusions, exclusionName) !== (version !== undefined)) {
    const { [exclusionName]: _, ...others } = maintenanceExclusions
    const own =
      version === undefined
        ? {}
        : (windowOf(new Date()) as { maintenanceExclusions: object }).maintenanceExclusions
    differences.push({
      what: 'the maintenance policy',
      verb: ':setMaintenancePolicy',
      body: {
        maintenancePolicy: {
          ...maintenancePolicy,
          window: { ...maintenancePolicy?.window, maintenanceExclusions: { ...others, ...own } },
        },
      },
    })
  }
  return differences
}

function cidrsOf({
  enabled = false,
  cidrBlocks = [],
}: { enabled?: boolean; cidrBlocks?: readonly { cidrBlock: string }[] } = {}): string {
  if (!enabled) return 'all'
  return cidrBlocks
    .map(({ cidrBlock }) => cidrBlock)
    .sort()
    .join()
}

async function update(
  { assertHeld, signal }: ReconcileContext,
  access: GcpAccess,
  { place, body, verb }: Update & { place: ClusterPlace },
): Promise<void> {
  assertHeld()
  const path = clusterPath(access, place, verb)
  await requestChange(
    access.call({ service: 'container', method: verb === undefined ? 'PUT' : 'POST', path, body, signal }),
    place.name,
  )
}

/** Waits for the response to a request of a change. Throws CloudPending if GKE is busy with another one. */
export async function requestChange(request: Promise<unknown>, cluster: string): Promise<void> {
  try {
    await request
  } catch (error) {
    throw isBusy(error) ? new CloudPending(`GKE is busy with another change of cluster ${cluster}.`) : error
  }
}
