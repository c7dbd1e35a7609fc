import { createReadStream } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { toPlatformError, parseResponse } from '../../client-sdk/responses.ts'
import { reasonOf } from '../../client-sdk/transport.ts'
import { PlatformError } from '../../schema/errors.ts'
import type { Connection } from '../settings/connection.ts'

interface Transfer {
  method: 'GET' | 'POST'
  path: string
  body?: Readable
  signal: AbortSignal
}

/** One request without a limit of time or length. Throws what the server answers in location of what was asked for. */
export async function transfer(
  { url, token }: Connection,
  { method, path, body, signal }: Transfer,
): Promise<IncomingMessage> {
  const address = new URL(path, url)
  const send = address.protocol === 'https:' ? httpsRequest : httpRequest
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/gzip' }),
  }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = send(address, { method, headers, signal }, resolve)
    request.once('error', (cause) => {
      signal.throwIfAborted()
      reject(new PlatformError('UNAVAILABLE', `cannot reach ${url}: ${reasonOf(cause)}`, { cause }))
    })
    if (body === undefined) request.end()
    else body.once('error', (error) => request.destroy(error)).pipe(request)
  })
  if (answer.statusCode === 200) return answer
  throw failureOf(await textOf(answer), answer.statusCode ?? 0)
}

export async function textOf(stream: Readable): Promise<string> {
  let text = ''
  for await (const piece of stream.setEncoding('utf8')) text += String(piece)
  return text
}

function failureOf(text: string, status: number): PlatformError {
  const error = parseResponse(text)?.error
  return error === undefined
    ? new PlatformError('UNAVAILABLE', `the server answered ${status}; does it know of backups?`)
    : toPlatformError(error)
}

/** What a file says of itself. Undefined where it has no end, so where something of it is missing. */
export async function inspectBackup(
  file: string,
): Promise<{ takenAt: string; rows: Record<string, number> } | undefined> {
  let first: string | undefined
  let tail = ''
  try {
    for await (const piece of createReadStream(file).pipe(createGunzip()).setEncoding('utf8')) {
      const text = tail + String(piece)
      first ??= text.slice(0, text.indexOf('\n'))
      // The last line is short; only that and the piece it may begin in are kept.
      tail = text.slice(text.lastIndexOf('\n', text.length - 2) + 1)
    }
    const { takenAt } = JSON.parse(first ?? '') as { takenAt: string }
    const { end } = JSON.parse(tail) as { end?: Record<string, number> }
    return end && { takenAt, rows: end }
  } catch {
    return undefined
  }
}
