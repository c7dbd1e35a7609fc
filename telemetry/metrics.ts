import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** Metrics of one process, served as Prometheus text. */
export interface Metrics {
  registry: Registry
  counter<Label extends string>(name: string, help: string, labels?: readonly Label[]): Counter<Label>
  gauge<Label extends string>(name: string, help: string, labels?: readonly Label[]): Gauge<Label>
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
    histogram: (name, help, labelNames = []) =>
      new Histogram({ name, help, labelNames, buckets: seconds, registers }),
  }
}
