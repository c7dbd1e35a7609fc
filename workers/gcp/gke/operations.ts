import { sinceWhen, type Progress } from '../../clouds/progress.ts'
import type { GcpAccess } from '../account.ts'
import { locationPath, type ClusterPlace, type GkeOperation } from './requests.ts'

/* What GKE is busy with: it changes a cluster by one operation after the other. */

interface Usual {
  reason: string
  /** What GKE does, for example `creating cluster`. */
  does: string
  minutes: number
}

/** What operations do, by their types: https://cloud.google.com/kubernetes-engine/docs/reference/rest/v1/projects.locations.operations */
const usual: Readonly<Record<string, Usual>> = {
  CREATE_CLUSTER: { reason: 'Creating', does: 'creating', minutes: 8 },
  DELETE_CLUSTER: { reason: 'Deleting', does: 'deleting', minutes: 5 },
  UPGRADE_MASTER: { reason: 'Upgrading', does: 'upgrading the control plane of', minutes: 10 },
  UPGRADE_NODES: { reason: 'Upgrading', does: 'replacing nodes of', minutes: 10 },
  AUTO_UPGRADE_NODES: { reason: 'Upgrading', does: 'replacing nodes of', minutes: 10 },
  AUTO_REPAIR_NODES: { reason: 'Repairing', does: 'repairing nodes of', minutes: 5 },
  REPAIR_CLUSTER: { reason: 'Repairing', does: 'repairing', minutes: 10 },
  CREATE_NODE_POOL: { reason: 'Creating', does: 'creating nodes of', minutes: 3 },
  DELETE_NODE_POOL: { reason: 'Draining', does: 'draining and deleting nodes of', minutes: 5 },
}
const otherwise: Usual = { reason: 'Updating', does: 'changing', minutes: 5 }

/** Returns what GKE is doing with a cluster or with nodes of it, for how long, and what that usually takes. */
export async function runningOperation(
  access: GcpAccess,
  place: ClusterPlace,
  { signal, kind, now }: { signal: AbortSignal; kind: 'cluster' | 'any'; now: number },
): Promise<Progress | undefined> {
  const path = locationPath(access, place.location, 'operations')
  const { operations = [] } = await access.call<{ operations?: GkeOperation[] }>({
    service: 'container',
    method: 'GET',
    path,
    signal,
  })
  const operation = operations.find(({ status, targetLink = '' }) => {
    const [, target = ''] = targetLink.split('/clusters/')
    const isOfCluster = target === place.name || (kind === 'any' && target.startsWith(`${place.name}/`))
    return isOfCluster && status !== 'DONE'
  })
  return operation && describeOperation(operation, place.name, now)
}

/** Describes an operation. */
export function describeOperation(
  { operationType = '', startTime, progress }: GkeOperation,
  cluster: string,
  now: number,
): Progress {
  const { reason, does, minutes } = usual[operationType] ?? otherwise
  const { metrics = [] } = progress ?? {}
  const count = (name: string): string | undefined => metrics.find((each) => each.name === name)?.intValue
  const total = count('NODES_TOTAL')
  const nodes = total === undefined ? '' : `, ${count('NODES_DONE') ?? '0'} of ${total} nodes are done`
  const begin = startTime === undefined ? undefined : new Date(startTime)
  return {
    reason,
    message: `GKE is ${does} cluster ${cluster}${sinceWhen(begin, now)}${nodes}, which usually takes ${minutes} minutes.`,
  }
}
