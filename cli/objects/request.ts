import { parse } from 'yaml'
import { reasonOf } from '../../client-sdk/transport.ts'
import { errorTable, isErrorCode, PlatformError, type ErrorCode } from '../../schema/errors.ts'
import { isRecord } from '../../schema/records.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { readSources } from '../documents/source.ts'
import type { Connection } from '../settings/connection.ts'
import { parseFormat, printValue } from './formats.ts'

interface RequestInput {
  args: { path: string }
  options: {
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined
    data: string | undefined
    file: string | undefined
    output: string | undefined
  }
}

/** Milliseconds within which a response has to be complete: more than a module may take. */
const timeout = 10 * 60_000

/** Sends a request to a path of the server, such as one of a module, and prints the body of the response. */
export async function request({ args, options }: RequestInput, context: CommandContext): Promise<void> {
  const { io } = context
  const format = parseFormat(options.output ?? 'json', ['json', 'yaml', 'jsonpath'])
  const { path } = args
  // After the address of the server, so that a path cannot lead the token elsewhere.
  if (!path.startsWith('/'))
    throw usageError(`the path "${path}" must begin with "/", such as /v0/module-apis`)
  const body = await bodyOf(options, context)
  const method = options.method ?? (body === undefined ? 'GET' : 'POST')
  if (method === 'GET' && body !== undefined) throw usageError('a GET request has no --data and no --file')
  const { ok, status, text } = await send(await context.connect(), { path, method, body }, io.signal)
  const value = parsed(text, JSON.parse)
  if (!ok) throw failure(status, value, text)
  if (value === undefined) io.stdout.write(text)
  else await printValue(io, format, value)
}

interface Sent {
  path: string
  method: string
  body: string | undefined
}

async function send(
  { fetch, url, token }: Connection,
  { path, method, body }: Sent,
  signal: AbortSignal,
): Promise<{ ok: boolean; status: number; text: string }> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    })
    const { ok, status } = response
    return { ok, status, text: await response.text() }
  } catch (cause) {
    signal.throwIfAborted()
    throw new PlatformError('UNAVAILABLE', `cannot reach ${url}: ${reasonOf(cause)}`, { cause })
  }
}

/** Returns the body as JSON; undefined if none is given. */
async function bodyOf(
  { data, file }: RequestInput['options'],
  { io }: CommandContext,
): Promise<string | undefined> {
  if (data !== undefined && file !== undefined) throw usageError('give either --data or --file')
  const [source] = file === undefined ? [] : await readSources(io, [file])
  const text = data ?? source?.text
  if (text === undefined) return undefined
  const value = parsed(text, parse)
  if (value === undefined) throw usageError(`${source?.displayName ?? '--data'} is neither JSON nor YAML`)
  return JSON.stringify(value)
}

function parsed(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

/** Returns the error in a response: the one in its envelope, or else its body. */
function failure(status: number, value: unknown, text: string): PlatformError {
  const found = isRecord(value) && isRecord(value['Status']) ? value['Status'] : {}
  const { error, reason } = found
  const message = typeof error === 'string' && error !== '' ? error : text.trim().slice(0, 500)
  const code = isErrorCode(reason) ? reason : codeOf(status)
  return new PlatformError(code, message === '' ? `the server responded with status ${status}` : message)
}

function codeOf(status: number): ErrorCode {
  const codes = Object.keys(errorTable).filter(isErrorCode)
  const generic: Readonly<Record<number, ErrorCode>> = { 409: 'CONFLICT', 500: 'INTERNAL' }
  const known = generic[status] ?? codes.find((code) => errorTable[code].http === status)
  return known ?? (status < 500 ? 'INVALID_INPUT' : 'UNAVAILABLE')
}
