import type { Json } from '../json.ts'

/** Facts about a built-in type that the client library's class lacks. */
export interface TypeFacts {
  /** `atomic`: applied and owned as a whole wherever it appears. */
  mapType?: 'atomic' | 'granular'
  fields: Readonly<Record<string, FieldFacts>>
}

/** Facts about a field, named as in Kubernetes' OpenAPI documents. */
export interface FieldFacts {
  /** The format of the field, or of its items or values. */
  format?: 'quantity'
  /** The type of the list; without one it is atomic. */
  listType?: 'set' | 'map'
  listMapKeys?: readonly string[]
  mapType?: 'atomic' | 'granular'
  patchStrategy?: string
  /** The key that a strategic merge patch merges by. */
  patchMergeKey?: string
  /** The zero value that is stored if none is given. */
  always?: Json
  /** The value that applies if none is given. */
  default?: Json
}
