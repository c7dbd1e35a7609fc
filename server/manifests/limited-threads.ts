import type { Worker } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { cpuMilliseconds } from '../../process/cpu-time.ts'
import { isOutOfMemory, onIdleFailure } from '../../process/lost-threads.ts'
import type { LimitedTask } from './serve-limited.ts'

export interface LimitedThreadsOptions {
  /** The module of the threads. Its default export is made by `serveLimited`. */
  filename: string
  /** The maximum number of threads. */
  threads: number
  /**
   * The timeout of a task, in milliseconds of CPU time, since a thread may also be slow because other load keeps it from the
   * processors.
   */
  timeout: number
  /** The memory limit of a thread, in MB. */
  memory: number
}

export interface LimitedThreads<Work, Result> {
  /** Runs a task. Rejects with a `LimitExceeded` if it takes too long or needs too much memory; its thread ends then. */
  run(work: Work): Promise<Result>
  close(): Promise<void>
}

/** A task that needed more than it may. */
export class LimitExceeded extends Error {
  readonly limit: 'time' | 'memory'

  constructor(limit: 'time' | 'memory') {
    super(`the task exceeded its limit of ${limit}`)
    this.limit = limit
  }
}

/** How many times the timeout may pass on the clock before it counts without the CPU time. */
const blockedFactor = 6

/** The part of the timeout after which the CPU time is looked at again. */
const checkFraction = 1 / 10

/** Creates threads that work in limits, and end when idle. */
export function createLimitedThreads<Work, Result>({
  filename,
  threads,
  timeout,
  memory,
}: LimitedThreadsOptions): LimitedThreads<Work, Result> {
  const piscina = new Piscina<LimitedTask<Work>, Result>({
    filename,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 10_000,
    // With a large young generation, a thread can exceed its limit by so much at once that the whole process crashes.
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 16 },
    // On a machine with few processors, other work of the process takes precedence.
    niceIncrement: 10,
    atomics: 'disabled',
    recordTiming: false,
  })
  // A thread may still exceed its memory between the rejection of its task and its end.
  onIdleFailure(piscina, () => undefined)

  return {
    async run(work) {
      const task: LimitedTask<Work> = { work, started: new Float64Array(new SharedArrayBuffer(16)) }
      const tooLong = new AbortController()
      const deadline = performance.now() + timeout * blockedFactor
      const check = async (): Promise<void> => {
        if (performance.now() > deadline || (await cpuTimeOf(task, piscina.threads)) > timeout)
          tooLong.abort()
      }
      const timer = setInterval(() => void check(), timeout * checkFraction)
      try {
        return await piscina.run(task, { signal: tooLong.signal })
      } catch (error) {
        if (tooLong.signal.aborted) throw new LimitExceeded('time')
        throw isOutOfMemory(error) ? new LimitExceeded('memory') : error
      } finally {
        clearInterval(timer)
      }
    },
    close: () => piscina.destroy(),
  }
}

/** Resolves to the milliseconds of CPU time that a task has used; 0 if it has not started, or its thread has ended. */
async function cpuTimeOf({ started }: LimitedTask<unknown>, workers: readonly Worker[]): Promise<number> {
  const [thread = 0, before = 0] = started
  const worker = workers.find((one) => one.threadId === thread)
  try {
    return worker === undefined ? 0 : cpuMilliseconds(await worker.cpuUsage()) - before
  } catch {
    return 0
  }
}
