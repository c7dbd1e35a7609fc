import type { FieldErrorCode } from './errors.ts'

/** A contradiction within a spec. */
export interface SpecProblem {
  /** The path within the spec, for example `data.password`; empty for the whole spec. */
  path: string
  code: FieldErrorCode
  /** A predicate of the field, without values of secrets. */
  message: string
  remedy: string
}
