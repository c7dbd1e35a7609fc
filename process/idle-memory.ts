import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export interface IdleMemoryOptions {
  /** Milliseconds between two looks at the event loop; a thread that hardly worked between them rests. @default 15000 */
  every?: number
  /** Milliseconds of work after which there is enough garbage to collect it at rest. @default 2000 */
  after?: number
}

/** The share of time for which the event loop of a thread at rest may be busy. */
const resting = 0.05

/** Collects garbage, and returns pages that are free afterwards to the system. */
type Collect = (options: { type: 'major'; flavor: 'last-resort' }) => void

/**
 * Returns unused memory of this thread to the system whenever it rests after work. V8 otherwise retains what the busiest time took,
 * which is several times what is in use: as long as a machine has free memory, it collects late and pools free pages. A collection
 * takes about a millisecond for each megabyte in use, and happens once after each time of work.
 *
 * @returns A function that ends it.
 */
export function returnIdleMemory({ every = 15_000, after = 2000 }: IdleMemoryOptions = {}): () => void {
  const collect = collector()
  let [looked, collected] = [performance.eventLoopUtilization(), performance.eventLoopUtilization()]
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, looked)
    looked = now
    if (utilization > resting || performance.eventLoopUtilization(now, collected).active < after) return
    collect({ type: 'major', flavor: 'last-resort' })
    collected = performance.eventLoopUtilization()
    looked = collected
  }, every).unref()
  return () => clearInterval(timer)
}

/** Returns the function that V8 gives to contexts which are created while this flag is set. Nothing else of the process gets it. */
function collector(): Collect {
  setFlagsFromString('--expose-gc')
  try {
    return runInNewContext('gc') as Collect
  } finally {
    setFlagsFromString('--no-expose-gc')
  }
}
