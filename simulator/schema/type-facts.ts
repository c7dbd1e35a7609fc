import type { Json } from '../json.ts'

/** Facts about a built-in type that the client library's class of it does not say. */
export interface TypeFacts {
  /** `atomic`: applied and owned as a whole wherever it appears. */
  mapType?: 'atomic' | 'granular'
  fields: Readonly<Record<string, FieldFacts>>
}

/** Facts about a field, named as in Kubernetes' OpenAPI documents. */
export interface FieldFacts {
  /** The format of the field, or of its items or values. */
  format?: 'quantity'
  /** Lists without one are atomic. */
  listType?: 'set' | 'map'
  listMapKeys?: readonly string[]
  mapType?: 'atomic' | 'granular'
  patchStrategy?: string
  /** The key that a strategic merge patch merges by. */
  patchMergeKey?: string
  /** The zero value that is stored when none is given. */
  always?: Json
  /** The value that counts when none is given. */
  default?: Json
}
