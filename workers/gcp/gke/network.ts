import type { ReconcileContext } from '../../engine/reconciler.ts'
import { recordDrift } from '../../clouds/drift.ts'
import { ensureExternal, type ExternalCalls } from '../../resources/external-resources.ts'
import type { GcpAccess } from '../account.ts'
import { computeCalls, listCompute, type ComputeResource } from '../compute.ts'
import { isBusy, isNotFound } from '../errors.ts'

/*
 * The network of a cluster: a subnetwork with a secondary range for pods, and a router with NAT through which nodes, which have no
 * addresses of their own, reach the internet: https://cloud.google.com/kubernetes-engine/docs/concepts/alias-ips
 */

export interface DesiredNetwork {
  /** The name of the network and of all that belongs to it. */
  name: string
  region: string
  nodeCidr: string
  podCidr: string
}

/** Where the nodes of a cluster are. */
export interface Network {
  network: string
  subnetwork: string
  /** The secondary range of pods. @default GKE adds one */
  podRange?: string | undefined
  serviceRange?: string | undefined
}

/** The types of resources in creation order. */
export const networkOrder = { network: 1, subnetwork: 2, router: 3 } as const
export type NetworkType = keyof typeof networkOrder

/** The secondary range of pods. */
const podRange = 'pods'

const nats = [
  {
    name: 'nat',
    natIpAllocateOption: 'AUTO_ONLY',
    sourceSubnetworkIpRangesToNat: 'ALL_SUBNETWORKS_ALL_IP_RANGES',
  },
]

interface Router extends ComputeResource {
  nats?: readonly object[]
}

/** Ensures a network. Throws CloudPending until a cluster can be created in it. */
export async function ensureNetwork(
  context: ReconcileContext,
  access: GcpAccess,
  { name, region, nodeCidr, podCidr }: DesiredNetwork,
): Promise<Network> {
  const { projectId } = access
  const ensure = <Found extends ComputeResource>(type: NetworkType, body: object) =>
    ensureExternal(
      context,
      {
        provider: 'gcp',
        account: projectId,
        region: type === 'network' ? '' : region,
        type,
        name,
        order: networkOrder[type],
        tags: {},
      },
      callsOfNetwork<Found>(access, { type, region, body }),
    )
  await ensure('network', { autoCreateSubnetworks: false, routingConfig: { routingMode: 'REGIONAL' } })
  const network = `projects/${projectId}/global/networks/${name}`
  await ensure('subnetwork', {
    network,
    ipCidrRange: nodeCidr,
    secondaryIpRanges: [{ rangeName: podRange, ipCidrRange: podCidr }],
    privateIpGoogleAccess: true,
  })
  const router = await ensure<Router>('router', { network, nats })
  await restoreNat(context, access, { router: router.state, region })
  return { network: name, subnetwork: name, podRange }
}

/** Gives a router its NAT back, without which nodes do not reach the internet. */
async function restoreNat(
  context: ReconcileContext,
  { projectId, call }: GcpAccess,
  { router, region }: { router: Router; region: string },
): Promise<void> {
  const isThere = (router.nats ?? []).length > 0
  recordDrift(context, { resource: 'router', desired: nats, changed: isThere ? [] : ['the NAT'] })
  if (isThere) return
  context.assertHeld()
  await call({
    service: 'compute',
    method: 'PATCH',
    path: `compute/v1/projects/${projectId}/regions/${region}/routers/${router.name}`,
    body: { nats },
    signal: context.signal,
  })
}

/** Returns the calls for a resource of a network. @param body What it is created with; nothing for its deletion */
export function callsOfNetwork<Found extends ComputeResource>(
  access: GcpAccess,
  { type, region, body }: { type: NetworkType; region: string; body?: object },
): ExternalCalls<Found> {
  const place = type === 'network' ? 'global' : `regions/${region}`
  const calls = computeCalls<Found>(access, { place, collection: `${type}s` }, body)
  if (type !== 'network') return calls
  return {
    ...calls,
    remove: async (found, { signal }) => {
      // Load balancers of the cluster leave them, and a network with rules stays.
      await removeFirewalls(access, found.externalId, signal)
      await calls.remove(found, { signal })
    },
  }
}

/** Deletes the firewall rules of a network, which is ours as a whole. */
async function removeFirewalls(access: GcpAccess, network: string, signal: AbortSignal): Promise<void> {
  const { projectId } = access
  const filter = `network eq ".*/${network}"`
  const type = { place: 'global', collection: 'firewalls' }
  for (const { name } of await listCompute<ComputeResource>(access, { ...type, filter }, signal)) {
    const path = `compute/v1/projects/${projectId}/global/firewalls/${name}`
    try {
      await access.call({ service: 'compute', method: 'DELETE', path, signal })
    } catch (error) {
      if (!isBusy(error) && !isNotFound(error)) throw error
    }
  }
}

/** Returns the zone of a cluster in one zone: the first one of the region that works. */
export async function zoneOf(access: GcpAccess, region: string, signal: AbortSignal): Promise<string> {
  const { items = [] } = await access.call<{ items?: { name: string; status: string }[] }>({
    service: 'compute',
    method: 'GET',
    path: `compute/v1/projects/${access.projectId}/zones`,
    query: { filter: `name eq "${region}-.*"` },
    signal,
  })
  const [first] = items
    .filter(({ name, status }) => status === 'UP' && regionOfZone(name) === region)
    .map(({ name }) => name)
    .sort()
  return first ?? region
}

/** Returns the region of a location of a cluster, which is a region or a zone, for example `europe-west3-a`. */
export function regionOfZone(location: string): string {
  return location.replace(/-[a-z]$/, '')
}
