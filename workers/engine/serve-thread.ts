import { threadId } from 'node:worker_threads'
import type { Client } from '../api-client.ts'
import type { Log } from '../../telemetry/log.ts'
import { SpanKind, inSpan } from '../../telemetry/tracing.ts'
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
  const heartbeats = startHeartbeat()
  return async ({ kind, id, traceparent, isolated, lease: memory }: ThreadTask): Promise<ReconcileResult> => {
    const lease = createLeaseClock(memory)
    lease.assign(threadId)
    const reconciler = reconcilers.get(kind)
    if (reconciler === undefined) {
      const message = `no reconciler for ${kind}`
      return { result: 'failed', error: { code: 'INTERNAL', message, details: {} } }
    }
    heartbeats.add(lease)
    return inSpan(
      `reconcile ${kind}`,
      { traceparent, kind: SpanKind.CONSUMER, attributes: { 'qleet.kind': kind, 'qleet.id': id } },
      async (span) => {
        const result = await runReconcile({ ...shared, id, lease, reconciler, isolated })
        span.setAttribute('qleet.result', result.result === 'reported' ? result.outcome : result.result)
        return result
      },
    ).finally(() => heartbeats.delete(lease))
  }
}

/** The interval in milliseconds between heartbeats. */
const heartbeatInterval = 50

/** Starts the heartbeat of all leases in the returned set. It pauses while a reconcile blocks the event loop. */
function startHeartbeat(): Set<LeaseClock> {
  const leases = new Set<LeaseClock>()
  setInterval(() => {
    for (const lease of leases) lease.heartbeat()
  }, heartbeatInterval).unref()
  return leases
}
