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

/** Sends one request without a timeout or size limit. Throws the error of the server, if it responds with one. */
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
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = send(address, { method, headers, signal }, resolve)
    request.once('error', (cause) => {
      signal.throwIfAborted()
      reject(new PlatformError('UNAVAILABLE', `cannot reach ${url}: ${reasonOf(cause)}`, { cause }))
    })
    if (body === undefined) request.end()
    else body.once('error', (error) => request.destroy(error)).pipe(request)
  })
  if (response.statusCode === 200) return response
  throw errorOf(await textOf(response), response.statusCode ?? 0)
}

export async function textOf(stream: Readable): Promise<string> {
  let text = ''
  for await (const chunk of stream.setEncoding('utf8')) text += String(chunk)
  return text
}

function errorOf(text: string, status: number): PlatformError {
  const error = parseResponse(text)?.error
  return error === undefined
    ? new PlatformError(
        'UNAVAILABLE',
        `the server responded with status ${status}. Its release may not support backups.`,
      )
    : toPlatformError(error)
}

/** Reads the first and last line of a backup. Returns undefined if the file is truncated or no backup. */
export async function inspectBackup(
  file: string,
): Promise<{ takenAt: string; rows: Record<string, number> } | undefined> {
  let first: string | undefined
  let tail = ''
  try {
    for await (const chunk of createReadStream(file).pipe(createGunzip()).setEncoding('utf8')) {
      const text = tail + String(chunk)
      first ??= text.slice(0, text.indexOf('\n'))
      // Only the last line so far is kept in memory.
      tail = text.slice(text.lastIndexOf('\n', text.length - 2) + 1)
    }
    const { takenAt } = JSON.parse(first ?? '') as { takenAt: string }
    const { end } = JSON.parse(tail) as { end?: Record<string, number> }
    return end && { takenAt, rows: end }
  } catch {
    return undefined
  }
}
