import { parentPort } from 'node:worker_threads'
import { simulate } from './simulate.ts'
import type { SeedTask } from './run-seeds.ts'

/* A thread that simulates the seeds that it receives, one after the other. */

parentPort?.on('message', (task: SeedTask) => void simulateSeed(task))

async function simulateSeed(task: SeedTask): Promise<void> {
  const result = await simulate(task.seed, task)
  const reported = result.problems.length === 0 ? { ...result, trace: [] } : result
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin, only windows do.
  parentPort?.postMessage(reported)
}
