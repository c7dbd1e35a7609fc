import { releaseHeader } from '../../schema/release.ts'
import type { Io } from '../terminal/io.ts'
import { showDuration } from '../terminal/time.ts'

type Fetch = typeof globalThis.fetch

/** Facts that responses of a server carry in their headers. */
export interface ServerFacts {
  /** Release of the server. Undefined before the first response, and for servers that do not report it. */
  release?: string
}

/** Wraps fetch to record the release of the server. */
export function recordingFetch(fetch: Fetch, facts: ServerFacts): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const release = response.headers.get(releaseHeader)
    if (release !== null) facts.release = release
    return response
  }
}

/**
 * Wraps fetch to report each request on stderr, with its operation, status, duration and ID. Never prints headers or
 * bodies, which contain tokens and secrets.
 */
export function verboseFetch(fetch: Fetch, io: Io): Fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    const what = [init?.method ?? 'GET', url, operationOf(init?.body)].filter((part) => part !== '').join(' ')
    const started = performance.now()
    const took = (): string => showDuration(performance.now() - started)
    try {
      const response = await fetch(input, init)
      const id = response.headers.get('x-request-id')
      const release = response.headers.get(releaseHeader)
      const facts = [id === null ? '' : `, request ${id}`, release === null ? '' : `, release ${release}`]
      io.stderr.write(`> ${what}: ${response.status} in ${took()}${facts.join('')}\n`)
      return response
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      io.stderr.write(`> ${what}: failed in ${took()}: ${reason}\n`)
      throw error
    }
  }
}

/** Returns the name of the GraphQL operation in a request body. */
function operationOf(body: unknown): string {
  if (typeof body !== 'string') return ''
  return /(?:query|mutation|subscription)\s+(\w+)/.exec(body)?.[1] ?? ''
}
