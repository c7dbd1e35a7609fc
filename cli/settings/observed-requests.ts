import type { Post } from '../../client-sdk/transport.ts'
import { releaseHeader } from '../../schema/release.ts'
import type { Io } from '../terminal/io.ts'
import { showDuration } from '../terminal/time.ts'
import { postByHttp } from './http-post.ts'

/** Facts that responses of a server carry in their headers. */
export interface ServerFacts {
  /** Release of the server. Undefined before the first response, and for servers that do not report it. */
  release?: string
}

/** A request as those who watch requests describe it. */
interface Sent {
  method: string
  url: string
  body: unknown
}

interface Received {
  status: number
  header(name: string): string | undefined
}

/** Sends a request, and does something before, after, or instead of an error. */
export type Observer = <Response>(
  sent: Sent,
  send: () => Promise<Response>,
  received: (response: Response) => Received,
) => Promise<Response>

/** Records the release of the server. */
export function recordingFacts(facts: ServerFacts): Observer {
  return async (_, send, received) => {
    const response = await send()
    const release = received(response).header(releaseHeader)
    if (release !== undefined) facts.release = release
    return response
  }
}

/**
 * Reports each request on stderr, with its operation, status, duration and ID. Never prints headers or bodies, which contain tokens
 * and secrets.
 */
export function reportingRequests(io: Io): Observer {
  return async ({ method, url, body }, send, received) => {
    const what = [method, url, operationOf(body)].filter((part) => part !== '').join(' ')
    const started = performance.now()
    const took = (): string => showDuration(performance.now() - started)
    try {
      const response = await send()
      const { status, header } = received(response)
      const [id, release] = [header('x-request-id'), header(releaseHeader)]
      const facts = [
        id === undefined ? '' : `, request ${id}`,
        release === undefined ? '' : `, release ${release}`,
      ]
      io.stderr.write(`> ${what}: ${status} in ${took()}${facts.join('')}\n`)
      return response
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      io.stderr.write(`> ${what}: failed in ${took()}: ${reason}\n`)
      throw error
    }
  }
}

/** Returns `fetch`, observed by all, the first of whom is the nearest to the request. */
export function observedFetch(observers: readonly Observer[]): typeof globalThis.fetch {
  return (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const sent = { method: init?.method ?? 'GET', url, body: init?.body }
    return observed(observers, sent, {
      send: () => globalThis.fetch(input, init),
      received: ({ status, headers }) => ({ status, header: (name) => headers.get(name) ?? undefined }),
    })
  }
}

/** Returns a function that sends operations of the API, observed like {@link observedFetch}. */
export function observedPost(observers: readonly Observer[]): Post {
  return async (url, request) => {
    const sent = { method: 'POST', url: String(url), body: request.body }
    const { status, text, header } = await observed(observers, sent, {
      send: () => postByHttp(url, request),
      received: (response) => response,
    })
    return { status, text, release: header(releaseHeader) }
  }
}

function observed<Response>(
  observers: readonly Observer[],
  sent: Sent,
  { send, received }: { send: () => Promise<Response>; received: (response: Response) => Received },
): Promise<Response> {
  return observers.reduce<() => Promise<Response>>(
    (inner, observer) => () => observer(sent, inner, received),
    send,
  )()
}

/** Returns the name of the GraphQL operation in a request body. */
function operationOf(body: unknown): string {
  if (typeof body !== 'string') return ''
  return /(?:query|mutation|subscription)\s+(\w+)/.exec(body)?.[1] ?? ''
}
