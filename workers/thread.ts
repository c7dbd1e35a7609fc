import { createClient, type Client } from '../client-sdk/index.ts'
import { createLog } from '../telemetry/log.ts'
import { SpanKind, inSpan, startTracing, traceHeaders } from '../telemetry/tracing.ts'
import { guardThresholds, providerSettings, readWorkerConfig } from './config.ts'
import { createLeaseClock } from './engine/lease-clock.ts'
import type { ThreadTask } from './engine/pool.ts'
import { runReconcile, type ReconcileResult } from './engine/run-reconcile.ts'
import type { Environment } from './environment.ts'
import { reconcilers } from './reconcilers/index.ts'
import { createPost } from './post.ts'
import { createClusters } from './runtimes/clusters.ts'
import { threadId } from 'node:worker_threads'

/* A thread of the pool: everything that its reconciles share, and the one function that Piscina calls. */

const config = readWorkerConfig(process.env)
const log = createLog('worker')
await startTracing('worker')
const client: Client = createClient({
  url: config.QLEET_SERVER_URL,
  token: config.QLEET_WORKER_TOKEN,
  retryFor: 5000,
  post: createPost(),
  headers: traceHeaders,
})
const environment: Environment = {
  clusters: createClusters(client),
  guardThresholds: guardThresholds(config),
  envoyImage: config.QLEET_ENVOY_IMAGE,
  providers: providerSettings(config),
}

// Piscina calls the default export of the thread's module.
export default async function reconcile({
  kind,
  id,
  traceparent,
  lease: memory,
}: ThreadTask): Promise<ReconcileResult> {
  const lease = createLeaseClock(memory)
  lease.thread = threadId
  const reconciler = reconcilers.get(kind)
  if (reconciler === undefined) {
    return {
      result: 'failed',
      error: { code: 'INTERNAL', message: `no reconciler for ${kind}`, details: {} },
    }
  }
  return inSpan(
    `reconcile ${kind}`,
    { traceparent, kind: SpanKind.CONSUMER, attributes: { 'qleet.kind': kind, 'qleet.id': id } },
    async (span) => {
      const result = await runReconcile({ id, lease, reconciler, environment, client, log })
      span.setAttribute('qleet.result', result.result === 'reported' ? result.outcome : result.result)
      return result
    },
  )
}
