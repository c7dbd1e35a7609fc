import type { ClusterContext } from '../context.ts'
import { hasReason } from '../errors/status-error.ts'

/** A work queue with each key at most once: changes while a key waits are included when it is processed. */
export interface Queue {
  add(key: string): void
  /** Adds the key after a delay; an earlier time for the same key wins. */
  addAfter(key: string, milliseconds: number): void
  stop(): Promise<void>
}

const firstRetryMs = 20
const lastRetryMs = 5000
/** Milliseconds for which keys are processed before other work may run. */
const sliceMs = 20

/** Creates a queue. @param reconcile Reconciles one key; it is called again if it throws */
export function createQueue(
  context: ClusterContext,
  name: string,
  reconcile: (key: string) => Promise<void>,
): Queue {
  const waiting = new Set<string>()
  const timers = new Map<string, { at: number; timer: NodeJS.Timeout }>()
  const failures = new Map<string, number>()
  let running: Promise<void> | undefined
  let stopped = false

  function add(key: string): void {
    if (stopped) return
    waiting.add(key)
    running ??= run()
  }

  function addAfter(key: string, milliseconds: number): void {
    if (stopped) return
    const at = Date.now() + milliseconds
    const planned = timers.get(key)
    if (planned !== undefined && planned.at <= at) return
    clearTimeout(planned?.timer)
    // The delay may exceed the maximum of a timer: the reconcile then runs early and schedules the next one.
    const timer = setTimeout(
      () => {
        timers.delete(key)
        add(key)
      },
      Math.min(milliseconds, 2 ** 31 - 1),
    )
    timers.set(key, { at, timer })
  }

  async function run(): Promise<void> {
    // Waits until related writes are complete.
    await new Promise((resolve) => setImmediate(resolve))
    let startedAt = performance.now()
    while (!stopped) {
      const [key] = waiting
      if (key === undefined) break
      waiting.delete(key)
      await runOne(key)
      // Handles pending requests in between, however many keys there are.
      if (performance.now() - startedAt > sliceMs) {
        await new Promise((resolve) => setImmediate(resolve))
        startedAt = performance.now()
      }
    }
    running = undefined
  }

  async function runOne(key: string): Promise<void> {
    try {
      await reconcile(key)
      failures.delete(key)
    } catch (error) {
      const count = (failures.get(key) ?? 0) + 1
      failures.set(key, count)
      // Another writer was faster, or the object was deleted: ordinary, the next reconcile decides.
      if (!hasReason(error, 'Conflict', 'NotFound', 'AlreadyExists', 'Forbidden'))
        context.log('controller failed', {
          cluster: context.name,
          controller: name,
          key,
          error: error instanceof Error ? error.stack : String(error),
        })
      addAfter(key, Math.min(firstRetryMs * 2 ** count, lastRetryMs))
    }
  }

  return {
    add,
    addAfter,
    async stop() {
      stopped = true
      for (const { timer } of timers.values()) clearTimeout(timer)
      timers.clear()
      await running
    },
  }
}
