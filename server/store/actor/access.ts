import {
  describeQuery,
  verbOf,
  type ClusterQuery,
  type QueryWorkers,
} from '../../../schema/cluster-queries.ts'
import type { ActorStore, Store } from '../../../schema/graphql/store.ts'
import type { Visibility } from '../../../schema/graphql/context.ts'
import type { LoggedChange } from '../../../schema/graphql/store-queries.ts'
import { includes } from '../../auth/policy.ts'
import { assertWithin, createActorStore, type ActorOptions } from './actor-store.ts'
import { scopeOfObject } from './scopes.ts'

/** The access of an actor to objects, changes and clusters. */
export interface Access {
  store: ActorStore
  /** Filters out changes that the actor may not see, by the rules in effect at each change. */
  visible<Change extends LoggedChange>(
    changes: AsyncIterableIterator<Change>,
    visibility?: Visibility,
  ): AsyncIterableIterator<Change>
  /** Restricts cluster queries to objects that the actor may operate; throws FORBIDDEN for others. */
  queries(queryWorkers: QueryWorkers): QueryWorkers
}

export function createAccess(store: Store, options: ActorOptions): Access {
  const { actor, policy } = options
  return {
    store: createActorStore(store, options),
    visible: (changes, { verb = 'audit', retains = () => false } = {}) => ({
      [Symbol.asyncIterator]() {
        return this
      },
      next: async () => {
        for (;;) {
          const result = await changes.next()
          if (result.done === true) return result
          const scopes = policy.scopesOf(actor, verb)
          const { value } = result
          if (scopes === 'all' || retains(value)) return result
          if (includes(scopes, await scopeOfObject(store, value))) return result
        }
      },
      return: async () => {
        await changes.return?.()
        return { done: true, value: undefined }
      },
    }),
    queries: (queryWorkers) => {
      const guarded = (
        query: ClusterQuery,
        inputs?: AsyncIterableIterator<never>,
      ): AsyncIterableIterator<unknown> => {
        const verb = verbOf(query.about)
        if (verb === undefined || policy.scopesOf(actor, verb) === 'all') return queryWorkers(query, inputs)
        const operation = describeQuery(query.about)
        const check = assertWithin(store, options, {
          verb,
          operation,
          subjects: { ids: [BigInt(query.objectId)] },
        })
        return afterCheck(check, () => queryWorkers(query, inputs))
      }
      // The items of a response have the type that the contract gives them, and are passed on unchanged.
      return guarded as QueryWorkers
    },
  }
}

/** Yields items after a check has passed. Can be ended while it waits for an item. */
function afterCheck<Item>(
  check: Promise<void>,
  open: () => AsyncIterableIterator<Item>,
): AsyncIterableIterator<Item> {
  const items = check.then(open)
  // Whoever reads the items gets the error.
  items.catch(() => undefined)
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    next: async () => (await items).next(),
    return: async () => {
      const opened = await items.catch(() => undefined)
      await opened?.return?.()
      return { done: true, value: undefined }
    },
  }
}
