import {
  PlatformError,
  boundedFields,
  describeFieldError,
  isWriteConflict,
  listedErrors,
  type ErrorCode,
  type ErrorDetails,
  type FieldError,
} from '../../schema/errors.ts'
import { mostErrors } from '../../schema/limits.ts'

/** Something that keeps one object of a write from being written. */
export interface Problem {
  code: ErrorCode
  field: FieldError
  details?: ErrorDetails
}

export function invalid(fields: readonly FieldError[]): Problem[] {
  return fields.map((field) => ({ code: 'INVALID_INPUT', field }))
}

/**
 * All problems of a write as one error. Several problems of one code keep it; a mixture is INVALID_INPUT, because
 * the request has to be changed in any case, unless all of them are conflicts.
 */
export function problemError(problems: readonly Problem[]): PlatformError {
  const codes = new Set(problems.map(({ code }) => code))
  const [only] = codes
  const code = codes.size === 1 && only !== undefined ? only : mixed(codes)
  const shown = problems.slice(0, mostErrors)
  const { details: fields } = boundedFields(problems.map(({ field }) => field))
  const message = listedErrors(shown.map(describeProblem), { of: 'things are wrong', ...fields })
  const details = Object.assign({}, ...shown.map((problem) => problem.details ?? {})) as ErrorDetails
  return new PlatformError(code, message, { details: { ...details, ...fields } })
}

function mixed(codes: ReadonlySet<ErrorCode>): ErrorCode {
  return [...codes].every(isWriteConflict) ? 'CONFLICT' : 'INVALID_INPUT'
}

/** Where the only object of a request stands is clear, so its errors about others begin with what they say. */
function describeProblem({ code, field }: Problem): string {
  if (code === 'INVALID_INPUT' || field.path.includes('[')) return describeFieldError(field)
  return field.remedy === undefined ? field.message : `${field.message}. ${field.remedy}`
}
