import { fastify } from 'fastify'
import type { Metrics } from '../telemetry/metrics.ts'

export interface HealthServerOptions {
  host: string
  port: number
  metrics: Metrics
  /** What keeps the worker from working, in words; empty when nothing does. */
  unready(): Promise<string[]>
}

/** `/healthz`, `/readyz` and `/metrics` of a worker. */
export async function serveHealth({
  host,
  port,
  metrics,
  unready,
}: HealthServerOptions): Promise<{ address: string; close(): Promise<void> }> {
  const app = fastify({ forceCloseConnections: true })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    const reasons = await unready()
    return reply
      .code(reasons.length === 0 ? 200 : 503)
      .send({ status: reasons.length === 0 ? 'ok' : 'unready', reasons })
  })
  app.get('/metrics', async (_, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  )
  const address = await app.listen({ host, port })
  return { address, close: () => app.close() }
}
