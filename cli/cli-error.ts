import {
  PlatformError,
  boundedFields,
  cliExits,
  errorTable,
  listedErrors,
  type ErrorCode,
  type FieldError,
} from '../schema/errors.ts'
import { maxErrors } from '../schema/limits.ts'

/** A field error in a file of the user. */
export interface FileError extends FieldError {
  /** The displayed path: relative to the working directory where that is shorter. */
  file: string
}

/** A failed command that no `PlatformError` describes; carries its own exit code. */
export class CommandFailure extends Error {
  readonly exit: number
  readonly details: Readonly<Record<string, unknown>>

  constructor(exit: number, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.exit = exit
    this.details = details
  }
}

/** Returns the error for an invalid command line: exit code 2. The message says how to correct it. */
export function usageError(message: string): PlatformError {
  return new PlatformError('INVALID_INPUT', message)
}

/** Combines errors in files of the user into one error. As on a server, the list is bounded and counts the rest. */
export function fileErrors(
  errors: readonly FileError[],
  { code = 'INVALID_INPUT', further = 0 }: { code?: ErrorCode; further?: number | undefined } = {},
): PlatformError {
  const { details } = boundedFields(errors, further)
  const lines = errors.slice(0, maxErrors).map(describeFileError)
  return new PlatformError(code, listedErrors(lines, { of: 'errors', ...details }), { details })
}

/** Formats an error as `file:line:column: path: message, got "value". Remedy.` */
export function describeFileError({ file, path, message, value, remedy, line, column }: FileError): string {
  const position = line === undefined ? file : `${file}:${line}:${column ?? 1}`
  const field = path === '' ? '' : `${path}: `
  const got = value === undefined ? '' : `, got ${value}`
  return `${position}: ${field}${message}${got}.${remedy === undefined ? '' : ` ${remedy}`}`
}

export const exits = {
  usage: errorTable.INVALID_INPUT.exit,
  blocked: errorTable.BLOCKED.exit,
  timeout: cliExits.timeout.exit,
  /** An object is stalled: it cannot become ready without intervention. */
  failed: 1,
  /** 128 + SIGINT, as shells report a program that Ctrl-C ended. */
  interrupted: 130,
} as const
