import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createMetrics } from '../../telemetry/metrics.ts'

it('measures by how much the event loop is late, without the time between two samples', async () => {
  const { registry } = createMetrics('test')
  const lag = async (name: string): Promise<number> => {
    const text = await registry.metrics()
    return Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds\\S* (\\S+)`, 'm').exec(text)?.[1])
  }
  // A scrape begins a new measurement.
  await registry.metrics()
  await sleep(1000)
  expect(await lag('p50')).toBeLessThan(0.09)
  await sleep(250)
  const blocked = performance.now() + 500
  while (performance.now() < blocked);
  await sleep(250)
  expect(await lag('max')).toBeGreaterThan(0.35)
})
