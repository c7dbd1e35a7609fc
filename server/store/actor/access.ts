import type { ClusterQuery, QueryWorkers } from '../../../schema/cluster-queries.ts'
import type { ActorStore, LoggedChange, Store } from '../../../schema/graphql/store.ts'
import { includes } from '../../auth/policy.ts'
import { assertWithin, createActorStore, type ActorOptions } from './actor-store.ts'
import { placeOfObject } from './places.ts'

/** All that requests of an actor read and write with. */
export interface Access {
  store: ActorStore
  /** Leaves out changes that the actor may not see, by the rules at the time of each. */
  visible<Change extends LoggedChange>(changes: AsyncIterableIterator<Change>): AsyncIterableIterator<Change>
  /** Queries clusters about objects that the actor may operate; throws FORBIDDEN about others. */
  queries(queryWorkers: QueryWorkers): QueryWorkers
}

export function createAccess(store: Store, options: ActorOptions): Access {
  const { actor, policy } = options
  return {
    store: createActorStore(store, options),
    visible: (changes) => ({
      [Symbol.asyncIterator]() {
        return this
      },
      next: async () => {
        for (;;) {
          const result = await changes.next()
          if (result.done === true) return result
          const scopes = policy.scopesOf(actor, 'audit')
          if (scopes === 'all' || includes(scopes, await placeOfObject(store, result.value))) return result
        }
      },
      return: async () => {
        await changes.return?.()
        return { done: true, value: undefined }
      },
    }),
    queries: (queryWorkers) => {
      const assertMay = (query: ClusterQuery): Promise<void> =>
        assertWithin(store, options, {
          verb: 'operate',
          operation: `a query of a cluster (${query.about})`,
          subjects: { ids: [BigInt(query.objectId)] },
        })
      const guarded = (query: ClusterQuery): AsyncIterableIterator<unknown> =>
        policy.scopesOf(actor, 'operate') === 'all'
          ? queryWorkers(query)
          : afterwards(assertMay(query), () => queryWorkers(query))
      // The answer to a query is what the contract says of it, and is passed on as it is.
      return guarded as QueryWorkers
    },
  }
}

/** Items that are queried once a check has passed. */
async function* afterwards<Item>(
  check: Promise<void>,
  items: () => AsyncIterableIterator<Item>,
): AsyncGenerator<Item> {
  await check
  yield* items()
}
