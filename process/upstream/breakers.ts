import { z } from 'zod'
import { createBreaker, type Breaker, type BreakerState, type OpenBreaker } from './breaker.ts'
import type { FailureRules } from './failure-rules.ts'

/**
 * The circuit breakers of all upstreams of this process. The key is the id of a cluster, or provider, account and
 * region. The threads of the process share their state.
 */
export interface Breakers<Failure extends Error> {
  /**
   * Returns the breaker of an upstream.
   *
   * @param fresh Replaces the breaker by a new one, because the address of the upstream has changed.
   */
  of(key: string, fresh: boolean): Breaker<Failure>
  /** Returns the state of each breaker by key. */
  states(): ReadonlyMap<string, BreakerState>
  /** Returns the breakers that are open, by key. */
  open(): ReadonlyMap<string, OpenBreaker>
  /** Drops the breaker of an upstream. */
  evict(key: string): void
  close(): void
}

const Update = z.object({
  key: z.string(),
  state: z.enum(['open', 'closed']),
  failure: z.object({ kind: z.string(), message: z.string(), reason: z.string() }).optional(),
  retryAt: z.number().optional(),
})

export interface BreakersOptions<Failure extends Error> {
  failures: FailureRules<Failure>
  /** The name of the broadcast channel between the threads of this process. */
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
      onChange: (update) => channel.postMessage({ key, ...update }),
    })
    breakers.set(key, breaker)
    return breaker
  }
  const of: Breakers<Failure>['of'] = (key, fresh) => (fresh ? undefined : breakers.get(key)) ?? create(key)

  channel.onmessage = (message) => {
    const { key, state, failure, retryAt } = Update.parse(message.data)
    of(key, false).adopt({
      state,
      ...(failure === undefined ? {} : { failure }),
      ...(retryAt === undefined ? {} : { retryAt }),
    })
  }

  return {
    of,
    states: () => new Map([...breakers].map(([key, { state }]) => [key, state])),
    open: () =>
      new Map(
        [...breakers].flatMap(([key, { opened }]): [string, OpenBreaker][] =>
          opened === undefined ? [] : [[key, opened]],
        ),
      ),
    evict: (key) => void breakers.delete(key),
    close: () => channel.close(),
  }
}
