import { z } from 'zod'
import { createBreaker, type Breaker, type BreakerState } from './breaker.ts'
import type { FailureRules } from './failure-rules.ts'

/**
 * Breakers of the upstreams that this process talks to, by a key: the id of a cluster, or provider, account and region.
 * What one thread finds out, the others need not.
 */
export interface Breakers<Failure extends Error> {
  /** That of an upstream; a new one when `fresh`, because it is reached in another way now. */
  of(key: string, fresh: boolean): Breaker<Failure>
  states(): ReadonlyMap<string, BreakerState>
  forget(key: string): void
  close(): void
}

const News = z.object({
  key: z.string(),
  state: z.enum(['open', 'closed']),
  failure: z.object({ kind: z.string(), message: z.string(), reason: z.string() }).optional(),
  tryAt: z.number().optional(),
})

export interface BreakersOptions<Failure extends Error> {
  failures: FailureRules<Failure>
  /** Name of what the threads of one process share, and processes do not. */
  channelName: string
}

export function createBreakers<Failure extends Error>({
  failures,
  channelName,
}: BreakersOptions<Failure>): Breakers<Failure> {
  const breakers = new Map<string, Breaker<Failure>>()
  const channel = new BroadcastChannel(channelName)
  channel.unref()

  const create = (key: string): Breaker<Failure> => {
    const breaker = createBreaker({
      failures,
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has no origin, only windows do.
      onChange: (news) => channel.postMessage({ key, ...news }),
    })
    breakers.set(key, breaker)
    return breaker
  }
  const of: Breakers<Failure>['of'] = (key, fresh) => (fresh ? undefined : breakers.get(key)) ?? create(key)

  channel.onmessage = (message) => {
    const { key, state, failure, tryAt } = News.parse(message.data)
    of(key, false).adopt({
      state,
      ...(failure === undefined ? {} : { failure }),
      ...(tryAt === undefined ? {} : { tryAt }),
    })
  }

  return {
    of,
    states: () => new Map([...breakers].map(([key, { state }]) => [key, state])),
    forget: (key) => void breakers.delete(key),
    close: () => channel.close(),
  }
}
