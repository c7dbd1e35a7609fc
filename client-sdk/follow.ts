import { PlatformError, errorTable } from '../schema/errors.ts'
import {
  FollowChangesDocument,
  GetChangeCursorDocument,
  type FollowChangesSubscription,
} from './generated/documents.ts'
import { answeredError, createExecute, pause, reasonOf, type ClientOptions } from './transport.ts'

export type ChangeItem = FollowChangesSubscription['result']

export interface FollowChanges {
  /** Cursor of the last change that is known. Left out: from now on. */
  after?: string
  kinds?: readonly string[]
  objectId?: string
  /** Ends following, without an error. That of the client does as well. */
  signal?: AbortSignal
  /** Called once the server is listening, each time. */
  onConnected?: () => void
}

/**
 * Server-sent events need nothing but fetch, in Node and in browsers. After a cut the next connection begins at the
 * last cursor, so nothing is missed and nothing comes twice; what cannot get better by waiting is thrown.
 */
export async function* followChanges(
  options: ClientOptions,
  follow: FollowChanges,
): AsyncGenerator<ChangeItem> {
  const signals = [options.signal, follow.signal].filter((each) => each !== undefined)
  const signal = signals.length === 0 ? undefined : AbortSignal.any(signals)
  const stopped = (): boolean => signal?.aborted === true
  let { after } = follow
  for (let failures = 0; !stopped();) {
    try {
      after ??= (await createExecute(options)(GetChangeCursorDocument, {})).result
      for await (const change of connectOnce(options, { ...follow, ...(signal && { signal }), after })) {
        failures = 0
        after = change.cursor
        yield change
      }
    } catch (error) {
      if (stopped()) return
      if (error instanceof PlatformError && !errorTable[error.code].retry) throw error
      failures += 1
    }
    if (!stopped()) await pause(Math.min(50 * 2 ** failures, 2000), signal)
  }
}

async function* connectOnce(
  { url, token, headers = () => ({}), fetch = globalThis.fetch }: ClientOptions,
  { after, kinds, objectId, signal, onConnected = () => undefined }: FollowChanges,
): AsyncGenerator<ChangeItem> {
  const variables = { after: after ?? null, kinds: kinds ?? null, objectId: objectId ?? null }
  const response = await fetch(new URL('/graphql/stream', url), {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...headers(),
    },
    body: JSON.stringify({ query: FollowChangesDocument.toString(), variables }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((cause: unknown) => {
    throw new PlatformError('UNAVAILABLE', `cannot reach ${url}: ${reasonOf(cause)}`, { cause })
  })
  if (!response.ok || response.body === null) throw await refusal(response)
  onConnected()
  for await (const { event, data } of serverSentEvents(response.body)) {
    if (event === 'complete') return
    if (event !== 'next') continue
    const message = JSON.parse(data) as { data?: FollowChangesSubscription; errors?: { message: string }[] }
    const [error] = message.errors ?? []
    if (error !== undefined) throw answeredError(error)
    if (message.data !== undefined) yield message.data.result
  }
}

async function refusal(response: Response): Promise<PlatformError> {
  const text = await response.text()
  try {
    const { errors } = JSON.parse(text) as {
      errors?: { message: string; extensions?: Record<string, unknown> }[]
    }
    if (errors?.[0] !== undefined) return answeredError(errors[0])
  } catch {
    // Not JSON: a proxy in between, or a server that is going.
  }
  return new PlatformError(
    response.status >= 500 ? 'UNAVAILABLE' : 'INTERNAL',
    `the server answered ${response.status}`,
  )
}

/** https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation */
async function* serverSentEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<{ event: string; data: string }> {
  const decoder = new TextDecoder()
  let buffer = ''
  for await (const chunk of body) {
    buffer += decoder.decode(chunk, { stream: true })
    const blocks = buffer.split('\n\n')
    buffer = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = block
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trimStart()])
      const event = fields.find(([name]) => name === 'event')?.[1] ?? 'message'
      const data = fields.filter(([name]) => name === 'data').map(([, value]) => value ?? '')
      yield { event, data: data.join('\n') }
    }
  }
}
