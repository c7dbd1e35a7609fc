import type { KubeObject } from '../storage/object.ts'
import type { Key, Store } from '../storage/store.ts'
import type { CronJob, DaemonSet, Deployment, Job, Pod, ReplicaSet, Service, StatefulSet } from './kinds.ts'

/** The types of the objects of each stored resource. */
interface Kinds {
  pods: Pod
  services: Service
  'cronjobs.batch': CronJob
  'daemonsets.apps': DaemonSet
  'deployments.apps': Deployment
  'jobs.batch': Job
  'replicasets.apps': ReplicaSet
  'statefulsets.apps': StatefulSet
}

export type KindOf<R extends string> = R extends keyof Kinds ? Kinds[R] : KubeObject

/**
 * Returns a stored object as the kind of its resource: validation guarantees the type, which the compiler cannot see.
 */
export function kindOf<R extends string>(_resource: R, object: KubeObject): KindOf<R> {
  return object as KindOf<R>
}

export function listKind<R extends string>(store: Store, resource: R, namespace?: string): KindOf<R>[] {
  return store.list(resource, namespace).map((object) => kindOf(resource, object))
}

export function getKind<R extends string>(
  store: Store,
  resource: R,
  key: Omit<Key, 'resource'>,
): KindOf<R> | undefined {
  const found = store.get({ resource, ...key })
  return found === undefined ? undefined : kindOf(resource, found)
}

/** Lists the objects of a resource that an object controls, by name. */
export function listOwned<R extends string>(store: Store, resource: R, owner: KubeObject): KindOf<R>[] {
  const { uid: ownerUid } = owner.metadata
  return store
    .ownedBy(resource, ownerUid)
    .filter(({ metadata }) =>
      metadata.ownerReferences?.some(({ uid, controller }) => controller === true && uid === ownerUid),
    )
    .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
    .map((object) => kindOf(resource, object))
}
