import { isPlatformError, PlatformError } from '../../schema/errors.ts'
import type { Client } from '../api-client.ts'
import { TelemetrySourcesDocument } from '../generated/documents.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import { isKubeError } from '../kube/client/kube-error.ts'

/* Software in a cluster that cluster queries read, through the proxy of its API server: workers reach nothing else of it. */

/** The address of a Service within its cluster. */
export interface ServiceAddress {
  namespace: string
  service: string
  port: number
}

/** The sources of data about a runtime besides the cluster itself. */
export interface TelemetrySources {
  metrics: ServiceAddress | null
  logs: ServiceAddress | null
}

/** Returns the sources that objects of the control plane provide in a runtime. */
export async function telemetrySourcesOf(client: Client, runtimeId: string): Promise<TelemetrySources> {
  return (await client.execute(TelemetrySourcesDocument, { runtimeId })).result
}

/** Milliseconds within which a source has to answer. Its hanging must not look like that of the cluster. */
const timeout = 20_000

export interface SourceRequest {
  path: string
  query: Record<string, string>
  signal: AbortSignal
}

/** Sends a request to a Service, and returns its JSON. Throws UNAVAILABLE, with a reason for users, if it does not answer. */
export async function askService(
  { client }: Cluster,
  { namespace, service, port }: ServiceAddress,
  { path, query, signal }: SourceRequest,
): Promise<unknown> {
  const expired = AbortSignal.timeout(timeout)
  try {
    return await client.request({
      method: 'GET',
      path: `/api/v1/namespaces/${namespace}/services/http:${service}:${port}/proxy${path}`,
      query,
      signal: AbortSignal.any([signal, expired]),
    })
  } catch (error) {
    if (signal.aborted) throw error
    const reason = expired.aborted ? `no answer within ${timeout / 1000} seconds` : reasonOf(error)
    const message = `Service ${namespace}/${service} does not answer (${reason})`
    throw new PlatformError('UNAVAILABLE', message, { cause: error })
  }
}

function reasonOf(error: unknown): string {
  if (isKubeError(error)) return error.message
  throw error
}

/** Reports whether a source did not answer. */
export function isSilent(error: unknown): error is PlatformError {
  return isPlatformError(error) && error.code === 'UNAVAILABLE'
}
