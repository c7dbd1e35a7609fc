import { clusterCosts, gcpNatCost } from '../../schema/operations/prices.ts'
import {
  orphansAmong,
  reportOrphans,
  unlessFailing,
  type Orphan,
  type TaggedResource,
} from '../clouds/orphans.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { externalTags } from '../resources/external-resources.ts'
import type { GcpAccess } from './account.ts'
import { listCompute, type ComputeResource } from './compute.ts'
import { gcpOutcome } from './errors.ts'
import { networkOrder, type NetworkType } from './gke/network.ts'
import type { GkeCluster } from './gke/requests.ts'
import { labelOfControlPlane, labelsIn, tagsOf, type Labels } from './ownership.ts'

/** Looks for orphans in all regions. Resolves with all that two looks have found. */
export async function sweepOrphans(context: ReconcileContext, access: GcpAccess): Promise<Orphan[]> {
  const { object, owner, signal } = context
  const { orphans: before = [] } = object.status.outputs as { orphans?: Orphan[] }
  const look = async (): Promise<Orphan[]> => {
    const listed = [...(await clusters(access, signal)), ...(await networks(access, signal))]
    const label = labelOfControlPlane(owner.controlPlane ?? '')
    const found = listed.filter(({ tags }) => tags.get(externalTags.controlPlane) === label)
    return orphansAmong(context, { provider: 'gcp', account: access.projectId, key: 'suspects' }, found)
  }
  const found = await unlessFailing(context, look(), gcpOutcome)
  if (found === undefined) return before
  reportOrphans(context, before, found)
  return found
}

async function clusters({ projectId, call }: GcpAccess, signal: AbortSignal): Promise<TaggedResource[]> {
  const { clusters: listed = [] } = await call<{ clusters?: (GkeCluster & { location: string })[] }>({
    service: 'container',
    method: 'GET',
    path: `v1/projects/${projectId}/locations/-/clusters`,
    signal,
  })
  return listed
    .filter(({ status }) => status !== 'STOPPING')
    .map(({ name, location, resourceLabels, createTime }) => ({
      type: 'cluster',
      name,
      region: location,
      externalId: name,
      tags: tagsOf(resourceLabels ?? {}),
      createdAt: createTime === undefined ? undefined : new Date(createTime),
      monthlyCost: clusterCosts.gke,
    }))
}

/** Finds what has our labels in its description. */
async function networks(access: GcpAccess, signal: AbortSignal): Promise<TaggedResource[]> {
  const filter = 'description eq "Managed by QleetOS.*"'
  const found: TaggedResource[] = []
  const add = (type: NetworkType, region: string, resources: readonly ComputeResource[]): void => {
    for (const { name, description, creationTimestamp } of resources) {
      const labels: Labels = labelsIn(description)
      found.push({
        type,
        name,
        region,
        externalId: name,
        tags: tagsOf(labels),
        createdAt: creationTimestamp === undefined ? undefined : new Date(creationTimestamp),
        monthlyCost: type === 'router' ? gcpNatCost : undefined,
      })
    }
  }
  const global = { place: 'global', collection: 'networks', filter }
  add('network', '', await listCompute<ComputeResource>(access, global, signal))
  for (const type of Object.keys(networkOrder) as NetworkType[]) {
    if (type === 'network') continue
    const everywhere = { collection: `${type}s`, filter }
    for (const { scope, resources } of await aggregated(access, everywhere, signal))
      add(type, scope.replace('regions/', ''), resources)
  }
  return found
}

interface Scope {
  scope: string
  resources: readonly ComputeResource[]
}

/** Lists the resources of a type in all regions. */
async function aggregated(
  { projectId, call }: GcpAccess,
  { collection, filter }: { collection: string; filter: string },
  signal: AbortSignal,
): Promise<Scope[]> {
  const { items = {} } = await call<{ items?: Record<string, Record<string, readonly ComputeResource[]>> }>({
    service: 'compute',
    method: 'GET',
    path: `compute/v1/projects/${projectId}/aggregated/${collection}`,
    query: { filter },
    signal,
  })
  return Object.entries(items).map(([scope, lists]) => ({ scope, resources: lists[collection] ?? [] }))
}
