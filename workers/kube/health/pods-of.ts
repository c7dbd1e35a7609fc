import type { KubeClient, KubeObject } from '../client/client.ts'
import { listObjects } from '../client/cluster.ts'
import type { ResourceType } from '../client/discovery.ts'
import { record, records, string, type Fields } from './fields.ts'

/** The pods that determine the health of a resource, and the object that creates them. */
export interface OwnPods {
  /** Pods of the desired version; empty if none exist yet, because pods of older versions do not explain its state. */
  current: KubeObject[]
  /** Pods of older versions, if they can block the rollout. */
  older: KubeObject[]
  /** The object whose events report that pods cannot be created; undefined if it does not exist yet. */
  creator: KubeObject | undefined
}

const podType = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true }
const replicaSetType = {
  group: 'apps',
  version: 'v1',
  kind: 'ReplicaSet',
  plural: 'replicasets',
  namespaced: true,
}

/** Reads the pods of a resource. Returns undefined if it has no selector. */
export async function podsOf(
  client: KubeClient,
  { live, type }: { live: KubeObject; type: ResourceType },
  signal: AbortSignal,
): Promise<OwnPods | undefined> {
  const labelSelector = selectorOf(record(record(live['spec'])['selector']))
  if (labelSelector === undefined) return undefined
  const namespace = live.metadata.namespace ?? ''
  const list = (listed: ResourceType): Promise<KubeObject[]> =>
    listObjects(client, { type: listed, namespace, labelSelector, signal })
  if (`${type.kind}.${type.group}` === 'Deployment.apps') {
    const [pods, sets] = await Promise.all([list(podType), list(replicaSetType)])
    const creator = newestSet(live, sets)
    const current = creator === undefined ? [] : pods.filter((pod) => isOwnedBy(pod, creator))
    return { current, older: [], creator }
  }
  const pods = await list(podType)
  // If an unknown intermediate kind owns the pods, the selector decides.
  const own = pods.filter((pod) => isOwnedBy(pod, live))
  return { ...byVersion(live, own.length === 0 ? pods : own), creator: live }
}

/** Returns the ReplicaSet with the revision of the Deployment; otherwise the newest one. */
function newestSet(deployment: KubeObject, sets: readonly KubeObject[]): KubeObject | undefined {
  const revision = revisionOf(deployment)
  const own = sets.filter((set) => isOwnedBy(set, deployment))
  return (
    own.find((set) => revisionOf(set) === revision) ?? own.sort((a, b) => revisionOf(b) - revisionOf(a))[0]
  )
}

function revisionOf({ metadata }: KubeObject): number {
  return Number(metadata.annotations?.['deployment.kubernetes.io/revision'] ?? 0)
}

/** Splits pods by version: StatefulSets and DaemonSets block the rollout on any pod that is not ready, whatever its version. */
function byVersion(live: KubeObject, pods: KubeObject[]): Pick<OwnPods, 'current' | 'older'> {
  const [label, version] = versionOf(live)
  if (label === undefined || version === '') return { current: pods, older: [] }
  const isCurrent = (pod: KubeObject): boolean => pod.metadata.labels?.[label] === version
  return { current: pods.filter(isCurrent), older: pods.filter((pod) => !isCurrent(pod)) }
}

function versionOf({ kind, metadata, ...live }: KubeObject): [label: string | undefined, version: string] {
  if (kind === 'StatefulSet')
    return ['controller-revision-hash', string(record(live['status'])['updateRevision'])]
  if (kind === 'DaemonSet')
    return [
      'pod-template-generation',
      metadata.annotations?.['deprecated.daemonset.template.generation'] ?? '',
    ]
  return [undefined, '']
}

function isOwnedBy({ metadata }: KubeObject, owner: KubeObject): boolean {
  return (metadata.ownerReferences ?? []).some(({ uid }) => uid === owner.metadata.uid)
}

/** Formats a label selector as a query parameter; undefined if it is empty. */
export function selectorOf(selector: Fields): string | undefined {
  const labels = Object.entries(record(selector['matchLabels'])).map(
    ([key, value]) => `${key}=${String(value)}`,
  )
  const expressions = records(selector['matchExpressions']).map(requirementOf)
  const all = [...labels, ...expressions]
  return all.length === 0 ? undefined : all.join(',')
}

function requirementOf({ key, operator, values }: Fields): string {
  const list = Array.isArray(values) ? values.map(String).join(',') : ''
  switch (operator) {
    case 'In':
      return `${string(key)} in (${list})`
    case 'NotIn':
      return `${string(key)} notin (${list})`
    case 'DoesNotExist':
      return `!${string(key)}`
    default:
      return string(key)
  }
}
