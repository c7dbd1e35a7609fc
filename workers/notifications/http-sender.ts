import { unescape } from 'node:querystring'
import { Agent, request } from 'undici'
import type { AddressRules } from '../../schema/clusters/addresses.ts'
import { retryAfterOf } from '../../process/retry-after.ts'
import { guardedConnector } from '../../process/guarded-connector.ts'
import { SinkError } from './sink-error.ts'

/* Requests to sinks at addresses of users: within the address policy, without following redirects, and within limits. */

export interface SinkRequest {
  method: 'GET' | 'POST'
  url: string
  /** How messages name the sink, without secrets. */
  name: string
  headers: Readonly<Record<string, string>>
  body?: string | undefined
  signal: AbortSignal
}

export interface SinkResponse {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The start of the body. */
  text: string
}

export type HttpSender = (request: SinkRequest) => Promise<SinkResponse>

/** Milliseconds for a request, after which it counts as failed. */
export const sinkTimeout = 10_000

/** The maximum number of bytes of a response that is read: lists of forges are the longest. */
const maxBytes = 1_000_000

/** Creates a function that sends requests to addresses that the rules allow. Throws SinkError if there is no response. */
export function createHttpSender(rules: AddressRules, timeout = sinkTimeout): HttpSender {
  const dispatcher = new Agent({ connect: guardedConnector(rules), connections: 4 })
  return async ({ method, url, name, headers, body, signal }) => {
    const until = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
    try {
      const response = await request(url, {
        dispatcher,
        method,
        headers: { 'user-agent': 'qleetos', ...loginIn(url), ...headers },
        ...(body === undefined ? {} : { body }),
        signal: until,
      })
      const text = await readStart(response.body)
      return { status: response.statusCode, headers: response.headers, text }
    } catch (error) {
      signal.throwIfAborted()
      throw unreachable(name, error, until.aborted)
    }
  }
}

/** Returns the header for the login in a URL, which the client would ignore. */
function loginIn(url: string): { authorization?: string } {
  const { username, password } = new URL(url)
  if (username === '' && password === '') return {}
  const login = [username, password].map((part) => unescape(part)).join(':')
  return { authorization: `Basic ${Buffer.from(login).toString('base64')}` }
}

async function readStart(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    if ((size += chunk.length) > maxBytes) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Returns the error for a sink that has not responded. */
export function unreachable(name: string, error: unknown, timedOut: boolean): SinkError {
  if (timedOut)
    return new SinkError(
      'Unreachable',
      `${name} did not respond within ${sinkTimeout / 1000} seconds; it is retried`,
      {
        cause: error,
      },
    )
  const { code = '', message = String(error) } = error as { code?: string; message?: string }
  if (code === 'ADDRESS_REFUSED')
    return new SinkError('AddressRefused', `${name} cannot be used: ${message}`, {
      blocked: true,
      cause: error,
    })
  if (/^(CERT_|DEPTH_ZERO|UNABLE_TO|SELF_SIGNED|ERR_TLS|ERR_SSL)/.test(code))
    return new SinkError(
      'Untrusted',
      `the certificate of ${name} is not trusted (${code}): have the operator of the worker trust its certificate authority ` +
        '(NODE_EXTRA_CA_CERTS)',
      { blocked: true, cause: error },
    )
  // Other messages may contain the URL.
  return new SinkError(
    'Unreachable',
    `${name} cannot be reached (${code === '' ? 'the connection failed' : code}); it is retried`,
    {
      cause: error,
    },
  )
}

/** Returns a response with a status from 200 to 299. Throws SinkError for others, with `answer` and what to do. */
export function accepted(
  response: SinkResponse,
  { name, remedy }: { name: string; remedy: string },
): SinkResponse {
  const { status, headers } = response
  if (status >= 200 && status < 300) return response
  const answer = answerOf(response)
  const retryAfter = retryAfterOf(headers)
  if (status === 429 || status === 408 || status >= 500)
    throw new SinkError('SinkFailed', `${name} answered ${answer}; it is retried`, { retryAfter })
  if (status >= 300 && status < 400)
    throw new SinkError(
      'Redirected',
      `${name} answered ${answer}. Redirects are not followed: use the address that it redirects to.`,
      {
        blocked: true,
      },
    )
  throw new SinkError('Refused', `${name} answered ${answer}: ${remedy}`, { blocked: true, retryAfter })
}

/** Returns what a sink answered: its status, and its text only if that is an error code, since it may be the page of any service. */
export function answerOf({ status, text }: SinkResponse): string {
  return /^[a-z0-9_]{1,50}$/.test(text) ? `${status} ${text}` : String(status)
}
