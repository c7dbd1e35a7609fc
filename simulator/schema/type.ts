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
  /** The Go name, which error messages contain: `PodSpec`. */
  name: string
  /** The client library's class of the type, if it has one. */
  model?: string | undefined
  fields: ReadonlyMap<string, Field>
  /** The type is applied and owned as a whole. */
  atomic: boolean
  /** Unknown fields are kept (custom resources only). */
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
  /** How server-side apply treats items: as one value, a set of values, or a map by `keys`. */
  kind: 'atomic' | 'set' | 'map'
  keys: readonly string[]
  /** The key by which a strategic merge patch merges items; empty for values, undefined if the list is replaced. */
  mergeKey?: string | undefined
  /** A strategic merge patch lists the sibling keys to keep. */
  retainKeys?: boolean | undefined
}

/** Any value: maps are owned by field, lists as a whole. */
export interface AnyType {
  is: 'any'
}

export interface Field {
  name: string
  /** The type, resolved at first use, because types may contain themselves. */
  type: () => Type
  /** The form in which an absent or zero value is stored. */
  zero: Zero
  /** The default of a list key. */
  default?: Json | undefined
  retainKeys?: boolean | undefined
}

/**
 * How Go writes a field at its zero value, which determines the stored object:
 * `kept` for a pointer: given values stay, including empty ones; `dropped` if it is omitted when empty; otherwise it is
 * always present, with the given value as the default.
 */
export type Zero = 'kept' | 'dropped' | { always: Json }

export const any: AnyType = { is: 'any' }
