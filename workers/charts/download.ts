import { Agent, buildConnector, request } from 'undici'
import { guardedLookup, refuseLiteral } from '../../schema/clusters/lookup.ts'
import type { AddressRules } from '../../schema/clusters/addresses.ts'
import { ChartError } from './chart-error.ts'
import type { Credentials } from './chart-source.ts'

export interface Download {
  url: string
  accept?: string
  /** Sent only to the host of the URL, not to hosts that it redirects to. */
  authorization?: string | undefined
  /** The maximum number of bytes. */
  limit: number
  /** The operator has chosen the address. */
  isTrusted: boolean
  signal: AbortSignal
}

export interface Downloaded {
  body: Buffer
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Fetches an address. Throws ChartError with the address and a remedy; {@link Unauthorised} for status 401. */
export type Downloader = (download: Download) => Promise<Downloaded>

/** Thrown for status 401, with the challenge of the server. */
export class Unauthorised extends ChartError {
  readonly challenge: string

  constructor(url: string, challenge: string) {
    const message = `${url} requires a login: set username and password of the definition, or correct them`
    super('Unauthorised', message, { blocked: true })
    this.challenge = challenge
  }
}

const timeout = 20_000
const maxRedirects = 5

/** Creates a downloader that connects only to addresses that the rules allow, except for trusted downloads. */
export function createDownloader(rules: AddressRules): Downloader {
  const guarded = new Agent({ connect: guardedConnector(rules), connections: 16 })
  const free = new Agent({ connections: 16 })
  return async ({ url, authorization, isTrusted, ...options }) => {
    let [at, login] = [url, authorization]
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const isOrigin = hostOf(at) === hostOf(url)
      const dispatcher = isTrusted && isOrigin ? free : guarded
      const result = await fetchOnce({ ...options, url: at, authorization: login, dispatcher })
      if (!('location' in result)) return result
      const next = new URL(result.location, at).toString()
      if (!/^https?:/.test(next) || (at.startsWith('https:') && !next.startsWith('https:')))
        throw new ChartError('InvalidRedirect', `${at} redirects to ${next}, which is not allowed`)
      if (hostOf(next) !== hostOf(url)) login = undefined
      at = next
    }
    throw new ChartError('InvalidRedirect', `${url} redirects more than ${maxRedirects} times`)
  }
}

/** Returns the header for a login by name and password. */
export function basicAuthorization({ username, password }: Credentials): string | undefined {
  if (username === undefined && password === undefined) return undefined
  return `Basic ${Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64')}`
}

function hostOf(url: string): string {
  return new URL(url).host
}

function guardedConnector(rules: AddressRules): buildConnector.connector {
  const connect = buildConnector({ timeout: 10_000, lookup: guardedLookup(rules) })
  return (options, callback) => {
    try {
      refuseLiteral(rules, options.hostname)
    } catch (error) {
      callback(error as Error, null)
      return
    }
    connect(options, callback)
  }
}

type FetchOnce = Omit<Download, 'isTrusted'> & { dispatcher: Agent }

async function fetchOnce(options: FetchOnce): Promise<Downloaded | { location: string }> {
  const { url, accept = '*/*', authorization, limit, signal, dispatcher } = options
  try {
    const response = await request(url, {
      dispatcher,
      headersTimeout: timeout,
      bodyTimeout: timeout,
      signal,
      headers: { accept, 'user-agent': 'qleetos', ...(authorization === undefined ? {} : { authorization }) },
    })
    const { statusCode: status, headers, body } = response
    if (status !== 200) await body.dump()
    if (status >= 300 && status < 400 && typeof headers['location'] === 'string')
      return { location: headers['location'] }
    if (status === 401) throw new Unauthorised(url, String(headers['www-authenticate'] ?? ''))
    if (status !== 200) throw refusal(url, status)
    return { headers, body: await readLimited(body, { url, limit }) }
  } catch (error) {
    if (error instanceof ChartError) throw error
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
      throw new ChartError('TooLarge', `${url} has more than ${limit.toLocaleString('en')} bytes`, {
        blocked: true,
      })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function refusal(url: string, status: number): ChartError {
  if (status === 404)
    return new ChartError(
      'NotFound',
      `${url} does not exist: check repo, chart and chartVersion of the definition`,
    )
  if (status === 403)
    return new ChartError('Forbidden', `${url} refuses access: check username and password of the definition`)
  return new ChartError('RepositoryFailed', `${url} responded with status ${status}; it is retried`)
}

function unreachable(url: string, error: unknown): ChartError {
  const { code = '', message = String(error) } = error as { code?: string; message?: string }
  if (code === 'ADDRESS_REFUSED')
    return new ChartError('AddressRefused', `${url} cannot be used: ${message}`, {
      blocked: true,
      cause: error,
    })
  if (/^(CERT_|DEPTH_ZERO|UNABLE_TO|SELF_SIGNED|ERR_TLS|ERR_SSL)/.test(code)) {
    const remedy = 'have the operator of the worker trust its certificate authority (NODE_EXTRA_CA_CERTS)'
    return new ChartError('Untrusted', `the certificate of ${url} is not trusted (${code}): ${remedy}`, {
      cause: error,
    })
  }
  const why = code === '' ? message : code
  return new ChartError('Unreachable', `${url} cannot be reached (${why}); it is retried`, { cause: error })
}
