import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { cpuMilliseconds } from './cpu-time.ts'

export interface IdleMemoryOptions {
  /** Milliseconds between two looks at the event loop; a thread that hardly worked between them rests. @default 15000 */
  every?: number
  /** Milliseconds of work, besides that of a thread at rest, after which there is enough garbage to collect it. @default 2000 */
  after?: number
}

/** The share of time for which the event loop of a thread at rest may be busy, and the share of a processor of a process at rest. */
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
  const look = createMeter()
  let worked = after
  let kept = Infinity
  const timer = setInterval(() => {
    const { ofThread, ofProcess, active } = look()
    // It applies to all threads of the process, each of which sets the same.
    setFlagsFromString(`--heap-growing-percent=${ofProcess > resting ? 0 : restingGrowth}`)
    if (ofThread > resting) {
      worked += active
      return
    }
    if (worked < after && heldMemory() < kept * 2) return
    collect({ type: 'major', flavor: 'last-resort' })
    worked = 0
    kept = heldMemory()
    look()
  }, every).unref()
  return () => clearInterval(timer)
}

/** What was done since the look before. */
interface Usage {
  /** The share of time for which the event loop of this thread was busy. */
  ofThread: number
  /** The share of a processor that all threads of the process have used. */
  ofProcess: number
  /** Milliseconds for which the event loop of this thread was busy. */
  active: number
}

/** Returns a function that measures what was done since it was last called. */
function createMeter(): () => Usage {
  let [at, loop, processor] = [performance.now(), performance.eventLoopUtilization(), process.cpuUsage()]
  return () => {
    const { utilization: ofThread, active } = performance.eventLoopUtilization(loop)
    const ofProcess = cpuMilliseconds(process.cpuUsage(processor)) / (performance.now() - at)
    ;[at, loop, processor] = [performance.now(), performance.eventLoopUtilization(), process.cpuUsage()]
    return { ofThread, ofProcess, active }
  }
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
