import type { ClusterContext } from '../context.ts'
import type { FieldError } from '../errors/status-error.ts'
import type { JsonObject } from '../json.ts'
import type { NameRule } from '../schema/names.ts'
import type { KubeObject } from '../storage/object.ts'

/** The behaviour of one kind beyond that of every kind. All fields are optional. */
export interface Strategy {
  /** Sets the defaults in place, on an object that belongs to the request. */
  defaults?: (object: JsonObject) => void
  /** Prepares a new object for validation, in place: allocations, and fields that users cannot set. */
  prepareCreate?: (object: KubeObject, context: ClusterContext, dryRun: boolean) => void
  /** Prepares a changed object for validation, in place. */
  prepareUpdate?: (object: KubeObject, old: KubeObject, context: ClusterContext) => void
  validate?: (object: KubeObject) => FieldError[]
  /** Returns a sentence about a required feature that a simulated cluster does not have; the object is then refused. */
  refuse?: (object: KubeObject) => string | undefined
  /** Returns the texts of Warning headers about a valid object; `old` is the object before an update. */
  warnings?: (object: KubeObject, old?: KubeObject) => string[]
  /** Returns errors about changes, in addition to `validate`. */
  validateUpdate?: (object: KubeObject, old: KubeObject) => FieldError[]
  /** Returns errors about changes through the status subresource. */
  validateStatus?: (object: KubeObject, old: KubeObject) => FieldError[]
  /** Releases allocations after an object was removed from the store. */
  removed?: (object: KubeObject, context: ClusterContext) => void
  /** Finalizers need no domain. @default false */
  anyFinalizers?: boolean
  /** The rule for names. @default a DNS subdomain */
  nameRule?: NameRule
  /** The kind counts changes of its desired state in metadata.generation. */
  generation?: boolean
  /** Annotations are part of the desired state, besides the spec. */
  countsAnnotations?: boolean
  /** A PUT without resourceVersion overwrites the object unconditionally. @default true */
  unconditionalUpdate?: boolean
  /** A PUT to a missing name creates the object. @default false */
  createOnUpdate?: boolean
  /** Dependents are orphaned unless the client requests otherwise. @default background */
  orphansByDefault?: boolean
  /** Returns the seconds that a deleted object may take to shut down; undefined if it is removed at once. */
  gracePeriod?: (object: KubeObject, requested: number | undefined) => number | undefined
  /** Paths that a write to the object itself does not change, besides its status. */
  resetOnUpdate?: readonly (readonly string[])[]
  /** An update of the status may change labels, annotations and so on. @default true */
  statusKeepsMetadata?: boolean
}
