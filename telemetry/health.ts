import type { FastifyInstance } from 'fastify'
import { release } from '../schema/release.ts'
import type { Metrics } from './metrics.ts'

export interface HealthOptions {
  metrics: Metrics
  /** What keeps the process from doing its work, in words; empty when nothing does. */
  unready(): Promise<string[]>
  /** What makes it work worse than it should, in words. */
  degraded(): Promise<string[]>
}

/** `/healthz` (the process lives, and in which version), `/readyz` (it can do its work) and `/metrics` (Prometheus text). */
export function addHealthRoutes(app: FastifyInstance, { metrics, unready, degraded }: HealthOptions): void {
  app.get('/healthz', async () => ({ status: 'ok', version: release }))
  app.get('/readyz', async (_, reply) => {
    const [fatal, lesser] = await Promise.all([unready(), degraded()])
    const status = fatal.length > 0 ? 'unready' : lesser.length > 0 ? 'degraded' : 'ok'
    return reply.code(fatal.length > 0 ? 503 : 200).send({ status, reasons: [...fatal, ...lesser] })
  })
  app.get('/metrics', async (_, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  )
}

/** Whether something that readiness depends on answers in time. Who asks gives up after a few seconds, too. */
export async function answers(question: Promise<unknown>, milliseconds = 2000): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds)
  })
  const answered = question.then(
    () => true,
    () => false,
  )
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}
