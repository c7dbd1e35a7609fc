import { describeFieldError, errorTable, toErrorRecord, type FieldError } from '../schema/errors.ts'
import { CommandFailure, describeFileError, type FileError } from './cli-error.ts'
import type { Io } from './terminal/io.ts'
import { painter } from './terminal/style.ts'

/** Tells on stderr what went wrong, as text or as JSON, and returns the exit code for it. */
export function reportError(error: unknown, { io, asJson }: { io: Io; asJson: boolean }): number {
  if (error instanceof CommandFailure) {
    const { message, details, exit } = error
    if (asJson) io.stderr.write(`${JSON.stringify({ error: { message, ...details, exit } }, null, 2)}\n`)
    else say(io, message)
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
  const isTheirs = code !== 'INTERNAL' && code !== 'UNAVAILABLE'
  const request =
    isTheirs || details.requestId === undefined
      ? ''
      : `\nRequest ${details.requestId}: its details are in the log of the server.`
  say(io, `${withFields(message, details.fields)}${request}${stack}`)
  return exit
}

/** A message that leaves out what its fields say gets them as lines below it. */
function withFields(message: string, fields: readonly FieldError[] = []): string {
  const missing = fields.filter((field) => !message.includes(field.message))
  const lines = missing.map((field) =>
    'file' in field ? describeFileError(field as FileError) : describeFieldError(field),
  )
  return [message, ...lines.map((line) => `  ${line}`)].join('\n')
}

function say(io: Io, message: string): void {
  const paint = painter(io.stderr, io.env)
  // Positions in files and names of objects stay as they are, so that they can be found and copied.
  const shown = /^[a-z]+['’]?[a-z]* /.test(message)
    ? `${message.charAt(0).toUpperCase()}${message.slice(1)}`
    : message
  io.stderr.write(`${paint('red', 'Error:')} ${shown}\n`)
}
