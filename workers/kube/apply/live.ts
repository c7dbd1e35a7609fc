import type { KubeObject } from '../client/client.ts'
import { getObject, listPermitted } from '../client/cluster.ts'
import { isKubeError, isUnavailable, type KubeError } from '../client/kube-error.ts'
import { mapWithLimit } from '../../../schema/map-with-limit.ts'
import { labels } from '../client/owner.ts'
import { isNamespace, type DesiredResource } from '../client/resource.ts'
import { concurrency, type SyncContext } from './sync-context.ts'

/** The number of resources of one kind and namespace from which one list replaces single reads. */
const listFrom = 5

type LiveContext = Pick<SyncContext, 'cluster' | 'owner' | 'signal'>

/** The state of resources in a cluster, by key. */
export interface Live {
  objects: Map<string, KubeObject>
  /** Why resources could not be read, for example for lack of a permission for one kind. */
  refused: Map<string, KubeError>
}

/**
 * Reads the live objects of the desired resources. The cost does not depend on what else is in the cluster. Nothing is read in
 * namespaces that do not exist yet.
 *
 * @param known The keys of resources that may have been applied before. @default none
 */
export async function readLive(
  context: LiveContext,
  desired: readonly DesiredResource[],
  known: Pick<ReadonlySet<string>, 'has'> = new Set(),
): Promise<Live> {
  const isNew = ({ identity, key }: DesiredResource): boolean => isNamespace(identity) && !known.has(key)
  const namespaces = desired.filter(isNew)
  const refused = new Map<string, KubeError>()
  const live = await readAll(context, namespaces, refused)
  const isAbsent = ({ key }: DesiredResource): boolean => !live.has(key) && !refused.has(key)
  const absent = new Set(namespaces.filter(isAbsent).map(({ identity }) => identity.name))
  const others = desired.filter((each) => !isNew(each) && !absent.has(each.identity.namespace))
  return { objects: new Map([...live, ...(await readAll(context, others, refused))]), refused }
}

/** A resource that may exist in a cluster. */
type NamedResource = Pick<DesiredResource, 'key' | 'type' | 'identity'>

/**
 * Reads live objects, by key: many of one kind in one namespace by one list.
 *
 * @param refused Receives the refusals. @default the first one is thrown
 */
export async function readAll(
  { cluster, owner, signal }: LiveContext,
  resources: readonly NamedResource[],
  refused?: Map<string, KubeError>,
): Promise<Map<string, KubeObject>> {
  const groups = new Map<string, NamedResource[]>()
  for (const resource of resources) {
    const { group, version, plural } = resource.type
    const key = `${group}/${version}/${plural}/${resource.identity.namespace}`
    groups.set(key, [...(groups.get(key) ?? []), resource])
  }
  const live = new Map<string, KubeObject>()
  await mapWithLimit([...groups.values()], concurrency, async (group) => {
    const [first] = group
    let missing: readonly NamedResource[] = group
    if (first !== undefined && group.length >= listFrom) {
      const labelSelector = `${labels.objectId}=${owner.id}`
      // The kind may be served only once its definition, which is desired as well, is applied.
      const listed = await listPermitted(cluster.client, {
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
    // Objects that the list did not return are read too: they may exist without our label.
    await mapWithLimit(missing, concurrency, async ({ key, type, identity }) => {
      try {
        const object = await getObject(cluster.client, { type, ...identity }, signal)
        if (object !== undefined) live.set(key, object)
      } catch (error) {
        if (refused === undefined || !isKubeError(error) || isUnavailable(error)) throw error
        refused.set(key, error)
      }
    })
  })
  return live
}
