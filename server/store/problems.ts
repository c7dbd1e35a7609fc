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
import { maxErrors } from '../../schema/limits.ts'

/** An error that prevents one object of a write from being written. */
export interface Problem {
  code: ErrorCode
  field: FieldError
  details?: ErrorDetails
}

/** Converts field errors to INVALID_INPUT problems. */
export function invalid(fields: readonly FieldError[]): Problem[] {
  return fields.map((field) => ({ code: 'INVALID_INPUT', field }))
}

/**
 * Combines all problems of a write into one error. Problems with one code keep that code. A mixture of conflicts is CONFLICT;
 * any other mixture is INVALID_INPUT, because the request has to be changed in any case.
 */
export function problemError(problems: readonly Problem[]): PlatformError {
  const codes = new Set(problems.map(({ code }) => code))
  const [only] = codes
  const code = codes.size === 1 && only !== undefined ? only : mixedCode(codes)
  const shown = problems.slice(0, maxErrors)
  const { details: fields } = boundedFields(problems.map(({ field }) => field))
  const message = listedErrors(shown.map(describeProblem), { of: 'errors', ...fields })
  const details = Object.assign({}, ...shown.map((problem) => problem.details ?? {})) as ErrorDetails
  return new PlatformError(code, message, { details: { ...details, ...fields } })
}

function mixedCode(codes: ReadonlySet<ErrorCode>): ErrorCode {
  return [...codes].every(isWriteConflict) ? 'CONFLICT' : 'INVALID_INPUT'
}

/**
 * Describes a problem. For the only object of a request, the path adds nothing, so it is left out except for invalid
 * fields.
 */
function describeProblem({ code, field }: Problem): string {
  if (code === 'INVALID_INPUT' || field.path.includes('[')) return describeFieldError(field)
  return field.remedy === undefined ? field.message : `${field.message}. ${field.remedy}`
}
