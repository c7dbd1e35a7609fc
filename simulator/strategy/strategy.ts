import type { ClusterContext } from '../context.ts'
import type { FieldError } from '../errors/status-error.ts'
import type { JsonObject } from '../json.ts'
import type { NameRule } from '../schema/names.ts'
import type { KubeObject } from '../storage/object.ts'

/** What one kind does beyond what every kind does. Everything is optional. */
export interface Strategy {
  /** Fills in what the user left out; in place, on an object of the request's own. */
  defaults?: (object: JsonObject) => void
  /** Before a new object is validated: allocations, and what users cannot set. In place. */
  prepareCreate?: (object: KubeObject, context: ClusterContext, dryRun: boolean) => void
  /** Before a changed object is validated. In place. */
  prepareUpdate?: (object: KubeObject, old: KubeObject, context: ClusterContext) => void
  validate?: (object: KubeObject) => FieldError[]
  /** One sentence on what the object asks for and a simulated cluster does not do; such an object is refused. */
  refuse?: (object: KubeObject) => string | undefined
  /** What is not wrong, but worth saying. */
  warnings?: (object: KubeObject) => string[]
  /** What may not change, on top of `validate`. */
  validateUpdate?: (object: KubeObject, old: KubeObject) => FieldError[]
  /** What a change of the status subresource must keep. */
  validateStatus?: (object: KubeObject, old: KubeObject) => FieldError[]
  /** After an object is gone from the store: give back what was allocated. */
  removed?: (object: KubeObject, context: ClusterContext) => void
  /** Which names are allowed. @default a DNS subdomain */
  nameRule?: NameRule
  /** Counts changes of its desired state in metadata.generation. */
  generation?: boolean
  /** What besides the spec is part of the desired state. */
  countsAnnotations?: boolean
  /** Whether a PUT without resourceVersion overwrites whatever is there. @default true */
  unconditionalUpdate?: boolean
  /** Whether a PUT to a name that is not taken creates. @default false */
  createOnUpdate?: boolean
  /** What happens to dependents when the client does not say. @default background */
  orphansByDefault?: boolean
  /** Seconds a deleted object may take to shut down; undefined when it goes at once. */
  gracePeriod?: (object: KubeObject, asked: number | undefined) => number | undefined
  /** Paths a write to the object itself does not change, besides its status. */
  resetOnUpdate?: readonly (readonly string[])[]
  /** Whether an update of status may change labels, annotations and so on. @default true */
  statusKeepsMetadata?: boolean
}
