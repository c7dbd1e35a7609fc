import { Agent, request } from 'undici'
import type { AddressRules } from '../schema/clusters/addresses.ts'
import { guardedConnector } from './guarded-connector.ts'

/* Downloads from addresses of users: within the address policy, and within limits of size and time. */

export interface GuardedDownload {
  url: string
  accept?: string | undefined
  /** Sent only to the host of the URL, not to hosts that it redirects to. */
  authorization?: string | undefined
  /** The maximum number of bytes. */
  limit: number
  /** The operator has chosen the address. */
  isTrusted: boolean
  signal: AbortSignal
}

/** A response after redirects. The body is empty unless the status is 200. */
export interface GuardedResponse {
  /** The address that has responded. */
  url: string
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}

/** Thrown when there is no response. The message names the address and says what to do. */
export class DownloadFailure extends Error {
  /** A machine-readable reason in CamelCase. */
  readonly reason: string
  /** No retry can succeed until a user or an operator acts. */
  readonly blocked: boolean

  constructor(
    reason: string,
    message: string,
    { blocked = false, cause }: ErrorOptions & { blocked?: boolean } = {},
  ) {
    super(message, { cause })
    this.reason = reason
    this.blocked = blocked
  }
}

const timeout = 20_000
const maxRedirects = 5

/** Creates a function that connects only to addresses that the rules allow, except for trusted downloads. */
export function createGuardedDownload(
  rules: AddressRules,
): (download: GuardedDownload) => Promise<GuardedResponse> {
  const guarded = new Agent({ connect: guardedConnector(rules), connections: 16 })
  const free = new Agent({ connections: 16 })
  return async ({ url, authorization, isTrusted, ...options }) => {
    let [at, login] = [url, authorization]
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const isOrigin = hostOf(at) === hostOf(url)
      const dispatcher = isTrusted && isOrigin ? free : guarded
      const result = await fetchOnce({ ...options, url: at, authorization: login, dispatcher })
      const { location } = result.headers
      if (result.status < 300 || result.status >= 400 || typeof location !== 'string') return result
      const next = new URL(location, at).toString()
      if (!/^https?:/.test(next) || (at.startsWith('https:') && !next.startsWith('https:')))
        throw new DownloadFailure('InvalidRedirect', `${at} redirects to ${next}, which is not allowed`)
      if (hostOf(next) !== hostOf(url)) login = undefined
      at = next
    }
    throw new DownloadFailure('InvalidRedirect', `${url} redirects more than ${maxRedirects} times`)
  }
}

function hostOf(url: string): string {
  return new URL(url).host
}

type FetchOnce = Omit<GuardedDownload, 'isTrusted'> & { dispatcher: Agent }

async function fetchOnce(options: FetchOnce): Promise<GuardedResponse> {
  const { url, accept = '*/*', authorization, limit, signal, dispatcher } = options
  try {
    const {
      statusCode: status,
      headers,
      body,
    } = await request(url, {
      dispatcher,
      headersTimeout: timeout,
      bodyTimeout: timeout,
      signal,
      headers: { accept, 'user-agent': 'qleetos', ...(authorization === undefined ? {} : { authorization }) },
    })
    if (status === 200) return { url, status, headers, body: await readLimited(body, { url, limit }) }
    await body.dump()
    return { url, status, headers, body: Buffer.alloc(0) }
  } catch (error) {
    if (error instanceof DownloadFailure) throw error
    signal.throwIfAborted()
    throw unreachable(url, error)
  }
}

async function readLimited(
  body: AsyncIterable<Buffer>,
  { url, limit }: { url: string; limit: number },
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    if ((size += chunk.length) > limit)
      throw new DownloadFailure('TooLarge', `${url} has more than ${limit.toLocaleString('en')} bytes`, {
        blocked: true,
      })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function unreachable(url: string, error: unknown): DownloadFailure {
  const { code = '', message = String(error) } = error as { code?: string; message?: string }
  if (code === 'ADDRESS_REFUSED')
    return new DownloadFailure('AddressRefused', `${url} cannot be used: ${message}`, {
      blocked: true,
      cause: error,
    })
  if (/^(CERT_|DEPTH_ZERO|UNABLE_TO|SELF_SIGNED|ERR_TLS|ERR_SSL)/.test(code)) {
    const remedy = 'have the operator of the worker trust its certificate authority (NODE_EXTRA_CA_CERTS)'
    return new DownloadFailure('Untrusted', `the certificate of ${url} is not trusted (${code}): ${remedy}`, {
      cause: error,
    })
  }
  const why = code === '' ? message : code
  return new DownloadFailure('Unreachable', `${url} cannot be reached (${why}); it is retried`, {
    cause: error,
  })
}
