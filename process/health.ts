import type { FastifyInstance } from 'fastify'
import { release } from '../schema/release.ts'
import type { Metrics } from '../telemetry/metrics.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Serves the route without a token, on servers that require one. @default false */
    open?: boolean
  }
}

export interface HealthOptions {
  /** Returns the reasons why the process cannot do its work; empty if it can. */
  unready(): Promise<string[]>
  /** Returns the reasons why the process works with restrictions; empty if it does not. */
  degraded(): Promise<string[]>
}

interface Health {
  status: 'ok' | 'degraded' | 'unready'
  reasons: string[]
}

/**
 * Adds `/healthz` (the process is alive, and its version) and `/readyz` (it can do its work). Both are served without
 * authentication, so their reasons reveal no details of the installation.
 */
export function addHealthRoutes(app: FastifyInstance, { unready, degraded }: HealthOptions): void {
  // A check costs a query, so concurrent requests share one.
  let checking: Promise<Health> | undefined
  const check = async (): Promise<Health> => {
    const [fatal, lesser] = await Promise.all([unready(), degraded()])
    const status = fatal.length > 0 ? 'unready' : lesser.length > 0 ? 'degraded' : 'ok'
    return { status, reasons: [...fatal, ...lesser] }
  }
  app.get('/healthz', { config: { open: true } }, async () => ({ status: 'ok', version: release }))
  app.get('/readyz', { config: { open: true } }, async (_, reply) => {
    checking ??= check().finally(() => (checking = undefined))
    const health = await checking
    return reply.code(health.status === 'unready' ? 503 : 200).send(health)
  })
}

/** Adds `/metrics` in the Prometheus text format. */
export function addMetricsRoute(app: FastifyInstance, { registry }: Metrics): void {
  app.get('/metrics', async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()))
}

/** Reports whether a dependency responds in time. The timeout is short because probes time out after a few seconds as well. */
export async function respondsInTime(request: Promise<unknown>, milliseconds = 2000): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds)
  })
  const succeeded = request.then(
    () => true,
    () => false,
  )
  return Promise.race([succeeded, timeout]).finally(() => clearTimeout(timer))
}
