import { LRUCache } from 'lru-cache'
import type { Change } from '../../prisma/generated/client/client.ts'
import { rateLimited } from '../../schema/errors.ts'
import type { Actor } from '../../schema/graphql/context.ts'
import type { Store } from '../../schema/graphql/store.ts'
import type { Policy } from '../auth/policy.ts'
import { createKeyedLimiter, type KeyedLimiter } from '../pacing/keyed-limiter.ts'
import { createAccess, type Access } from '../store/actor/access.ts'

/** How requests of different tokens share a server, so that none of them can take all of it. */
export interface Fairness {
  requests: RequestTurns
  /** What an actor reads and writes with: its token never has all connections to the database. */
  accessOf(actor: Actor): FairAccess
}

export interface RequestTurns {
  /** Resolves when a request of a token may be answered, with what is to be called when it has been. */
  begin(token: string, cost: number): Promise<() => void>
}

export interface FairAccess extends Omit<Access, 'visible'> {
  /** Counts what follows the change log with the token, and leaves out what the actor may not see. Throws RATE_LIMITED when that is too much. */
  following(changes: AsyncIterableIterator<Change>): AsyncIterableIterator<Change>
}

/** Requests of one token that are answered at once, and that wait; a worker has up to a hundred reconciles at a time. */
const requestsAtOnce = 200
const requestsWaiting = 2000

/**
 * From which cost on a request is large: the answer has thousands of fields, so that it takes some tens of milliseconds in
 * which nobody else is answered. A page of a hundred objects with all that clients ask of each stays below.
 */
const large = 15_000
const largeAtOnce = 1
const largeWaiting = 50

/** Statements of one token that wait for a connection. */
const statementsWaiting = 5000

/** Subscriptions to the change log of one token: each looks at each change. */
const mostFollowing = 200

/** What reads by Prisma, which has connections of its own. */
const reading = ['list', 'count', 'changes', 'changeBodies', 'events', 'appliedResources'] as const
/** What needs no connection, or none most of the time. */
const free = ['check', 'projectName', 'digestKey'] as const

export interface Shared {
  store: Store
  policy: Policy
  /** Connections of each of the two pools. */
  connections: number
}

export function createFairness({ store, policy, connections }: Shared): Fairness {
  // What is left is for other tokens, and for the server itself.
  const each = Math.max(1, Math.floor(connections * 0.8))
  const share = { atOnce: Infinity, each, waiting: statementsWaiting, of: 'statements' }
  const [writes, reads] = [createKeyedLimiter(share), createKeyedLimiter(share)]
  const accesses = new LRUCache<string, FairAccess>({ max: 1000 })
  const all = createKeyedLimiter({
    atOnce: Infinity,
    each: requestsAtOnce,
    waiting: requestsWaiting,
    of: 'requests',
  })
  const heavy = createKeyedLimiter({
    atOnce: Infinity,
    each: largeAtOnce,
    waiting: largeWaiting,
    of: 'large requests',
  })
  return {
    requests: { begin: (token, cost) => (cost > large ? heavy : all).acquire(token) },
    accessOf: (actor) => {
      const key = `${actor.kind} ${actor.name}`
      const known = accesses.get(key)
      if (known !== undefined) return known
      const { visible, ...access } = createAccess(storeInTurn(store, actor.name, { writes, reads }), {
        actor,
        policy,
      })
      const count = counted(mostFollowing)
      const fair: FairAccess = { ...access, following: (changes) => count(visible(changes)) }
      accesses.set(key, fair)
      return fair
    },
  }
}

function storeInTurn(
  store: Store,
  token: string,
  { writes, reads }: { writes: KeyedLimiter; reads: KeyedLimiter },
): Store {
  const inTurn = Object.entries(store).map(([name, member]: [string, unknown]) => {
    if (isOneOf(free, name)) return [name, member]
    const limiter = isOneOf(reading, name) ? reads : writes
    // All other methods of a store are asynchronous.
    const method = member as (...args: unknown[]) => Promise<unknown>
    return [name, (...args: unknown[]) => limiter.run(token, () => method(...args))]
  })
  // Each method has become one with the same parameters and the same result.
  return Object.fromEntries(inTurn) as Store
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name)
}

function counted(most: number): FairAccess['following'] {
  let open = 0
  return (changes) => {
    if (open >= most) {
      void changes.return?.()
      const message = `more than ${most} subscriptions to changes are open with this token; end some of them first`
      throw rateLimited(message)
    }
    open += 1
    let isOpen = true
    const close = (): void => {
      if (isOpen) open -= 1
      isOpen = false
    }
    return {
      [Symbol.asyncIterator]() {
        return this
      },
      next: async () => {
        const result = await changes.next().catch((error: unknown) => {
          close()
          throw error
        })
        if (result.done === true) close()
        return result
      },
      return: async () => {
        close()
        await changes.return?.()
        return { done: true, value: undefined }
      },
    }
  }
}
