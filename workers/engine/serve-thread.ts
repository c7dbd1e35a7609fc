import { threadId } from 'node:worker_threads'
import type { Client } from '../../client-sdk/index.ts'
import type { Log } from '../../telemetry/log.ts'
import { SpanKind, inSpan } from '../../telemetry/tracing.ts'
import { createLeaseClock, type LeaseClock } from './lease-clock.ts'
import type { Reconciler } from './reconciler.ts'
import { runReconcile, type ReconcileResult } from './run-reconcile.ts'

/** What a pool thread gets. */
export interface ThreadTask {
  kind: string
  id: string
  traceparent?: string | undefined
  /** Nothing else runs in this thread meanwhile. */
  alone: boolean
  /** Memory of the lease clock. */
  lease: SharedArrayBuffer
}

export interface ThreadOptions<Environment> {
  reconcilers: ReadonlyMap<string, Reconciler<Environment>>
  environment: Environment
  client: Client
  log: Log
}

/** The function that a pool calls in its threads, with what all reconciles of a thread share. Never throws. */
export function serveThread<Environment>({ reconcilers, ...shared }: ThreadOptions<Environment>) {
  const heart = startHeart()
  return async ({ kind, id, traceparent, alone, lease: memory }: ThreadTask): Promise<ReconcileResult> => {
    const lease = createLeaseClock(memory)
    lease.begin(threadId)
    const reconciler = reconcilers.get(kind)
    if (reconciler === undefined) {
      const message = `no reconciler for ${kind}`
      return { result: 'failed', error: { code: 'INTERNAL', message, details: {} } }
    }
    heart.add(lease)
    return inSpan(
      `reconcile ${kind}`,
      { traceparent, kind: SpanKind.CONSUMER, attributes: { 'qleet.kind': kind, 'qleet.id': id } },
      async (span) => {
        const result = await runReconcile({ ...shared, id, lease, reconciler, alone })
        span.setAttribute('qleet.result', result.result === 'reported' ? result.outcome : result.result)
        return result
      },
    ).finally(() => heart.delete(lease))
  }
}

/** Milliseconds between two signs of life. */
const beatEvery = 50

/** Says for all reconciles in it that the thread lives: while one of them does not let go of it, nothing is said. */
function startHeart(): Set<LeaseClock> {
  const leases = new Set<LeaseClock>()
  setInterval(() => {
    for (const lease of leases) lease.beat()
  }, beatEvery).unref()
  return leases
}
