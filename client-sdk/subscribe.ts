import { PlatformError } from '../schema/errors.ts'
import { toPlatformError, parseResponse } from './responses.ts'
import type { Operation } from './operation.ts'
import type { Responder } from './other-release.ts'
import { serverSentEvents } from './server-sent-events.ts'
import { defaultProgram, reasonOf, releaseOf, type ClientOptions } from './transport.ts'

export interface Subscribe<Result, Variables> {
  document: Operation<Result, Variables>
  variables: Variables
  /** Ends it with the reason of the signal. */
  signal?: AbortSignal
  /** Called once the server is listening. */
  onConnected?: () => void
}

/**
 * What a subscription sends, over one connection. Server-sent events need nothing but fetch, in Node and in browsers.
 * Throws a PlatformError: UNAVAILABLE where it cannot be had or is cut, and what the server says where that ends it.
 */
export async function* subscribe<Result, Variables>(
  { url, token, program = defaultProgram, headers = () => ({}), fetch = globalThis.fetch }: ClientOptions,
  { document, variables, signal, onConnected = () => undefined }: Subscribe<Result, Variables>,
): AsyncGenerator<Result> {
  const response = await fetch(new URL('/graphql/stream', url), {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...headers(),
    },
    body: JSON.stringify({ query: document.toString(), variables }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((cause: unknown) => {
    signal?.throwIfAborted()
    throw new PlatformError('UNAVAILABLE', `cannot reach ${url}: ${reasonOf(cause)}`, { cause })
  })
  const responder = { url, program, serverRelease: releaseOf(response) }
  if (!response.ok || response.body === null) throw await refusal(response, responder)
  onConnected()
  for await (const { event, data } of uncut(serverSentEvents(response.body), { url, signal })) {
    if (event === 'complete') return
    if (event !== 'next') continue
    const answer = parseResponse<Result>(data)
    if (answer?.error !== undefined) throw toPlatformError(answer.error, responder)
    if (answer?.data != null) yield answer.data
  }
}

/** The same events; throws where they end although the server has not said so. */
async function* uncut<Event>(
  events: AsyncGenerator<Event>,
  { url, signal }: { url: string; signal: AbortSignal | undefined },
): AsyncGenerator<Event> {
  let cause: unknown = 'the connection was closed'
  try {
    yield* events
  } catch (error) {
    signal?.throwIfAborted()
    cause = error
  }
  throw new PlatformError('UNAVAILABLE', `the answer of ${url} broke off: ${reasonOf(cause)}`, { cause })
}

async function refusal(response: Response, responder: Responder): Promise<PlatformError> {
  const answer = parseResponse(await response.text())
  if (answer?.error !== undefined) return toPlatformError(answer.error, responder)
  // A proxy in between, or a server that is going.
  return new PlatformError(
    response.status >= 500 ? 'UNAVAILABLE' : 'INTERNAL',
    `the server answered ${response.status}`,
  )
}
