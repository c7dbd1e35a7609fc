import { PlatformError } from '../schema/errors.ts'
import { toPlatformError, parseResponse } from './responses.ts'
import { textOf, type Operation } from './operation.ts'
import type { Responder } from './other-release.ts'
import { serverSentEvents } from './server-sent-events.ts'
import { authorizationOf, defaultProgram, reasonOf, releaseOf, type ClientOptions } from './transport.ts'

/** A subscription and its variables. */
export interface Subscribe<Result, Variables> {
  document: Operation<Result, Variables>
  variables: Variables
  /** Ends the subscription: the iteration throws the reason of the signal. */
  signal?: AbortSignal
  /** Called once the server has subscribed. */
  onConnected?: () => void
}

/**
 * Yields the results of a subscription over one connection. Uses server-sent events, which need only fetch in Node.js and
 * in browsers. Throws a PlatformError: UNAVAILABLE when the connection fails or is lost, else the error of the server.
 */
export async function* subscribe<Result, Variables>(
  { url, program = defaultProgram, headers = () => ({}), fetch = globalThis.fetch, ...caller }: ClientOptions,
  { document, variables, signal, onConnected = () => undefined }: Subscribe<Result, Variables>,
): AsyncGenerator<Result> {
  const response = await fetch(new URL('/graphql/stream', url), {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      ...authorizationOf(caller),
      ...headers(),
    },
    body: JSON.stringify({ query: textOf(document), variables }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((cause: unknown) => {
    signal?.throwIfAborted()
    throw new PlatformError('UNAVAILABLE', `cannot reach ${url}: ${reasonOf(cause)}`, { cause })
  })
  const responder = { url, program, serverRelease: releaseOf(response) }
  if (!response.ok || response.body === null) throw await refusal(response, responder)
  onConnected()
  for await (const { event, data } of untilComplete(serverSentEvents(response.body), { url, signal })) {
    if (event === 'complete') return
    if (event !== 'next') continue
    const result = parseResponse<Result>(data)
    if (result?.error !== undefined) throw toPlatformError(result.error, responder)
    if (result?.data != null) yield result.data
  }
}

/** Passes events through, and throws UNAVAILABLE if they end without the `complete` event of the server. */
async function* untilComplete<Event>(
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
  throw new PlatformError('UNAVAILABLE', `the connection to ${url} was lost: ${reasonOf(cause)}`, { cause })
}

async function refusal(response: Response, responder: Responder): Promise<PlatformError> {
  const body = parseResponse(await response.text())
  if (body?.error !== undefined) return toPlatformError(body.error, responder)
  // Sent by a proxy, or by a server that is shutting down.
  return new PlatformError(
    response.status >= 500 ? 'UNAVAILABLE' : 'INTERNAL',
    `${responder.url} responded with status ${response.status}`,
  )
}
