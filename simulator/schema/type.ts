import type { Json } from '../json.ts'

/** The type of a value: one form for built-in kinds and custom resources. */
export type Type = ScalarType | ObjectType | MapType | ListType | AnyType

export interface ScalarType {
  is: 'scalar'
  of: Scalar
}

export type Scalar =
  | 'string'
  | 'int32'
  | 'int64'
  | 'double'
  | 'boolean'
  | 'bytes'
  | 'quantity'
  | 'int-or-string'
  | 'time'
  | 'micro-time'
  /** Any JSON, owned as one value. */
  | 'json'

export interface ObjectType {
  is: 'object'
  /** The Go name, because error messages have it: `PodSpec`. */
  name: string
  /** The client library's class of the type, where it has one. */
  model?: string | undefined
  fields: ReadonlyMap<string, Field>
  /** Applied and owned as a whole. */
  atomic: boolean
  /** Keeps fields it does not know (custom resources only). */
  open: boolean
}

export interface MapType {
  is: 'map'
  values: Type
  atomic: boolean
}

export interface ListType {
  is: 'list'
  items: Type
  /** The form in which server-side apply treats items: one value, a set of values, or a map by `keys`. */
  kind: 'atomic' | 'set' | 'map'
  keys: readonly string[]
  /** The key items are merged by in a strategic merge patch; empty for values, undefined when the list is replaced. */
  mergeKey?: string | undefined
  /** A strategic merge patch says which sibling keys to keep. */
  retainKeys?: boolean | undefined
}

/** Any value: maps are owned by field, lists as a whole. */
export interface AnyType {
  is: 'any'
}

export interface Field {
  name: string
  /** Resolved at first use, because types contain themselves. */
  type: () => Type
  /** The form in which an absent or zero value is stored. */
  zero: Zero
  /** The value a list key has when it is not given. */
  default?: Json | undefined
  retainKeys?: boolean | undefined
}

/**
 * How Go writes a field that is at its zero value, which decides how a stored object looks:
 * `kept` a pointer: given values stay, also empty ones; `dropped` left out when empty; otherwise present even
 * when it was not given, as the given value.
 */
export type Zero = 'kept' | 'dropped' | { always: Json }

export const any: AnyType = { is: 'any' }
