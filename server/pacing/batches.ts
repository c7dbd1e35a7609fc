import DataLoader from 'dataloader'

/** Executes items together. Returns a result for each, in their order; an error fails only its item. */
export type ExecuteBatch<Item, Result> = (items: readonly Item[]) => Promise<readonly (Result | Error)[]>

export interface BatchOptions {
  /** The maximum number of items of a batch. */
  most: number
  /** Milliseconds for which a batch waits for one that is being executed, which may be held up. @default 10 */
  maxWait?: number
}

/**
 * Returns a function that executes items in batches: the items that arrive while a batch is executed are the next one. Without load, each
 * is executed at once. The more arrive, the more share what a batch costs.
 */
export function createBatches<Item, Result>(
  execute: ExecuteBatch<Item, Result>,
  { most, maxWait = 10 }: BatchOptions,
): (item: Item) => Promise<Result> {
  let running = 0
  /** What starts the batches that wait, the oldest first. */
  const waiting = new Set<() => void>()
  const loader = new DataLoader<Item, Result>(
    async (items) => {
      running += 1
      try {
        return await execute(items)
      } finally {
        running -= 1
        const [next] = waiting
        next?.()
      }
    },
    {
      cache: false,
      maxBatchSize: most,
      batchScheduleFn: (dispatch) => {
        // What arrives in one turn of the event loop is one batch.
        if (running === 0) return void setImmediate(dispatch)
        const start = (): void => {
          clearTimeout(timer)
          waiting.delete(start)
          dispatch()
        }
        const timer = setTimeout(start, maxWait)
        waiting.add(start)
      },
    },
  )
  return (item) => loader.load(item)
}
