import type { KubeObject } from '../client/client.ts'
import { getObject, listObjects } from '../client/cluster.ts'
import { mapWithLimit } from '../client/map-with-limit.ts'
import { labels } from '../client/owner.ts'
import type { DesiredResource } from '../client/resource.ts'
import { concurrency, type SyncContext } from './sync-context.ts'

/** A group of one kind and namespace with at least this many resources is read with one list. */
const listFrom = 5

/** What is there now of what is desired, by key. Costs the same however much else is in the cluster. */
export async function readLive(
  { cluster, owner, signal }: SyncContext,
  desired: readonly DesiredResource[],
): Promise<Map<string, KubeObject>> {
  const groups = new Map<string, DesiredResource[]>()
  for (const resource of desired) {
    const { group, version, plural } = resource.type
    const key = `${group}/${version}/${plural}/${resource.identity.namespace}`
    groups.set(key, [...(groups.get(key) ?? []), resource])
  }
  const live = new Map<string, KubeObject>()
  await mapWithLimit([...groups.values()], concurrency, async (group) => {
    const [first] = group
    let missing: readonly DesiredResource[] = group
    if (first !== undefined && group.length >= listFrom) {
      const labelSelector = `${labels.objectId}=${owner.id}`
      const listed = await listObjects(cluster.client, {
        type: first.type,
        namespace: first.identity.namespace,
        labelSelector,
        signal,
      })
      const byName = new Map(listed.map((object) => [object.metadata.name, object]))
      for (const { key, identity } of group) {
        const object = byName.get(identity.name)
        if (object !== undefined) live.set(key, object)
      }
      missing = group.filter(({ key }) => !live.has(key))
    }
    // One by one, also for those that a list did not have: without our label it would not find them.
    await mapWithLimit(missing, concurrency, async ({ key, type, identity }) => {
      const object = await getObject(cluster.client, { type, ...identity }, signal)
      if (object !== undefined) live.set(key, object)
    })
  })
  return live
}
