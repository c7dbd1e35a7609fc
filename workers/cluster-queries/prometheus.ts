import { z } from 'zod'
import type { MetricSample } from '../../schema/cluster-queries.ts'
import { PlatformError } from '../../schema/errors.ts'
import { defined } from '../../schema/defined.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import { askService, type ServiceAddress } from './telemetry.ts'

/*
 * Usage of CPU and memory from Prometheus: https://prometheus.io/docs/prometheus/latest/querying/api/. The kubelet exposes these
 * metrics in every cluster, and kube-state-metrics the labels of pods.
 */

/** Seconds since 1970, and between two samples. */
export interface SampledPeriod {
  since: number
  until: number
  step: number
}

/** The usage of one series, which its labels identify. */
export interface UsageSeries {
  labels: Readonly<Record<string, string>>
  /** The current usage; absent if only a period was measured, or nothing is measured now. */
  current?: MetricSample
  /** The samples of a period, the oldest first. */
  samples: MetricSample[]
}

/** Series to measure: `{namespace="shop"}`, summed by the labels. */
export interface MeasuredSeries {
  selector: string
  by: readonly string[]
}

const Labels = z.record(z.string(), z.string())
const Sample = z.tuple([z.number(), z.string()])
const Vector = z.object({
  data: z.object({
    resultType: z.literal('vector'),
    result: z.array(z.object({ metric: Labels, value: Sample })),
  }),
})
const Matrix = z.object({
  data: z.object({
    resultType: z.literal('matrix'),
    result: z.array(z.object({ metric: Labels, values: z.array(Sample) })),
  }),
})
const Series = z.object({ data: z.array(Labels) })

/** Seconds over which the rate of used CPU is computed at least: several intervals at which kubelets are scraped. */
const rateWindow = 300

/** Prometheus in a cluster. All methods throw UNAVAILABLE if it does not answer. */
export class Prometheus {
  readonly #cluster: Cluster
  readonly #address: ServiceAddress
  readonly #signal: AbortSignal

  constructor(cluster: Cluster, address: ServiceAddress, signal: AbortSignal) {
    this.#cluster = cluster
    this.#address = address
    this.#signal = signal
  }

  /** Returns the current usage. */
  async current(measured: MeasuredSeries): Promise<UsageSeries[]> {
    const [cpu, memory] = await Promise.all(
      queriesOf(measured, rateWindow).map(async (query) => {
        return this.#parsed(Vector, await this.#ask('/api/v1/query', { query })).data.result
      }),
    )
    // Prometheus evaluates each of the queries at a time of its own.
    const time = [...(cpu ?? []), ...(memory ?? [])][0]?.value[0] ?? 0
    const atOnce = (all: typeof cpu = []): Values[] =>
      all.map(({ metric, value: [, value] }) => ({ metric, values: [[time, value]] }))
    return combined(atOnce(cpu), atOnce(memory)).map(({ labels, samples: [current] }) => {
      return { labels, ...defined({ current }), samples: [] }
    })
  }

  /** Returns the usage in a period. */
  async during(measured: MeasuredSeries, { since, until, step }: SampledPeriod): Promise<UsageSeries[]> {
    const times = { start: String(since), end: String(until), step: String(step) }
    const [cpu, memory] = await Promise.all(
      queriesOf(measured, Math.max(rateWindow, step)).map(async (query) => {
        const body = await this.#ask('/api/v1/query_range', { query, ...times })
        return this.#parsed(Matrix, body).data.result
      }),
    )
    return combined(cpu ?? [], memory ?? [])
  }

  /** Returns the pods that had the label of an object in a period. */
  async podsOf(
    labelId: string,
    { since, until }: Pick<SampledPeriod, 'since' | 'until'>,
  ): Promise<{ namespace: string; pod: string }[]> {
    const query = {
      'match[]': `kube_pod_labels{label_qleet_io_object_id=${JSON.stringify(labelId)}}`,
      start: String(since),
      end: String(until),
    }
    const { data } = this.#parsed(Series, await this.#ask('/api/v1/series', query))
    return data.map(({ namespace = '', pod = '' }) => ({ namespace, pod }))
  }

  #ask(path: string, query: Record<string, string>): Promise<unknown> {
    return askService(this.#cluster, this.#address, { path, query, signal: this.#signal })
  }

  #parsed<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
    const { data } = schema.safeParse(body)
    if (data !== undefined) return data
    const { namespace, service } = this.#address
    throw new PlatformError(
      'UNAVAILABLE',
      `Service ${namespace}/${service} does not answer as Prometheus does`,
    )
  }
}

/** Returns the queries for CPU and for memory. */
function queriesOf({ selector, by }: MeasuredSeries, window: number): string[] {
  const sum = `sum by (${by.join(', ')})`
  return [
    `${sum} (rate(container_cpu_usage_seconds_total${selector}[${window}s]))`,
    `${sum} (container_memory_working_set_bytes${selector})`,
  ]
}

/** Adds the current usage to series of a period. Either may have series that the other one lacks. */
export function withCurrent(
  series: readonly UsageSeries[],
  measuredNow: readonly UsageSeries[],
): UsageSeries[] {
  const now = new Map(measuredNow.map((each) => [keyOf(each.labels), each]))
  const past = new Map(series.map((each) => [keyOf(each.labels), each]))
  return [...new Map([...now, ...past])].map(([key, each]) => {
    return { ...each, ...defined({ current: now.get(key)?.current }) }
  })
}

function keyOf(labels: UsageSeries['labels']): string {
  return JSON.stringify(Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

interface Values {
  metric: Readonly<Record<string, string>>
  values: readonly (readonly [number, string])[]
}

/** Joins the samples of CPU and memory of the same series at the same times. */
function combined(cpu: readonly Values[], memory: readonly Values[]): UsageSeries[] {
  const series = new Map<string, { labels: Values['metric']; byTime: Map<number, MetricSample> }>()
  const add = (all: readonly Values[], field: 'cpu' | 'memory'): void => {
    for (const { metric, values } of all) {
      const key = keyOf(metric)
      const known = series.get(key) ?? { labels: metric, byTime: new Map<number, MetricSample>() }
      series.set(key, known)
      for (const [seconds, value] of values) {
        const number = Number(value)
        if (!Number.isFinite(number)) continue
        const time = new Date(seconds * 1000).toISOString()
        known.byTime.set(seconds, { ...known.byTime.get(seconds), time, [field]: number })
      }
    }
  }
  add(cpu, 'cpu')
  add(memory, 'memory')
  return [...series.values()].map(({ labels, byTime }) => ({
    labels,
    samples: [...byTime].toSorted(([one], [other]) => one - other).map(([, sample]) => sample),
  }))
}
