import type { Piscina } from 'piscina'

/**
 * Handles the failures of threads of a pool that have no task. Piscina emits an event for each, which ends the process without a
 * listener. The failure of a thread that cannot even start still does, if a task waits for it: the task would wait forever.
 */
export function onIdleFailure(
  pool: Pick<Piscina, 'on' | 'threads' | 'queueSize'>,
  handle: (error: Error) => void,
): void {
  pool.on('error', (error: Error) => {
    if (pool.queueSize > 0 && pool.threads.length === 0) throw error
    handle(error)
  })
}

/** Reports whether a thread was lost because it exceeded its memory limit. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
