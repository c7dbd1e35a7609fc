import type { KubeClient, KubeObject } from '../client/client.ts'
import { listObjects } from '../client/cluster.ts'
import type { ResourceType } from '../client/discovery.ts'
import { record, records, text, type Fields } from './fields.ts'

/** The pods that decide how a resource is doing, and who creates them. */
export interface OwnPods {
  /** Of the version that is desired now; where that has none yet, none: those of an older one are not to blame. */
  current: KubeObject[]
  /** Of older versions, where they can hold up the newer one. */
  older: KubeObject[]
  /** Whose events tell when pods cannot be created; undefined when it is not there yet. */
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
  // Of what owns its pods through something that we do not know, its selector says whose they are.
  const own = pods.filter((pod) => isOwnedBy(pod, live))
  return { ...byVersion(live, own.length === 0 ? pods : own), creator: live }
}

/** The set of the version that is desired: both carry its number. */
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

/** StatefulSets and DaemonSets go on with the next pod only when the one before is fine, whichever version it is of. */
function byVersion(live: KubeObject, pods: KubeObject[]): Pick<OwnPods, 'current' | 'older'> {
  const [label, version] = versionOf(live)
  if (label === undefined || version === '') return { current: pods, older: [] }
  const isCurrent = (pod: KubeObject): boolean => pod.metadata.labels?.[label] === version
  return { current: pods.filter(isCurrent), older: pods.filter((pod) => !isCurrent(pod)) }
}

function versionOf({ kind, metadata, ...live }: KubeObject): [label: string | undefined, version: string] {
  if (kind === 'StatefulSet')
    return ['controller-revision-hash', text(record(live['status'])['updateRevision'])]
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

/** A label selector as text; undefined when it selects nothing or cannot be told. */
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
      return `${text(key)} in (${list})`
    case 'NotIn':
      return `${text(key)} notin (${list})`
    case 'DoesNotExist':
      return `!${text(key)}`
    default:
      return text(key)
  }
}
