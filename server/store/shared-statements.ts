import { DatabaseError } from 'pg'
import { createBatches } from '../pacing/batches.ts'
import { createKeyedLimiter } from '../pacing/keyed-limiter.ts'

/** The most items of a statement; more cost as much for each. */
const most = 32

/** The items that are executed alone at the same time: each takes a connection, and may wait for a lock. */
const aloneAtOnce = 5

/** What becomes of an item. */
export type Outcome<Result> = { result: Result } | Error

export interface SharedStatementOptions<Item, Result, Key> {
  /** Identifies what an item is about. Only one of those with the same key is executed together with others. */
  keyOf(item: Item): Key
  /** Executes items in one statement or transaction, without waiting for locks. Leaves out what it does not decide, without effects. */
  together(items: readonly Item[]): Promise<ReadonlyMap<Key, Outcome<Result>>>
  /** Executes one item. */
  alone(item: Item): Promise<Result>
}

/**
 * Returns a function that executes what arrives at the same time together, and alone what that leaves out. Each item has its own outcome:
 * one that is locked does not hold up the others, and one with which Postgres refuses a statement does not fail them.
 */
export function sharedStatement<Item, Result, Key = bigint>({
  keyOf,
  together,
  alone,
}: SharedStatementOptions<Item, Result, Key>): (item: Item) => Promise<Result> {
  const limiter = createKeyedLimiter({ atOnce: aloneAtOnce, waiting: Infinity, of: 'statements' })
  const batches = createBatches<Item, { result: Result } | undefined>(
    async (items) => {
      const [first] = items
      if (first === undefined) return []
      if (items.length === 1) return [await outcomeOf(alone(first))]
      const firsts = new Map([...items].reverse().map((item) => [keyOf(item), item]))
      const found = await together([...firsts.values()]).catch((error: unknown) => {
        if (!(error instanceof DatabaseError)) throw error
        return new Map<Key, Outcome<Result>>()
      })
      return items.map((item) => (firsts.get(keyOf(item)) === item ? found.get(keyOf(item)) : undefined))
    },
    { most },
  )
  return async (item) => {
    const outcome = await batches(item)
    return outcome === undefined ? limiter.run('', () => alone(item)) : outcome.result
  }
}

async function outcomeOf<Result>(result: Promise<Result>): Promise<Outcome<Result>> {
  try {
    return { result: await result }
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error), { cause: error })
  }
}
