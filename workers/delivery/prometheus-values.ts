import { z } from 'zod'
import type { AddressRules } from '../../schema/clusters/addresses.ts'
import { isPlatformError } from '../../schema/errors.ts'
import { createGuardedDownload, DownloadFailure } from '../../process/guarded-download.ts'
import type { Client } from '../api-client.ts'
import { askService, telemetrySourcesOf } from '../cluster-queries/telemetry.ts'
import type { Cluster } from '../kube/client/cluster.ts'

/* The values of a query of Prometheus: https://prometheus.io/docs/prometheus/latest/querying/api/#instant-queries */

export interface ValuesQuery {
  query: string
  /** The address of Prometheus. @default that of the observability stack in the cluster */
  address?: string | undefined
  /** The cluster of the workload, and a client for what is installed there. */
  cluster: Cluster
  client: Client
  signal: AbortSignal
}

/** The values that a query has now, one for each series, or why they are unknown. */
export type Values = { values: number[]; unknown?: never } | { unknown: string; values?: never }

export type PrometheusValues = (query: ValuesQuery) => Promise<Values>

const Sample = z.tuple([z.number(), z.string()])
const Answer = z.object({
  data: z.discriminatedUnion('resultType', [
    z.object({ resultType: z.literal('vector'), result: z.array(z.object({ value: Sample })) }),
    z.object({ resultType: z.literal('scalar'), result: Sample }),
  ]),
})

const maxBytes = 1_000_000
const timeout = 10_000

/** Creates a client of Prometheus, which connects only to addresses that the rules allow. */
export function createPrometheusValues(rules: AddressRules): PrometheusValues {
  const download = createGuardedDownload(rules)
  return async ({ query, address, cluster, client, signal }) => {
    const until = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
    try {
      const body =
        address === undefined
          ? await askStack({ query, cluster, client, signal: until })
          : await askAddress({ query, address, signal: until })
      return typeof body === 'string' ? { unknown: body } : valuesIn(body)
    } catch (error) {
      signal.throwIfAborted()
      if (until.aborted) return { unknown: `Prometheus did not respond within ${timeout / 1000} seconds.` }
      if (error instanceof DownloadFailure || isPlatformError(error)) return { unknown: `${error.message}.` }
      throw error
    }
  }

  /** Returns the response of an address, or why there is none. */
  async function askAddress({
    query,
    address,
    signal,
  }: Pick<ValuesQuery, 'query' | 'signal'> & { address: string }): Promise<unknown> {
    const url = `${address.replace(/\/+$/, '')}/api/v1/query?query=${encodeURIComponent(query)}`
    const { status, body } = await download({
      url,
      accept: 'application/json',
      limit: maxBytes,
      isTrusted: false,
      signal,
    })
    if (status === 400 || status === 422) return 'Prometheus refuses the query.'
    if (status !== 200) return `Prometheus at ${address} responds with status ${status}.`
    try {
      return JSON.parse(body.toString()) as unknown
    } catch {
      return undefined
    }
  }
}

/** Returns the response of the Prometheus that an observability stack has in the cluster, or why there is none. */
async function askStack({ query, cluster, client, signal }: Omit<ValuesQuery, 'address'>): Promise<unknown> {
  const { metrics } = await telemetrySourcesOf(client, cluster.runtimeId)
  if (metrics === null)
    return 'The runtime has no Prometheus of an ObservabilityStackInstance or a MetricsInstance. Add one, or set address.'
  return askService(cluster, metrics, { path: '/api/v1/query', query: { query }, signal })
}

function valuesIn(body: unknown): Values {
  const { data } = Answer.safeParse(body)
  if (data === undefined) return { unknown: 'The response is not that of Prometheus to an instant query.' }
  const samples =
    data.data.resultType === 'vector' ? data.data.result.map(({ value }) => value) : [data.data.result]
  const values = samples.map(([, value]) => Number(value))
  // Such as the rate of errors without any requests.
  if (values.length === 0 || values.some(Number.isNaN)) return { unknown: 'The query has no data.' }
  return { values }
}
