import { backoff, pause } from '../schema/retry.ts'
import { PlatformError, isErrorCode, errorTable, type ErrorCode } from '../schema/errors.ts'
import { releaseHeader } from '../schema/release.ts'
import type { TypedDocumentString } from './generated/documents.ts'
import { refusedByAnotherRelease, withoutUnknownArgument, type Answering } from './other-release.ts'

export interface ClientOptions {
  /** Address of the server, for example `http://127.0.0.1:1323`. */
  url: string
  token: string
  /** What the program is called where it and the server are of different releases. @default 'the client' */
  program?: string
  /** Milliseconds until a request is given up. @default 30000 */
  timeout?: number
  /** Requests that fail because the server is away are tried again for this many milliseconds. @default 0 */
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
export type Post = (url: URL, request: PostRequest) => Promise<PostAnswer>

export interface PostAnswer {
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
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
) => Promise<Result>

export function createExecute(options: ClientOptions): Execute {
  const { retryFor = 0 } = options
  return async (document, variables) => {
    const until = Date.now() + retryFor
    let query = document.toString()
    for (let attempt = 1; ; attempt++) {
      try {
        return await executeOnce(options, query, variables)
      } catch (error) {
        const shorter = withoutUnknownArgument(error, query, variables)
        if (shorter !== undefined) {
          query = shorter
          continue
        }
        const wait = backoff(attempt, { first: 200, cap: 2000 })
        const away = error instanceof PlatformError && errorTable[error.code].retry
        if (!away || Date.now() + wait > until) throw error
        await pause(wait, options.signal)
      }
    }
  }
}

interface Answer<Result> {
  data?: Result | null
  errors?: { message: string; extensions?: Record<string, unknown> }[]
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
  variables: unknown,
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
  const answer = parseAnswer<Result>(text)
  if (answer === undefined) {
    const code: ErrorCode = status >= 500 ? 'UNAVAILABLE' : 'INTERNAL'
    throw new PlatformError(code, `${url} answered ${status} with something that is not GraphQL`)
  }
  const [first] = answer.errors ?? []
  if (first !== undefined) throw answeredError(first, { url, program, serverRelease: release })
  if (answer.data == null) throw new PlatformError('INTERNAL', `${url} answered without data`)
  return answer.data
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

/** The text of an answer is JSON of the shape that GraphQL over HTTP prescribes, or nothing of ours. */
function parseAnswer<Result>(text: string): Answer<Result> | undefined {
  try {
    const answer: unknown = JSON.parse(text)
    return typeof answer === 'object' && answer !== null ? answer : undefined
  } catch {
    return undefined
  }
}

interface AnsweredError {
  message: string
  extensions?: Record<string, unknown>
}

/** An error as the server told it; codes that this SDK does not know count as INTERNAL. */
export function answeredError(
  { message, extensions = {} }: AnsweredError,
  answering?: Answering,
): PlatformError {
  const { code, ...details } = extensions
  return (
    (answering && refusedByAnotherRelease({ code, message }, answering)) ??
    new PlatformError(isErrorCode(code) ? code : 'INTERNAL', message, { details })
  )
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
