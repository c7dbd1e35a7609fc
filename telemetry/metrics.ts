import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** Metrics of one process, served as Prometheus text. */
export interface Metrics {
  registry: Registry
  counter<Label extends string>(name: string, help: string, labels?: readonly Label[]): Counter<Label>
  gauge<Label extends string>(name: string, help: string, labels?: readonly Label[]): Gauge<Label>
  /** Gauges that are measured together whenever they are asked for; NaN where they cannot be. */
  measured<Name extends string>(
    gauges: Record<Name, string>,
    measure: () => Promise<Record<Name, number>>,
  ): void
  /** Of durations in seconds. */
  histogram<Label extends string>(name: string, help: string, labels?: readonly Label[]): Histogram<Label>
}

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

export function createMetrics(component: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ component })
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  return {
    registry,
    counter: (name, help, labelNames = []) => new Counter({ name, help, labelNames, registers }),
    gauge: (name, help, labelNames = []) => new Gauge({ name, help, labelNames, registers }),
    measured: (gauges, measure) => {
      let asked: ReturnType<typeof measure> | undefined
      const together = (): ReturnType<typeof measure> => {
        asked ??= measure().finally(() => (asked = undefined))
        return asked
      }
      for (const name of recordKeys(gauges)) {
        const collect = async function (this: Gauge): Promise<void> {
          const measures = await together().catch(() => undefined)
          this.set(measures?.[name] ?? Number.NaN)
        }
        registry.registerMetric(new Gauge({ name, help: gauges[name], registers: [], collect }))
      }
    },
    histogram: (name, help, labelNames = []) =>
      new Histogram({ name, help, labelNames, buckets: seconds, registers }),
  }
}

function recordKeys<Name extends string>(record: Record<Name, unknown>): Name[] {
  // The compiler forgets the names of a record's keys.
  return Object.keys(record) as Name[]
}
