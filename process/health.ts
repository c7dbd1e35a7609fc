import type { FastifyInstance } from 'fastify'
import { release } from '../schema/release.ts'
import type { Metrics } from '../telemetry/metrics.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether it is answered without a token, where tokens are asked for. @default false */
    open?: boolean
  }
}

export interface HealthOptions {
  /** What keeps the process from doing its work, in words; empty when nothing does. */
  unready(): Promise<string[]>
  /** What makes it work worse than it should, in words. */
  degraded(): Promise<string[]>
}

interface Health {
  status: 'ok' | 'degraded' | 'unready'
  reasons: string[]
}

/**
 * `/healthz` (the process lives, and in which version) and `/readyz` (it can do its work), for everybody: what is wrong is said in sentences
 * that name nothing of this installation.
 */
export function addHealthRoutes(app: FastifyInstance, { unready, degraded }: HealthOptions): void {
  // Looking costs a query, so those who ask meanwhile get the same answer.
  let looking: Promise<Health> | undefined
  const look = async (): Promise<Health> => {
    const [fatal, lesser] = await Promise.all([unready(), degraded()])
    const status = fatal.length > 0 ? 'unready' : lesser.length > 0 ? 'degraded' : 'ok'
    return { status, reasons: [...fatal, ...lesser] }
  }
  app.get('/healthz', { config: { open: true } }, async () => ({ status: 'ok', version: release }))
  app.get('/readyz', { config: { open: true } }, async (_, reply) => {
    looking ??= look().finally(() => (looking = undefined))
    const health = await looking
    return reply.code(health.status === 'unready' ? 503 : 200).send(health)
  })
}

/** `/metrics` (Prometheus text). */
export function addMetricsRoute(app: FastifyInstance, { registry }: Metrics): void {
  app.get('/metrics', async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()))
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
