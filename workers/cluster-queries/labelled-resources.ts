import type { LabelledResource, LabelledResourcesQuery } from '../../schema/cluster-queries.ts'
import { chunks } from '../../schema/chunks.ts'
import type { KubeObject } from '../kube/client/client.ts'
import { listPermitted } from '../kube/client/cluster.ts'
import type { ResourceType } from '../kube/client/discovery.ts'
import { labels } from '../kube/client/owner.ts'
import type { QueryContext } from './query-context.ts'

/** The most resources of one response item. */
const batchSize = 200

/**
 * Lists the resources of all kinds that a control plane has created in a cluster. It omits resources that controllers
 * have derived from them, labels included, and resources that are being deleted.
 */
export async function* readLabelledResources(
  { objectId, controlPlane }: LabelledResourcesQuery,
  { clusters, signal }: QueryContext,
): AsyncGenerator<readonly LabelledResource[]> {
  const { client, discovery } = await clusters.of(objectId)
  const labelSelector = `${labels.controlPlane}=${controlPlane}`
  const seen = new Set<string>()
  for (const type of await discovery.appliable()) {
    const found = await listPermitted(client, { type, namespace: '', labelSelector, signal })
    // Two API groups may serve the same kind.
    const unseen = found.filter((object) => isCreatedByUs(object) && !seen.has(object.metadata.uid ?? ''))
    for (const { metadata } of unseen) seen.add(metadata.uid ?? '')
    for (const batch of chunks(unseen, batchSize)) yield batch.map((object) => resourceOf(type, object))
  }
}

/**
 * Reports whether the control plane has created a resource. Endpoints are excluded by kind: Kubernetes derives them from
 * Services with their labels, but without an owner reference.
 */
function isCreatedByUs({ kind, metadata }: KubeObject): boolean {
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
