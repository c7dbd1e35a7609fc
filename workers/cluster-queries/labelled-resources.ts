import type { LabelledResource, LabelledResourcesQuery } from '../../schema/cluster-queries.ts'
import { chunks } from '../chunks.ts'
import type { KubeObject } from '../kube/client/client.ts'
import { listReadable } from '../kube/client/cluster.ts'
import type { ResourceType } from '../kube/client/discovery.ts'
import { labels } from '../kube/client/owner.ts'
import type { QueryContext } from './query-context.ts'

/** Resources of one item. */
const partSize = 200

/**
 * What a control plane has made in a cluster, of every kind that it serves. Left out is what controllers have made of
 * it, with its labels, and what is being deleted.
 */
export async function* readLabelledResources(
  { objectId, controlPlane }: LabelledResourcesQuery,
  { clusters, signal }: QueryContext,
): AsyncGenerator<readonly LabelledResource[]> {
  const { client, discovery } = await clusters.of(objectId)
  const labelSelector = `${labels.controlPlane}=${controlPlane}`
  const told = new Set<string>()
  for (const type of await discovery.appliable()) {
    const found = await listReadable(client, { type, namespace: '', labelSelector, signal })
    // A kind may be served by two groups.
    const news = found.filter((object) => isMade(object) && !told.has(object.metadata.uid ?? ''))
    for (const { metadata } of news) told.add(metadata.uid ?? '')
    for (const part of chunks(news, partSize)) yield part.map((object) => resourceOf(type, object))
  }
}

/** Endpoints are made of Services and carry their labels, but not who made them. */
function isMade({ kind, metadata }: KubeObject): boolean {
  const { ownerReferences = [], deletionTimestamp } = metadata
  return ownerReferences.length === 0 && deletionTimestamp === undefined && kind !== 'Endpoints'
}

function resourceOf({ group, version, kind }: ResourceType, { metadata }: KubeObject): LabelledResource {
  const { namespace = '', name, uid = '', creationTimestamp, labels: found = {} } = metadata
  return {
    group,
    version,
    kind,
    namespace,
    name,
    uid,
    ...(creationTimestamp === undefined ? {} : { createdAt: creationTimestamp }),
    objectId: found[labels.objectId] ?? '',
    objectKind: found[labels.kind] ?? '',
    objectProject: found[labels.project] ?? '',
    objectName: found[labels.object] ?? '',
  }
}
