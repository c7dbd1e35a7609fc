import {
  PlatformError,
  boundedFields,
  cliExits,
  errorTable,
  type ErrorCode,
  type FieldError,
} from '../schema/errors.ts'
import { groupBy } from '../schema/group-by.ts'
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
  const groups = alike(errors)
  const shown = groups.slice(0, maxErrors)
  const counted = shown.reduce((sum, group) => sum + group.length, 0)
  const message = listed(shown.map(describeGroup), {
    count: errors.length + further,
    omitted: errors.length + further - counted,
  })
  return new PlatformError(code, message, { details })
}

function listed(lines: readonly string[], { count, omitted }: { count: number; omitted: number }): string {
  if (count === 1) return lines.join('')
  const more = omitted === 0 ? [] : [`and ${omitted.toLocaleString('en')} more`]
  return `${count.toLocaleString('en')} errors:\n  ${[...lines, ...more].join('\n  ')}`
}

/** The number of errors that differ only in their place from which on they are described once. */
const manyAlike = 4

/** Returns errors in their order. Many that differ only in their place, such as one mistake in each of a hundred documents, are together. */
function alike(errors: readonly FileError[]): FileError[][] {
  const groups = groupBy(errors, ({ path, code, message, value, remedy }) =>
    JSON.stringify([path.replaceAll(/\[\d+\]/g, '[]'), code, message, value, remedy]),
  )
  const long = [...groups.values()].filter((group) => group.length >= manyAlike)
  const groupOf = new Map(long.flatMap((group) => group.map((error) => [error, group] as const)))
  return errors.flatMap((error) => {
    const group = groupOf.get(error) ?? [error]
    return group[0] === error ? [group] : []
  })
}

/** The most places of similar errors that are listed. */
const maxPlaces = 5

function describeGroup([first, ...others]: readonly FileError[]): string {
  if (first === undefined) return ''
  if (others.length === 0) return describeFileError(first)
  const places = others.slice(0, maxPlaces).map(({ file, line, column, path }) => {
    const position = line === undefined ? path : `${line}:${column ?? 1}`
    return file === first.file ? position : `${file}:${position}`
  })
  const more = others.length > places.length ? ', …' : ''
  const times = others.length.toLocaleString('en')
  return `${describeFileError(first)}\n    the same ${times} more times, at ${places.join(', ')}${more}`
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
