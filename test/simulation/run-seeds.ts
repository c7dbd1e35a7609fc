import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { simulate, type Simulated, type SimulateOptions } from './simulate.ts'

export interface SeedTask {
  seed: number
  /** Virtual idle milliseconds at the end. */
  quiet: number
  size?: SimulateOptions['size']
  /** The concepts of each run besides the central ones. @default two random ones */
  concepts?: readonly string[] | undefined
}

export interface SeedsOptions {
  from: number
  seeds: number
  quiet: number
  size?: SimulateOptions['size']
  /** The concepts of each run besides the central ones. @default two random ones */
  concepts?: readonly string[] | undefined
  /** The number of threads; a single one runs in this thread, where debuggers and profilers see it. */
  jobs: number
}

/** Yields the result of each seed in order, whichever finishes first. */
export async function* runSeeds({
  from,
  seeds,
  quiet,
  size,
  concepts,
  jobs,
}: SeedsOptions): AsyncGenerator<Simulated> {
  const tasks = Array.from({ length: seeds }, (_, index) => ({
    task: { seed: from + index, quiet, size, concepts },
    ...Promise.withResolvers<Simulated>(),
  }))
  if (jobs === 1) {
    for (const { task } of tasks) yield await simulate(task.seed, task)
    return
  }
  const left = tasks.values()
  const playing = Array.from({ length: Math.min(jobs, seeds) }, async () => {
    let thread = startThread()
    for (const { task, resolve } of left) {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin, only windows do.
      thread.postMessage(task)
      try {
        const [result] = (await once(thread, 'message')) as [Simulated]
        resolve(result)
      } catch (error) {
        resolve(crashed(task.seed, error))
        thread = startThread()
      }
    }
    await thread.terminate()
  })
  for (const { promise } of tasks) yield await promise
  await Promise.all(playing)
}

function startThread(): Worker {
  return new Worker(new URL('seeds-thread.ts', import.meta.url))
}

/** Returns the result of a seed that has crashed its thread. */
function crashed(seed: number, error: unknown): Simulated {
  const problems = [`it crashed its thread: ${error instanceof Error ? error.message : String(error)}`]
  return { seed, problems, trace: [], digest: '', events: 0, reconciles: 0, elapsed: 0 }
}
