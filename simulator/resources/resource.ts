import type { JsonObject } from '../json.ts'
import type { ObjectType } from '../schema/type.ts'

/** One resource in one version, as discovery lists it and as requests address it. */
export interface Resource {
  /** The group; empty for the core group. */
  group: string
  version: string
  kind: string
  listKind: string
  plural: string
  singular: string
  shortNames: readonly string[]
  categories: readonly string[]
  namespaced: boolean
  verbs: readonly string[]
  subresources: readonly Subresource[]
  /** The fields of the kind in this version. */
  type: () => ObjectType
  /** The client library's class of the kind; undefined for custom resources. */
  model?: string | undefined
  /** The version in which objects are stored; a resource with several served versions is stored once. */
  storageVersion: string
  /** The definition, for custom resources. */
  custom?: CustomResource | undefined
}

/** A built-in resource as declared: its type follows from its model. */
export interface BuiltinResource extends Omit<Resource, 'type' | 'custom'> {
  model: string
}

export interface Subresource {
  name: string
  /** The kind in requests and responses, if it differs from the resource's own. */
  kind?: { group: string; version: string; kind: string } | undefined
  verbs: readonly string[]
}

export interface CustomResource {
  schema: JsonObject
  /** The name of its CustomResourceDefinition. */
  definition: string
  columns: readonly JsonObject[]
  selectableFields: readonly string[]
  scale?: { specPath: string; statusPath: string; selectorPath?: string | undefined } | undefined
}

/** Returns the key under which objects are stored: `pods`, `deployments.apps`. Error messages use it too. */
export function groupResource({ group, plural }: { group: string; plural: string }): string {
  return group === '' ? plural : `${plural}.${group}`
}

/** Returns the `apiVersion` of objects: `v1`, `apps/v1`. */
export function apiVersionOf({ group, version }: { group: string; version: string }): string {
  return group === '' ? version : `${group}/${version}`
}

export function hasSubresource(resource: Resource, name: string): boolean {
  return resource.subresources.some((each) => each.name === name)
}
