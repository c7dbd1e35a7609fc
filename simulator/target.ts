import type { Actor } from './context.ts'
import { storageKey } from './resources/registry.ts'
import { hasSubresource, type Resource } from './resources/resource.ts'
import type { KubeObject } from './storage/object.ts'
import type { Key } from './storage/store.ts'

/** What a request is about. */
export interface Target {
  resource: Resource
  /** Empty for cluster-scoped objects. */
  namespace: string
  /** Empty when an object is created. */
  name: string
  /** Empty for the object itself. */
  subresource: string
}

export interface WriteOptions {
  actor: Actor
  /** Everything is done but the write. */
  dryRun: boolean
  /** Who the changed fields belong to afterwards. */
  fieldManager: string
  fieldValidation: 'Ignore' | 'Warn' | 'Strict'
  /** Apply takes fields from other managers. */
  force: boolean
  /** What the client is told in Warning headers, whatever becomes of the request. */
  warnings: Set<string>
}

export interface Written {
  object: KubeObject
  created: boolean
}

export function keyOf({ resource, namespace, name }: Omit<Target, 'subresource'>): Key {
  return { resource: storageKey(resource), namespace, name }
}

/** Paths a request to this target does not change, so that nobody comes to own them by it. */
export function resetPaths({ resource, subresource }: Target): readonly (readonly string[])[] {
  if (subresource === 'status') {
    if (resource.custom !== undefined) return [...customTopLevel, ['spec']]
    return [['spec'], ...(resource.kind === 'Deployment' ? [['metadata', 'labels']] : [])]
  }
  return hasSubresource(resource, 'status') ? [['status']] : []
}

const customTopLevel = ['labels', 'annotations', 'finalizers', 'ownerReferences', 'generateName'].map(
  (name) => ['metadata', name],
)
