import type { ClusterContext } from '../context.ts'
import type { FieldError } from '../errors/status-error.ts'
import type { JsonObject } from '../json.ts'
import type { NameRule } from '../schema/names.ts'
import type { KubeObject } from '../storage/object.ts'

/** The behaviour of one kind beyond that of every kind. Everything is optional. */
export interface Strategy {
  /** Fills in what the user left out; in place, on an object of the request's own. */
  defaults?: (object: JsonObject) => void
  /** Before a new object is validated: allocations, and what users cannot set. In place. */
  prepareCreate?: (object: KubeObject, context: ClusterContext, dryRun: boolean) => void
  /** Before a changed object is validated. In place. */
  prepareUpdate?: (object: KubeObject, old: KubeObject, context: ClusterContext) => void
  validate?: (object: KubeObject) => FieldError[]
  /** One sentence on what the object requires and a simulated cluster does not do; such an object is refused. */
  refuse?: (object: KubeObject) => string | undefined
  /** Texts of Warning headers about an object that is valid. */
  warnings?: (object: KubeObject) => string[]
  /** Errors about changes, on top of `validate`. */
  validateUpdate?: (object: KubeObject, old: KubeObject) => FieldError[]
  /** Errors about changes by the status subresource. */
  validateStatus?: (object: KubeObject, old: KubeObject) => FieldError[]
  /** After an object is gone from the store: give back what was allocated. */
  removed?: (object: KubeObject, context: ClusterContext) => void
  /** The names that are allowed. @default a DNS subdomain */
  nameRule?: NameRule
  /** Counts changes of its desired state in metadata.generation. */
  generation?: boolean
  /** True when annotations are part of the desired state, besides the spec. */
  countsAnnotations?: boolean
  /** True when a PUT without resourceVersion overwrites whatever is there. @default true */
  unconditionalUpdate?: boolean
  /** True when a PUT to a name that is not taken creates. @default false */
  createOnUpdate?: boolean
  /** True when dependents are orphaned unless the client requests otherwise. @default background */
  orphansByDefault?: boolean
  /** Seconds a deleted object may take to shut down; undefined when it goes at once. */
  gracePeriod?: (object: KubeObject, requested: number | undefined) => number | undefined
  /** Paths a write to the object itself does not change, besides its status. */
  resetOnUpdate?: readonly (readonly string[])[]
  /** True when an update of status may change labels, annotations and so on. @default true */
  statusKeepsMetadata?: boolean
}
