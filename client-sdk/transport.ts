import { backoff, pause } from '../schema/retry.ts'
import { PlatformError, errorTable, isPlatformError, type ErrorCode } from '../schema/errors.ts'
import { clientsPath } from '../schema/endpoints.ts'
import { releaseHeader } from '../schema/release.ts'
import { toPlatformError, parseResponse } from './responses.ts'
import type { SavedPlanFieldsFragment } from './generated/documents.ts'
import { checkOptions } from './misuse.ts'
import { textOf, type Operation } from './operation.ts'
import { withoutUnknownArgument } from './other-release.ts'

export interface ClientOptions {
  /** URL of the server, for example `http://127.0.0.1:1323`. */
  url: string
  /** The token of a user. Not for pages, which set `session`. */
  token?: string
  /** Authenticates by the cookie of the session of a page that the server itself serves, instead of a token. @default false */
  session?: boolean
  /** The path of the GraphQL API on the server. @default '/graphql' */
  endpoint?: string
  /** Name of the program in messages about a server of another release. @default 'the client' */
  program?: string
  /** Timeout of a request in milliseconds. @default 30000 */
  timeout?: number
  /**
   * Milliseconds for which requests are retried while the server is unavailable. Writes then get an idempotency key, so
   * that one whose response was lost takes effect only once. @default 0
   */
  retryFor?: number
  /** Headers for every request, for example `traceparent`. */
  headers?: () => Record<string, string>
  fetch?: typeof globalThis.fetch
  /** Sends operations with something faster than `fetch`. Subscriptions still use `fetch`. */
  post?: Post
  /** Aborts all requests of the client; each then throws the reason of the signal. */
  signal?: AbortSignal
  /**
   * Gets the plans of `apply`, `rollProfile`, `objects.delete` and `objects.rollBack` with `dryRun`, which these then record.
   * `executePlan` does exactly what a plan says, or nothing. @default no plans are recorded
   */
  onPlan?: (plan: SavedPlan) => void
}

/** What a mutation would do. */
export type SavedPlan = SavedPlanFieldsFragment

/** Sends a request and returns the complete response. Throws if there is none within `timeout` milliseconds. */
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

/** Options of single calls, which take precedence over those of the client. */
export interface CallOptions extends Pick<ClientOptions, 'timeout' | 'retryFor' | 'onPlan'> {
  /** Aborts the request, as the signal of the client does. It then throws the reason of the signal. */
  signal?: AbortSignal | undefined
}

/** Executes one operation. Throws a PlatformError, distinguished by its `code`. */
export type Execute = <Result, Variables>(
  operation: Operation<Result, Variables>,
  variables: Variables,
  call?: CallOptions,
) => Promise<Result>

/** Executes one mutation that accepts an idempotency key. Generates a key if none is given and requests are retried. */
export type Write = <Result, Variables extends Keyed>(
  mutation: Operation<Result, Variables>,
  variables: Variables,
) => Promise<Result>

export interface Keyed {
  options?: { idempotencyKey?: string | null | undefined } | null | undefined
}

/** A transport to a server, for use with the clients of single kinds. {@link createClient} creates its own. */
export interface Transport {
  options: ClientOptions
  execute: Execute
  write: Write
}

/** Creates a transport. Throws INVALID_INPUT if the URL is not valid or the token is missing. */
export function createTransport(options: ClientOptions): Transport {
  checkOptions(options)
  const retries = (options.retryFor ?? 0) > 0
  return {
    options,
    execute: (operation, variables, call = {}) =>
      executeWithRetry(withCall(options, call), operation, variables),
    write: (mutation, variables) => {
      const key = variables.options?.idempotencyKey ?? (retries ? randomKey() : undefined)
      const keyed = { ...variables.options, ...(key !== undefined && { idempotencyKey: key }) }
      return executeWithRetry(options, mutation, { ...variables, options: keyed })
    },
  }
}

/** Returns the options of a client with those of a call. */
export function withCall(options: ClientOptions, { signal, ...call }: CallOptions): ClientOptions {
  const joined = joinSignals(options.signal, signal)
  return { ...options, ...call, ...(joined && { signal: joined }) }
}

/** Returns a signal that is aborted with the first of these; undefined if there is none. */
export function joinSignals(...given: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const signals = given.filter((each) => each !== undefined)
  return signals.length > 1 ? AbortSignal.any(signals) : signals[0]
}

async function executeWithRetry<Result, Given>(
  options: ClientOptions,
  operation: Operation<Result, Given>,
  variables: Given,
): Promise<Result> {
  const deadline = Date.now() + (options.retryFor ?? 0)
  let query = textOf(operation)
  for (let attempt = 1; ; attempt++) {
    try {
      return await executeOnce<Result>(options, query, variables)
    } catch (error) {
      const shorter = withoutUnknownArgument(error, query, variables)
      if (shorter !== undefined) {
        query = shorter
        continue
      }
      const wait = backoff(attempt, { first: 200, cap: 2000 })
      const isRetryable = isPlatformError(error) && errorTable[error.code].retry
      if (!isRetryable || Date.now() + wait > deadline) throw error
      await pause(wait, options.signal)
    }
  }
}

/** Returns the header that authenticates a request; none for a page, of which the browser sends the cookie. */
export function authorizationOf({
  token = '',
  session = false,
}: {
  token?: string | undefined
  session?: boolean
}): Record<string, string> {
  return session ? {} : { authorization: `Bearer ${token}` }
}

async function executeOnce<Result>(
  {
    url,
    token,
    session = false,
    endpoint = clientsPath,
    program = defaultProgram,
    timeout = 30_000,
    headers = () => ({}),
    signal,
    ...options
  }: ClientOptions,
  query: string,
  variables: unknown,
): Promise<Result> {
  const { fetch = globalThis.fetch, post = postBy(fetch) } = options
  const { status, text, release } = await post(new URL(endpoint, url), {
    headers: { 'content-type': 'application/json', ...authorizationOf({ token, session }), ...headers() },
    body: JSON.stringify({ query, variables }),
    timeout,
    signal,
  }).catch((cause: unknown) => {
    signal?.throwIfAborted()
    throw new PlatformError('UNAVAILABLE', `cannot reach ${url}: ${reasonOf(cause)}`, { cause })
  })
  const response = parseResponse<Result>(text)
  if (response === undefined) {
    const code: ErrorCode = status >= 500 ? 'UNAVAILABLE' : 'INTERNAL'
    throw new PlatformError(code, `${url} responded with status ${status} and a body that is not GraphQL`)
  }
  const { data, error } = response
  if (error !== undefined) throw toPlatformError(error, { url, program, serverRelease: release })
  if (data == null) throw new PlatformError('INTERNAL', `${url} responded without data`)
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

/** Returns a random key. `crypto.randomUUID` is unavailable on pages not loaded over HTTPS. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** Returns the message of the deepest cause, since fetch itself reports only "fetch failed". */
export function reasonOf(error: unknown): string {
  let deepest = error
  while (deepest instanceof Error && deepest.cause !== undefined) deepest = deepest.cause
  if (!(deepest instanceof Error)) return String(deepest)
  return deepest.name === 'TimeoutError'
    ? 'timeout'
    : deepest.message || ('code' in deepest ? String(deepest.code) : deepest.name)
}
