import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** The metrics of one process, served in the Prometheus text format. */
export interface Metrics {
  registry: Registry
  counter<Label extends string>(name: string, help: string, labels?: readonly Label[]): Counter<Label>
  gauge<Label extends string>(name: string, help: string, labels?: readonly Label[]): Gauge<Label>
  /** Registers gauges that are measured together at each scrape; their value is NaN when the measurement fails. */
  measuredGauges<Name extends string>(
    gauges: Record<Name, string>,
    measure: () => Promise<Record<Name, number>>,
  ): void
  /**
   * Registers gauges with labels that are measured together, at most once a minute; they have no series when the measurement
   * fails.
   */
  measuredSeries<Name extends string, Label extends string>(
    gauges: Record<Name, string>,
    labels: readonly Label[],
    measure: () => Promise<readonly Series<Name, Label>[]>,
  ): void
  /** Registers a histogram of durations in seconds. */
  histogram<Label extends string>(name: string, help: string, labels?: readonly Label[]): Histogram<Label>
}

/** A value of a gauge with labels. */
export interface Series<Name extends string, Label extends string> {
  name: Name
  labels: Record<Label, string>
  value: number
}

/** Milliseconds for which measured series are shown again. */
const measuredFor = 60_000

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

/** Milliseconds between samples of the event loop. The default of 10 costs an idle process more than all else that it does. */
const loopPrecision = 100

/** The gauges that include the time between two samples. */
const loopLags = ['min', 'max', 'mean', 'p50', 'p90', 'p99'].map(
  (name) => `nodejs_eventloop_lag_${name}_seconds`,
)

/** Registers the metrics of the process that dashboards for Node.js show, with delays of the event loop alone. */
function collectProcessMetrics(register: Registry): void {
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: loopPrecision })
  for (const name of loopLags) {
    const gauge = register.getSingleMetric(name)
    if (!(gauge instanceof Gauge)) throw new Error(`there is no gauge ${name}`)
    const set: (labels: Partial<Record<string, string>>, value: number) => void = gauge.set.bind(gauge)
    // prom-client sets these with labels.
    Object.assign(gauge, {
      set: (labels: Partial<Record<string, string>>, seconds: number) =>
        set(labels, Math.max(0, seconds - loopPrecision / 1000)),
    })
  }
}

export function createMetrics(component: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ component })
  collectProcessMetrics(registry)
  const registers = [registry]
  return {
    registry,
    counter: (name, help, labelNames = []) => new Counter({ name, help, labelNames, registers }),
    gauge: (name, help, labelNames = []) => new Gauge({ name, help, labelNames, registers }),
    measuredGauges: (gauges, measure) => {
      let pending: ReturnType<typeof measure> | undefined
      const measureOnce = (): ReturnType<typeof measure> => {
        pending ??= measure().finally(() => (pending = undefined))
        return pending
      }
      for (const name of recordKeys(gauges)) {
        const collect = async function (this: Gauge): Promise<void> {
          const values = await measureOnce().catch(() => undefined)
          this.set(values?.[name] ?? Number.NaN)
        }
        registry.registerMetric(new Gauge({ name, help: gauges[name], registers: [], collect }))
      }
    },
    measuredSeries: (gauges, labelNames, measure) => {
      let last: { at: number; series: ReturnType<typeof measure> } | undefined
      const measureOnce = (): ReturnType<typeof measure> => {
        if (last === undefined || performance.now() - last.at > measuredFor)
          last = { at: performance.now(), series: measure() }
        return last.series
      }
      for (const name of recordKeys(gauges)) {
        const collect = async function (this: Gauge): Promise<void> {
          const series = await measureOnce().catch(() => {
            last = undefined
            return []
          })
          this.reset()
          for (const each of series) if (each.name === name) this.set(each.labels, each.value)
        }
        registry.registerMetric(new Gauge({ name, help: gauges[name], labelNames, registers: [], collect }))
      }
    },
    histogram: (name, help, labelNames = []) => new Histogram({ name, help, labelNames, buckets, registers }),
  }
}

function recordKeys<Name extends string>(record: Record<Name, unknown>): Name[] {
  // `Object.keys` loses the type of the keys.
  return Object.keys(record) as Name[]
}
