import { isRecord } from '../../schema/manifests.ts'
import type { KubeRequest } from '../../workers/kube/client/client.ts'
import type { Random } from '../support/random.ts'
import { requestDirectly, type SimulatedCluster } from './components/cluster.ts'
import { seenAfter } from './namespace-rule.ts'
import { recordOf } from './stored-objects.ts'

/* What people annotate to be kept when its workload is deleted: the workload deletes neither it nor its namespace. */

const marks = { policy: 'helm.sh/resource-policy', since: 'test/since', owner: 'test/owner' } as const

/** Annotates one of the ConfigMaps of workloads. Resolves with its name; undefined if there is none. */
export async function keepOne(cluster: SimulatedCluster, random: Random): Promise<string | undefined> {
  const found = cluster.ours().filter(({ kind }) => kind === 'ConfigMap')
  if (found.length === 0) return undefined
  const { namespace = '', name, labels } = random.pick(found).metadata
  const annotations = {
    [marks.policy]: 'keep',
    [marks.since]: new Date().toISOString(),
    [marks.owner]: labels?.['qleet.io/object-id'],
  }
  await requestDirectly(cluster, {
    method: 'PATCH',
    path: `/api/v1/namespaces/${namespace}/configmaps/${name}`,
    query: { fieldManager: 'kubectl' },
    body: { metadata: { annotations } },
    contentType: 'application/merge-patch+json',
  })
  return `${namespace}/${name}`
}

/** Returns what a request of the reconcile of an object deletes although it is to be kept; undefined if it deletes no such thing. */
export function keptByDeletion(
  { method, path, body }: Pick<KubeRequest, 'method' | 'path' | 'body'>,
  clusters: Iterable<SimulatedCluster>,
  { id, now }: { id: string; now: number },
): string | undefined {
  if (method !== 'DELETE') return undefined
  const { resourceVersion } = recordOf(isRecord(body) ? body['preconditions'] : undefined)
  for (const cluster of clusters)
    for (const { metadata } of cluster.all()) {
      const { annotations = {}, namespace, name } = metadata
      if (annotations[marks.policy] !== 'keep') continue
      if (now - Date.parse(annotations[marks.since] ?? '') < seenAfter) continue
      const isIt = path === `/api/v1/namespaces/${namespace}/configmaps/${name}`
      const isRefused = resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion
      if (isIt && !isRefused) return `ConfigMap ${namespace}/${name}`
      if (path === `/api/v1/namespaces/${namespace}` && annotations[marks.owner] === id)
        return `ConfigMap ${namespace}/${name}`
    }
  return undefined
}
