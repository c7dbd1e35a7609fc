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
  /** As it is shown: relative to the working directory where that is shorter. */
  file: string
}

/** An end of a command that no error of the platform describes: the exit code is given. */
export class CommandFailure extends Error {
  readonly exit: number
  readonly details: Readonly<Record<string, unknown>>

  constructor(exit: number, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.exit = exit
    this.details = details
  }
}

/** What was asked for cannot be understood: exit code 2, with the way out in the message. */
export function usageError(message: string): PlatformError {
  return new PlatformError('INVALID_INPUT', message)
}

/** Errors in files of the user, all at once: as many as a server tells of, and how many more there are. */
export function fileErrors(
  errors: readonly FileError[],
  { code = 'INVALID_INPUT', further = 0 }: { code?: ErrorCode; further?: number | undefined } = {},
): PlatformError {
  const { details } = boundedFields(errors, further)
  const lines = errors.slice(0, maxErrors).map(describeFileError)
  return new PlatformError(code, listedErrors(lines, { of: 'errors', ...details }), { details })
}

/** `file:line:column: path: message, got "value". Remedy.` */
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
  /** An object will not become ready without somebody's help. */
  failed: 1,
  /** As shells report a program that Ctrl-C ended: 128 + SIGINT. */
  interrupted: 130,
} as const
