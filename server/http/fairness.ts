import { LRUCache } from 'lru-cache'
import type { Change } from '../../prisma/generated/client/client.ts'
import { rateLimited } from '../../schema/errors.ts'
import type { Actor, Visibility } from '../../schema/graphql/context.ts'
import type { Store } from '../../schema/graphql/store.ts'
import type { Policy } from '../auth/policy.ts'
import { createKeyedLimiter, type KeyedLimiter } from '../pacing/keyed-limiter.ts'
import { createAccess, type Access } from '../store/actor/access.ts'

/** Shares a server among tokens, so that no token can use all of its capacity. */
export interface Fairness {
  requests: RequestLimiter
  /**
   * Returns the access of an actor, with limited concurrency, so that one token never holds all database connections.
   */
  accessOf(actor: Actor): FairAccess
}

export interface RequestLimiter {
  /** Waits until a request of a token may run; resolves with a function to call once it has finished. */
  acquire(token: string, cost: number): Promise<() => void>
}

export interface FairAccess extends Omit<Access, 'visible'> {
  /** Filters changes by what the actor may see. Throws RATE_LIMITED when the token has too many subscriptions to changes. */
  limitFollowing(
    changes: AsyncIterableIterator<Change>,
    visibility: Visibility,
  ): AsyncIterableIterator<Change>
}

/** Requests of one token that run and that wait at the same time; one worker runs up to a hundred reconciles. */
const maxRunning = 200
const maxWaiting = 2000

/**
 * The cost above which a request is large: its response has thousands of fields and blocks the event loop for some tens of
 * milliseconds. A page of a hundred objects with everything that our clients request stays below.
 */
const largeCost = 15_000
const maxLargeRunning = 1
const maxLargeWaiting = 50

/** Statements of one token that wait for a connection. */
const maxWaitingStatements = 5000

/** Subscriptions of one token to the change log: each of them filters every change. */
const maxFollowing = 200

/** Methods of the store that use the pool for reads whose cost depends on the request. */
export const readMethods = [
  'list',
  'views',
  'listViews',
  'listStamps',
  'count',
  'changes',
  'changeBodies',
  'countChanges',
  'findChange',
  'history',
  'countHistory',
  'events',
  'listEvents',
  'countEvents',
  'appliedResources',
  'externalResources',
  'listResources',
  'countResources',
  'abandonedPage',
  'countAbandoned',
  'dueByKind',
  'stuck',
  'workLag',
] as const satisfies (keyof Store)[]
/** Methods of the store that need no connection, or rarely one, or of which many together take one. */
const unlimitedMethods = [
  'check',
  'projectName',
  'digestKey',
  'startReconcile',
  'recordApplied',
  'report',
  'confirmDeletion',
] as const

export interface FairnessOptions {
  store: Store
  policy: Policy
  /** Connections of each of the two pools. */
  connections: number
}

export function createFairness({ store, policy, connections }: FairnessOptions): Fairness {
  // The rest is reserved for other tokens and for the server itself.
  const each = Math.max(1, Math.floor(connections * 0.8))
  const limits = { atOnce: Infinity, each, waiting: maxWaitingStatements, of: 'statements' }
  const [writes, reads] = [createKeyedLimiter(limits), createKeyedLimiter(limits)]
  const accesses = new LRUCache<string, FairAccess>({ max: 1000 })
  const all = createKeyedLimiter({
    atOnce: Infinity,
    each: maxRunning,
    waiting: maxWaiting,
    of: 'requests',
  })
  const heavy = createKeyedLimiter({
    atOnce: Infinity,
    each: maxLargeRunning,
    waiting: maxLargeWaiting,
    of: 'large requests',
  })
  return {
    requests: { acquire: (token, cost) => (cost > largeCost ? heavy : all).acquire(token) },
    accessOf: (actor) => {
      const key = `${actor.kind} ${actor.name}`
      const known = accesses.get(key)
      if (known !== undefined) return known
      const { visible, ...access } = createAccess(limitedStore(store, actor.name, { writes, reads }), {
        actor,
        policy,
      })
      const count = limitOpen(maxFollowing)
      const fair: FairAccess = {
        ...access,
        limitFollowing: (changes, visibility) => count(visible(changes, visibility)),
      }
      accesses.set(key, fair)
      return fair
    },
  }
}

function limitedStore(
  store: Store,
  token: string,
  { writes, reads }: { writes: KeyedLimiter; reads: KeyedLimiter },
): Store {
  const limited = Object.entries(store).map(([name, member]: [string, unknown]) => {
    if (isOneOf(unlimitedMethods, name)) return [name, member]
    const limiter = isOneOf(readMethods, name) ? reads : writes
    // All remaining methods of a store are asynchronous.
    const method = member as (...args: unknown[]) => Promise<unknown>
    return [name, (...args: unknown[]) => limiter.run(token, () => method(...args))]
  })
  // Each wrapper has the parameters and the result of the method that it wraps.
  return Object.fromEntries(limited) as Store
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name)
}

function limitOpen(max: number): (changes: AsyncIterableIterator<Change>) => AsyncIterableIterator<Change> {
  let open = 0
  return (changes) => {
    if (open >= max) {
      void changes.return?.()
      const message = `more than ${max} subscriptions to changes are open with this token; close some of them first`
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
