import type { KubeObject } from '../client/client.ts'
import { isNamespace, type DesiredResource } from '../client/resource.ts'
import { healthOf } from '../health/health.ts'
import type { ResourceState } from './sync-context.ts'

/** The desired resources that wait for namespaces which are being deleted. */
export interface AwaitedNamespaces {
  /** The states of the resources that cannot be created before, by key. */
  blocked: Map<string, ResourceState>
  /** The states of namespaces that belong to others. */
  foreign: ResourceState[]
}

/**
 * Finds namespaces that are being deleted, in which API servers create nothing. Once they are gone, they are created again with what is
 * desired in them.
 */
export function awaitedNamespaces(
  desired: readonly DesiredResource[],
  live: ReadonlyMap<string, KubeObject>,
  isForeign: (resource: DesiredResource) => boolean,
): AwaitedNamespaces {
  const ending = desired.filter(
    ({ identity, key }) => isNamespace(identity) && live.get(key)?.metadata.deletionTimestamp !== undefined,
  )
  const names = new Set(ending.map(({ identity }) => identity.name))
  const blocked = desired.filter(({ identity, key }) => names.has(identity.namespace) && !live.has(key))
  return {
    blocked: new Map(blocked.map((resource) => [resource.key, blockedState(resource)])),
    foreign: ending.filter(isForeign).flatMap(({ key, type }): ResourceState[] => {
      const found = live.get(key)
      if (found === undefined) return []
      const message = `${healthOf(found).message}; it and what is desired in it are created once it is gone`
      return [
        { key, type, live: found, health: { state: 'failed', reason: 'NamespaceTerminating', message } },
      ]
    }),
  }
}

function blockedState({ key, type, identity }: DesiredResource): ResourceState {
  const message = `waits until namespace ${identity.namespace} is deleted, to be created in a new one`
  return { key, type, health: { state: 'progressing', reason: 'NamespaceTerminating', message } }
}
