import { describeFieldError, errorTable, toErrorRecord, type FieldError } from '../schema/errors.ts'
import { CommandFailure, describeFileError, type FileError } from './cli-error.ts'
import type { Io } from './terminal/io.ts'
import { painter } from './terminal/style.ts'

/** Prints an error on stderr, as text or as JSON, and returns its exit code. */
export function reportError(error: unknown, { io, asJson }: { io: Io; asJson: boolean }): number {
  if (error instanceof CommandFailure) {
    const { message, details, exit } = error
    if (asJson) io.stderr.write(`${JSON.stringify({ error: { message, ...details, exit } }, null, 2)}\n`)
    else printError(io, message)
    return exit
  }
  const { code, message, details } = toErrorRecord(error)
  const { exit } = errorTable[code]
  if (asJson) {
    io.stderr.write(`${JSON.stringify({ error: { code, message, ...details, exit } }, null, 2)}\n`)
    return exit
  }
  const isBug = code === 'INTERNAL' && details.requestId === undefined
  const stack =
    isBug && io.env['QLEET_DEBUG'] !== undefined && error instanceof Error ? `\n${error.stack ?? ''}` : ''
  const isUserError = code !== 'INTERNAL' && code !== 'UNAVAILABLE'
  const request =
    isUserError || details.requestId === undefined
      ? ''
      : `\nRequest ${details.requestId}: see the log of the server for details.`
  printError(io, `${withFieldErrors(message, details.fields)}${request}${stack}`)
  return exit
}

/** Appends the field errors that the message does not contain, one line each. */
function withFieldErrors(message: string, fields: readonly FieldError[] = []): string {
  const missing = fields.filter((field) => !message.includes(field.message))
  const lines = missing.map((field) =>
    'file' in field ? describeFileError(field as FileError) : describeFieldError(field),
  )
  return [message, ...lines.map((line) => `  ${line}`)].join('\n')
}

function printError(io: Io, message: string): void {
  const paint = painter(io.stderr, io.env)
  // Capitalises words only: file positions and object names stay as they are, so that users can search and copy them.
  const shown = /^[a-z]+['’]?[a-z]* /.test(message)
    ? `${message.charAt(0).toUpperCase()}${message.slice(1)}`
    : message
  io.stderr.write(`${paint('red', 'Error:')} ${shown}\n`)
}
