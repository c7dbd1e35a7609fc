import { PlatformError } from '../../schema/errors.ts'
import { reasonOf } from '../../client-sdk/transport.ts'
import type { Io } from '../terminal/io.ts'
import { showDuration } from '../terminal/time.ts'
import { assertSize, textOf } from './text-file.ts'

/** Milliseconds for a whole download. */
const timeout = 30_000

const maxRedirects = 5

/** Reports whether the name of a source is a URL rather than a path. */
export function isUrl(name: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(name)
}

/** Downloads a file of documents over HTTP or HTTPS. Sends no credentials and never leaves HTTPS for HTTP. */
export async function downloadText(io: Io, address: string): Promise<string> {
  const { body, headers } = await download(io, address, {
    remedy: 'Download it with credentials, and apply the file: -f FILE',
  })
  if (/^text\/html\b/i.test(headers['content-type'] ?? ''))
    throw refused(address, 'the response is a web page. Use the address of the raw file')
  return textOf(body, address)
}

export interface DownloadOptions {
  accept?: string | undefined
  /** Sent to the host of the address only, not to hosts that it redirects to. */
  authorization?: string | undefined
  /** What to do when access is refused. */
  remedy: string
}

/** Thrown when a login is required, with the challenge of the server. */
export class Unauthorised extends PlatformError {
  readonly challenge: string

  constructor(message: string, challenge: string) {
    super('INVALID_INPUT', message)
    this.challenge = challenge
  }
}

/** Downloads a file of at most the size of a request. Never leaves HTTPS for HTTP. */
export async function download(
  io: Io,
  address: string,
  options: DownloadOptions,
): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const ended = new AbortController()
  const signal = AbortSignal.any([io.signal, AbortSignal.timeout(timeout), ended.signal])
  try {
    const response = await follow(checkedUrl(address, address), { ...options, address, signal })
    return { body: await bodyOf(response, address), headers: Object.fromEntries(response.headers) }
  } catch (cause) {
    io.signal.throwIfAborted()
    if (cause instanceof PlatformError) throw cause
    const reason = signal.aborted ? `no complete response after ${showDuration(timeout)}` : reasonOf(cause)
    throw new PlatformError('UNAVAILABLE', `cannot download ${shownAddress(address)}: ${reason}`, { cause })
  } finally {
    // Closes the connection of a response that was not read to its end.
    ended.abort()
  }
}

async function follow(
  first: URL,
  { address, signal, ...options }: DownloadOptions & { address: string; signal: AbortSignal },
): Promise<Response> {
  let url = first
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const headers = headersFor(options, url.host === first.host)
    const response = await fetch(url, { redirect: 'manual', signal, headers })
    const location = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && location !== null) {
      const next = checkedUrl(new URL(location, url).href, address)
      if (url.protocol === 'https:' && next.protocol === 'http:')
        throw refused(
          address,
          `it redirects from HTTPS to ${shownAddress(next.href)}, which is not encrypted`,
        )
      url = next
      continue
    }
    if (response.ok) return response
    throw refusedBy(address, response, options)
  }
  throw refused(address, `it redirects more than ${maxRedirects} times`)
}

function headersFor(
  { accept, authorization }: DownloadOptions,
  isFirstHost: boolean,
): Record<string, string> {
  return {
    ...(accept === undefined ? {} : { accept }),
    ...(authorization === undefined || !isFirstHost ? {} : { authorization }),
  }
}

function refusedBy(
  address: string,
  { status, statusText, headers }: Response,
  { remedy }: DownloadOptions,
): PlatformError {
  const said = `the server responded with status ${status}${statusText === '' ? '' : ` (${statusText})`}`
  if (status >= 500 || status === 429)
    return new PlatformError('UNAVAILABLE', `cannot download ${shownAddress(address)}: ${said}`)
  if (status === 401)
    return new Unauthorised(
      `cannot download ${shownAddress(address)}: ${said}. ${remedy}`,
      headers.get('www-authenticate') ?? '',
    )
  return refused(address, status === 403 ? `${said}. ${remedy}` : said)
}

async function bodyOf(response: Response, address: string): Promise<Buffer> {
  assertSize(Number(response.headers.get('content-length') ?? 0), shownAddress(address))
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done || value === undefined) return Buffer.concat(chunks)
    size += value.byteLength
    if (size > 0) assertSize(size, shownAddress(address))
    chunks.push(value)
  }
}

function checkedUrl(text: string, address: string): URL {
  if (!URL.canParse(text)) throw refused(address, 'it is not a valid URL')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refused(address, `only http: and https: are supported, got "${url.protocol}"`)
  return url
}

function refused(address: string, reason: string): PlatformError {
  return new PlatformError('INVALID_INPUT', `cannot download ${shownAddress(address)}: ${reason}`)
}

/** Returns an address for display, without its credentials and its query, which may contain a token. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return address
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname}`
}
