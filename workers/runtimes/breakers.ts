import { z } from 'zod'
import { createBreaker, type Breaker, type BreakerState } from '../kube/client/breaker.ts'

/** Breakers of the clusters that this process talks to: what one thread finds out, the others need not. */
export interface Breakers {
  /** That of a runtime; a new one when `fresh`, because it is reached in another way now. */
  of(runtimeId: string, fresh: boolean): Breaker
  states(): ReadonlyMap<string, BreakerState>
  forget(runtimeId: string): void
  close(): void
}

const News = z.object({
  runtimeId: z.string(),
  state: z.enum(['open', 'closed']),
  failure: z
    .object({ kind: z.enum(['unreachable', 'untrusted']), message: z.string(), reason: z.string() })
    .optional(),
  tryAt: z.number().optional(),
})

/** Threads of one process share it; processes do not. */
const channelName = 'qleet-breakers'

export function createBreakers(): Breakers {
  const breakers = new Map<string, Breaker>()
  const channel = new BroadcastChannel(channelName)
  channel.unref()

  const create = (runtimeId: string): Breaker => {
    const breaker = createBreaker({
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has no origin, only windows do.
      onChange: (news) => channel.postMessage({ runtimeId, ...news }),
    })
    breakers.set(runtimeId, breaker)
    return breaker
  }
  const of: Breakers['of'] = (runtimeId, fresh) =>
    (fresh ? undefined : breakers.get(runtimeId)) ?? create(runtimeId)

  channel.onmessage = (message) => {
    const { runtimeId, state, failure, tryAt } = News.parse(message.data)
    of(runtimeId, false).adopt({
      state,
      ...(failure === undefined ? {} : { failure }),
      ...(tryAt === undefined ? {} : { tryAt }),
    })
  }

  return {
    of,
    states: () => new Map([...breakers].map(([runtimeId, { state }]) => [runtimeId, state])),
    forget: (runtimeId) => void breakers.delete(runtimeId),
    close: () => channel.close(),
  }
}
