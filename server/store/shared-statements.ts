import { DatabaseError } from 'pg'
import { createBatches } from '../pacing/batches.ts'
import { createKeyedLimiter, type KeyedLimiter } from '../pacing/keyed-limiter.ts'

/** The most items of a statement; more cost as much for each. */
const most = 32

/** The items that a server executes alone at the same time: each takes a connection, and may wait for a lock. */
const aloneAtOnce = 5

/** What becomes of an item. */
export type Outcome<Result> = { result: Result } | Error

export interface SharedStatementOptions<Item, Result, Key> {
  /** Identifies what an item is about. Only one of those with the same key is executed together with others. */
  keyOf(item: Item): Key
  /** Reports whether an item may be executed together with others. @default all may */
  isShared?(item: Item): boolean
  /** Executes items in one statement or transaction, without waiting for locks. Leaves out what it does not decide. */
  together(items: readonly Item[]): Promise<ReadonlyMap<Key, Outcome<Result>>>
  /** Executes one item, also if {@link together} has executed parts of it. */
  alone(item: Item): Promise<Result>
}

/** Executes single items, of which few wait for locks at the same time. */
export class Alone {
  readonly #limiter: KeyedLimiter = createKeyedLimiter({
    atOnce: aloneAtOnce,
    waiting: Infinity,
    of: 'statements',
  })
  #open = 0

  /** Reports whether another item would be executed at once. */
  get isFree(): boolean {
    return this.#open < aloneAtOnce
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#open += 1
    try {
      return await this.#limiter.run('', work)
    } finally {
      this.#open -= 1
    }
  }
}

/**
 * Returns a function that executes what arrives at the same time together, and alone what that leaves out. Each item has its own outcome:
 * one that is locked does not hold up the others, and one with which Postgres refuses a statement does not fail them.
 */
export function sharedStatement<Item, Result, Key = bigint>(
  limit: Alone,
  { keyOf, isShared = () => true, together, alone }: SharedStatementOptions<Item, Result, Key>,
): (item: Item) => Promise<Result> {
  const batches = createBatches<Item, { result: Result } | undefined>(
    async (items) => {
      // A single one would gain nothing, unless others wait for locks before it.
      if (items.length === 1 && limit.isFree) return [undefined]
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
    const outcome = isShared(item) ? await batches(item) : undefined
    return outcome === undefined ? limit.run(() => alone(item)) : outcome.result
  }
}
