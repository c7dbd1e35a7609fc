import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export interface IdleMemoryOptions {
  /** Milliseconds between two looks at the event loop; a thread that hardly worked between them rests. @default 15000 */
  every?: number
  /** Milliseconds of work, besides that of a thread at rest, after which there is enough garbage to collect it. @default 2000 */
  after?: number
}

/** The share of time for which the event loop of a thread at rest may be busy. */
const resting = 0.05

/**
 * The percentage by which the heap of a process at rest may grow until V8 collects everything. V8 chooses less, since it limits the
 * share of the time that collections take: in a process at rest, which uses little, they would be a third of it.
 */
const restingGrowth = 30

/** Collects garbage, and returns pages that are free afterwards to the system. */
type Collect = (options: { type: 'major'; flavor: 'last-resort' }) => void

/**
 * Returns unused memory of this thread to the system whenever it rests after work. V8 otherwise retains what the busiest time took,
 * which is several times what is in use: as long as a machine has free memory, it collects late and pools free pages. A collection
 * takes about a millisecond for each megabyte in use. It happens after the start, after each time of work, and whenever a thread at rest
 * has twice the memory of the last time.
 *
 * @returns A function that ends it.
 */
export function returnIdleMemory({ every = 15_000, after = 2000 }: IdleMemoryOptions = {}): () => void {
  const collect = collector()
  // New spaces are small: to wake other threads for them takes longer than their part of the work.
  setFlagsFromString('--no-parallel-scavenge')
  let looked = performance.eventLoopUtilization()
  let used = process.cpuUsage()
  let worked = after
  let kept = Infinity
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(used)
    used = process.cpuUsage()
    // It applies to all threads of the process, each of which sets the same.
    const isResting = user + system <= resting * every * 1000
    setFlagsFromString(`--heap-growing-percent=${isResting ? restingGrowth : 0}`)
    const now = performance.eventLoopUtilization()
    const { utilization, active } = performance.eventLoopUtilization(now, looked)
    looked = now
    if (utilization > resting) {
      worked += active
      return
    }
    if (worked < after && heldMemory() < kept * 2) return
    collect({ type: 'major', flavor: 'last-resort' })
    worked = 0
    kept = heldMemory()
    looked = performance.eventLoopUtilization()
  }, every).unref()
  return () => clearInterval(timer)
}

/** Returns the bytes of the heap of this thread, in use or not, and of what its objects have outside of it. */
function heldMemory(): number {
  const { heapTotal, external } = process.memoryUsage()
  return heapTotal + external
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
