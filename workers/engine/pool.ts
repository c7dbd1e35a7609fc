import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import type { Log } from '../../telemetry/log.ts'
import type { LeaseClock } from './lease-clock.ts'
import type { ReconcileResult } from './run-reconcile.ts'

/** What a pool thread gets. */
export interface ThreadTask {
  kind: string
  id: string
  traceparent?: string | undefined
  /** Memory of the lease clock. */
  lease: SharedArrayBuffer
}

export interface ReconcilePool {
  /** How many reconciles run at once, without those that take long. */
  readonly capacity: number
  /** How many run at once at most, with those that take long: they wait for something, and cost little. */
  readonly limit: number
  /** Runs one reconcile. Never rejects: a thread that dies or hangs is an answer too. */
  run(task: Omit<ThreadTask, 'lease'>, lease: LeaseClock): Promise<ReconcileResult>
  close(): Promise<void>
}

export interface PoolOptions {
  /** Module with the task function. */
  filename: string
  log: Log
  /** @default one less than the processors, at least 1, at most 4 */
  threads?: number
  /** Reconciles at once in one thread: they mostly wait for clusters. @default 32 */
  perThread?: number
  /** Milliseconds after which a reconcile that has not returned costs its thread. @default 75000 */
  hardDeadline?: number
}

/** How many times the capacity there may be when most reconciles take long, as those in clusters that do not answer. */
const withLong = 4

export function createPool({
  filename,
  log,
  threads = defaultThreads(),
  perThread = 32,
  hardDeadline = 75_000,
}: PoolOptions): ReconcilePool {
  const pool = new Piscina<ThreadTask, ReconcileResult>({
    filename,
    minThreads: threads,
    maxThreads: threads,
    concurrentTasksPerWorker: perThread * withLong,
    // Anything else stops the timers and sockets of idle threads.
    atomics: 'disabled',
  })

  /** Ends the thread that a reconcile has taken hostage; Piscina replaces it and fails what ran beside. */
  const replaceThread = (lease: LeaseClock, task: Omit<ThreadTask, 'lease'>): void => {
    const thread = pool.threads.find(({ threadId }) => threadId === lease.thread)
    log.error(
      { kind: task.kind, id: task.id, thread: thread?.threadId },
      'a reconcile does not return, replacing its thread',
    )
    lease.revoke()
    void thread?.terminate()
  }

  return {
    capacity: threads * perThread,
    limit: threads * perThread * withLong,
    run: async (task, lease) => {
      const timer = setTimeout(() => replaceThread(lease, task), hardDeadline)
      try {
        return await pool.run({ ...task, lease: lease.memory })
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        return { result: 'failed', error: { code: 'INTERNAL', message, details: {} } }
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => pool.destroy(),
  }
}

function defaultThreads(): number {
  return Math.min(4, Math.max(1, availableParallelism() - 1))
}
