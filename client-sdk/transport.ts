import { backoff, pause } from '../schema/retry.ts'
import { PlatformError, errorTable, isPlatformError, type ErrorCode } from '../schema/errors.ts'
import { releaseHeader } from '../schema/release.ts'
import { toPlatformError, parseResponse } from './responses.ts'
import type { Operation } from './operation.ts'
import { withoutUnknownArgument } from './other-release.ts'

export interface ClientOptions {
  /** Address of the server, for example `http://127.0.0.1:1323`. */
  url: string
  token: string
  /** What the program is called where it and the server are of different releases. @default 'the client' */
  program?: string
  /** Milliseconds until a request is given up. @default 30000 */
  timeout?: number
  /**
   * Requests that fail because the server is away are tried again for this many milliseconds. Writes then have an
   * idempotency key, so that one whose answer got lost takes effect once. @default 0
   */
  retryFor?: number
  /** Headers for every request, for example `traceparent`. */
  headers?: () => Record<string, string>
  fetch?: typeof globalThis.fetch
  /** Sends one operation, where a program has something faster than `fetch`. Subscriptions still use `fetch`. */
  post?: Post
  /** Ends every request of the client; each then throws the reason of the signal. */
  signal?: AbortSignal
}

/** Sends a body; resolves with the whole answer. Throws when there is none within `timeout` milliseconds. */
export type Post = (url: URL, request: PostRequest) => Promise<PostResponse>

export interface PostResponse {
  status: number
  text: string
  /** Header `x-qleet-release`. */
  release?: string | undefined
}

export interface PostRequest {
  headers: Record<string, string>
  body: string
  timeout: number
  signal?: AbortSignal | undefined
}

/** Runs one operation. Throws a PlatformError: by its `code` one knows what went wrong. */
export type Execute = <Result, Variables>(
  operation: Operation<Result, Variables>,
  variables: Variables,
) => Promise<Result>

/** Runs one mutation that may have an idempotency key: one is made where none is given and requests are tried again. */
export type Write = <Result, Variables extends Keyed>(
  mutation: Operation<Result, Variables>,
  variables: Variables,
) => Promise<Result>

export interface Keyed {
  idempotencyKey?: string | null | undefined
}

/** The way to a server, for clients of single kinds; {@link createClient} has one of its own. */
export interface Transport {
  options: ClientOptions
  execute: Execute
  write: Write
}

export function createTransport(options: ClientOptions): Transport {
  const tries = (options.retryFor ?? 0) > 0
  return {
    options,
    execute: (operation, variables) => executeInTime(options, operation, { variables }),
    write: (mutation, variables) =>
      executeInTime(options, mutation, {
        variables,
        ...(tries && variables.idempotencyKey == null && { added: { idempotencyKey: randomKey() } }),
      }),
  }
}

interface Variables<Given> {
  variables: Given
  /** Variables of our own, which a server that does not know them may do without. */
  added?: Keyed
}

async function executeInTime<Result, Given>(
  options: ClientOptions,
  operation: Operation<Result, Given>,
  { variables, added = {} }: Variables<Given>,
): Promise<Result> {
  const until = Date.now() + (options.retryFor ?? 0)
  let query = operation.toString()
  for (let attempt = 1; ; attempt++) {
    try {
      return await executeOnce<Result>(options, query, { ...variables, ...added })
    } catch (error) {
      const shorter = withoutUnknownArgument(error, query, variables)
      if (shorter !== undefined) {
        query = shorter
        continue
      }
      const wait = backoff(attempt, { first: 200, cap: 2000 })
      const away = isPlatformError(error) && errorTable[error.code].retry
      if (!away || Date.now() + wait > until) throw error
      await pause(wait, options.signal)
    }
  }
}

async function executeOnce<Result>(
  {
    url,
    token,
    program = defaultProgram,
    timeout = 30_000,
    headers = () => ({}),
    signal,
    ...options
  }: ClientOptions,
  query: string,
  variables: object,
): Promise<Result> {
  const { fetch = globalThis.fetch, post = postBy(fetch) } = options
  const { status, text, release } = await post(new URL('/graphql', url), {
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers() },
    body: JSON.stringify({ query, variables }),
    timeout,
    signal,
  }).catch((cause: unknown) => {
    signal?.throwIfAborted()
    throw new PlatformError('UNAVAILABLE', `cannot reach ${url}: ${reasonOf(cause)}`, { cause })
  })
  const answer = parseResponse<Result>(text)
  if (answer === undefined) {
    const code: ErrorCode = status >= 500 ? 'UNAVAILABLE' : 'INTERNAL'
    throw new PlatformError(code, `${url} answered ${status} with something that is not GraphQL`)
  }
  const { data, error } = answer
  if (error !== undefined) throw toPlatformError(error, { url, program, serverRelease: release })
  if (data == null) throw new PlatformError('INTERNAL', `${url} answered without data`)
  return data
}

function postBy(fetch: typeof globalThis.fetch): Post {
  return async (url, { headers, body, timeout, signal }) => {
    const signals = [AbortSignal.timeout(timeout), ...(signal === undefined ? [] : [signal])]
    const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.any(signals) })
    return { status: response.status, text: await response.text(), release: releaseOf(response) }
  }
}

export const defaultProgram = 'the client'

export function releaseOf({ headers }: Response): string | undefined {
  return headers.get(releaseHeader) ?? undefined
}

/** `crypto.randomUUID` is missing on pages that were not loaded over HTTPS. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** The deepest reason: fetch itself says only "fetch failed". */
export function reasonOf(error: unknown): string {
  let deepest = error
  while (deepest instanceof Error && deepest.cause !== undefined) deepest = deepest.cause
  if (!(deepest instanceof Error)) return String(deepest)
  return deepest.name === 'TimeoutError'
    ? 'no answer in time'
    : deepest.message || ('code' in deepest ? String(deepest.code) : deepest.name)
}
