import { threadId } from 'node:worker_threads'
import type { Client } from '../api-client.ts'
import type { Log } from '../../telemetry/log.ts'
import { SpanKind, inSpan } from '../../telemetry/tracing.ts'
import { threadCpuTime } from '../../process/cpu-time.ts'
import { createLeaseClock, type LeaseClock } from './lease-clock.ts'
import type { Reconciler } from './reconciler.ts'
import { runReconcile, type ReconcileResult } from './run-reconcile.ts'

/** A task for a pool thread. */
export interface ThreadTask {
  kind: string
  id: string
  traceparent?: string | undefined
  /** Reports whether no other task runs in the thread at the same time. */
  isolated: boolean
  /** The shared memory of the lease clock. */
  lease: SharedArrayBuffer
}

export interface ThreadOptions<Environment> {
  reconcilers: ReadonlyMap<string, Reconciler<Environment>>
  environment: Environment
  client: Client
  log: Log
}

/** Creates the task function of a pool thread, with the dependencies that all its reconciles share. It never throws. */
export function serveThread<Environment>({ reconcilers, ...shared }: ThreadOptions<Environment>) {
  const heartbeat = new Heartbeat()
  return async ({ kind, id, traceparent, isolated, lease: memory }: ThreadTask): Promise<ReconcileResult> => {
    const lease = createLeaseClock(memory)
    lease.assign(threadId, threadCpuTime())
    const reconciler = reconcilers.get(kind)
    if (reconciler === undefined) {
      const message = `no reconciler for ${kind}`
      return { result: 'failed', error: { code: 'INTERNAL', message, details: {} } }
    }
    heartbeat.add(lease)
    return inSpan(
      `reconcile ${kind}`,
      { traceparent, kind: SpanKind.CONSUMER, attributes: { 'qleet.kind': kind, 'qleet.id': id } },
      async (span) => {
        const result = await runReconcile({ ...shared, id, lease, reconciler, isolated })
        span.setAttribute('qleet.result', result.result === 'reported' ? result.outcome : result.result)
        return result
      },
    ).finally(() => heartbeat.delete(lease))
  }
}

/** The interval in milliseconds between heartbeats. */
const heartbeatInterval = 50

/** The heartbeat of all leases of a thread. It pauses while a reconcile blocks the event loop; an idle thread needs none. */
class Heartbeat {
  readonly #leases = new Set<LeaseClock>()
  #timer: NodeJS.Timeout | undefined

  add(lease: LeaseClock): void {
    this.#leases.add(lease)
    this.#timer ??= setInterval(() => this.#beat(), heartbeatInterval).unref()
  }

  delete(lease: LeaseClock): void {
    this.#leases.delete(lease)
  }

  #beat(): void {
    const cpu = threadCpuTime()
    for (const lease of this.#leases) lease.heartbeat(cpu)
    if (this.#leases.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
