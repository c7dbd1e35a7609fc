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
  return new WorkQueue(context, name, reconcile)
}

class WorkQueue implements Queue {
  readonly #context: ClusterContext
  readonly #name: string
  readonly #reconcile: (key: string) => Promise<void>
  readonly #waiting = new Set<string>()
  readonly #timers = new Map<string, { at: number; timer: NodeJS.Timeout }>()
  /** The number of consecutive failures of each key. */
  readonly #failures = new Map<string, number>()
  #running: Promise<void> | undefined
  #isStopped = false

  constructor(context: ClusterContext, name: string, reconcile: (key: string) => Promise<void>) {
    this.#context = context
    this.#name = name
    this.#reconcile = reconcile
  }

  add(key: string): void {
    if (this.#isStopped) return
    this.#waiting.add(key)
    this.#running ??= this.#run()
  }

  addAfter(key: string, milliseconds: number): void {
    if (this.#isStopped) return
    const at = Date.now() + milliseconds
    const planned = this.#timers.get(key)
    if (planned !== undefined && planned.at <= at) return
    clearTimeout(planned?.timer)
    // The delay may exceed the maximum of a timer: the reconcile then runs early and schedules the next one.
    const timer = setTimeout(
      () => {
        this.#timers.delete(key)
        this.add(key)
      },
      Math.min(milliseconds, 2 ** 31 - 1),
    )
    this.#timers.set(key, { at, timer })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const { timer } of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
    await this.#running
  }

  async #run(): Promise<void> {
    // Waits until related writes are complete.
    await new Promise((resolve) => setImmediate(resolve))
    let startedAt = performance.now()
    while (!this.#isStopped) {
      const [key] = this.#waiting
      if (key === undefined) break
      this.#waiting.delete(key)
      await this.#runOne(key)
      // Handles pending requests in between, however many keys there are.
      if (performance.now() - startedAt > sliceMs) {
        await new Promise((resolve) => setImmediate(resolve))
        startedAt = performance.now()
      }
    }
    this.#running = undefined
  }

  async #runOne(key: string): Promise<void> {
    try {
      await this.#reconcile(key)
      this.#failures.delete(key)
    } catch (error) {
      const count = (this.#failures.get(key) ?? 0) + 1
      this.#failures.set(key, count)
      // Another writer was faster, or the object was deleted: ordinary, the next reconcile decides.
      if (!hasReason(error, 'Conflict', 'NotFound', 'AlreadyExists', 'Forbidden'))
        this.#context.log('controller failed', {
          cluster: this.#context.name,
          controller: this.#name,
          key,
          error: error instanceof Error ? error.stack : String(error),
        })
      this.addAfter(key, Math.min(firstRetryMs * 2 ** count, lastRetryMs))
    }
  }
}
