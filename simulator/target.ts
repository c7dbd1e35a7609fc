import type { Actor } from './context.ts'
import { storageKey } from './resources/registry.ts'
import { hasSubresource, type Resource } from './resources/resource.ts'
import type { KubeObject } from './storage/object.ts'
import type { Key } from './storage/store.ts'

/** The object or collection that a request addresses. */
export interface Target {
  resource: Resource
  /** The namespace; empty for cluster-scoped objects. */
  namespace: string
  /** The name; empty if an object is created. */
  name: string
  /** The subresource; empty for the object itself. */
  subresource: string
}

export interface WriteOptions {
  actor: Actor
  /** The request does everything but the write. */
  dryRun: boolean
  /** The manager that owns the changed fields afterwards. */
  fieldManager: string
  fieldValidation: 'Ignore' | 'Warn' | 'Strict'
  /** The apply takes over fields from other managers. */
  force: boolean
  /** The texts of the Warning headers of the response, whether the request succeeds or not. */
  warnings: Set<string>
}

export interface Written {
  object: KubeObject
  created: boolean
}

export function keyOf({ resource, namespace, name }: Omit<Target, 'subresource'>): Key {
  return { resource: storageKey(resource), namespace, name }
}

/** Returns the paths that a request to this target does not change, so that it owns none of them. */
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
