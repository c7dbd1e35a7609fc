import type { KubeRequest } from '../../workers/kube/client/client.ts'
import type { SimulatedCluster } from './components/cluster.ts'

/** Milliseconds after which a reconcile that deletes something has seen what others did to it before, and what is in it. */
export const seenAfter = 10_000

/**
 * Returns what a request deletes with a namespace, of objects that stay; undefined if it deletes no namespace, or nothing of theirs.
 * `id` is that of the object whose reconcile sends it.
 */
export function neighbourOfNamespace(
  { method, path }: Pick<KubeRequest, 'method' | 'path'>,
  clusters: Iterable<SimulatedCluster>,
  { id, stays, now }: { id: string; stays: (objectId: string) => boolean; now: number },
): string | undefined {
  const [, namespace] = /^\/api\/v1\/namespaces\/([^/]+)$/.exec(path) ?? []
  if (method !== 'DELETE' || namespace === undefined) return undefined
  for (const cluster of clusters) {
    const ours = cluster.ours()
    // Others may have a namespace of this name.
    const isIn = ours.some(
      ({ kind, metadata }) =>
        kind === 'Namespace' && metadata.name === namespace && metadata.labels?.['qleet.io/object-id'] === id,
    )
    for (const { kind, metadata } of isIn ? ours : []) {
      const { labels, creationTimestamp = '', deletionTimestamp } = metadata
      const isSeen = now - Date.parse(creationTimestamp) > seenAfter && deletionTimestamp === undefined
      if (kind === 'Deployment' && metadata.namespace === namespace && isSeen)
        if (stays(labels?.['qleet.io/object-id'] ?? '')) return `${kind} ${metadata.name}`
    }
  }
  return undefined
}
