import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installation } from '../../process/installation.ts'
import { startControlPlane, type TestControlPlane } from '../support/control-plane.ts'
import { defaultRuntime, definition } from '../support/store.ts'

let plane: TestControlPlane
beforeAll(async () => {
  const hook = new URL('../support/poison/register.ts', import.meta.url).href
  // It replaces a module, and a bundle has none.
  const roots = { worker: installation }
  plane = await startControlPlane({ roots, env: { NODE_OPTIONS: `--import=${hook}` } })
  await plane.client.apply(defaultRuntime)
  await plane.ready('KubernetesRuntimeInstance', 'space')
  await plane.client.apply([definition('any')])
})
afterAll(() => plane?.stop())

const instance = (name: string, labels: Record<string, string> = {}) => ({
  kind: 'WorkloadInstance',
  name,
  labels,
  spec: { definition: 'any' },
})

async function metric(url: string, line: RegExp): Promise<string | undefined> {
  return line.exec(
    await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${plane.token}` } })).text(),
  )?.[1]
}

describe('a poisoned object', () => {
  it('that throws is quarantined after its retries, reports a remedy, and is retried at once when triggered', async () => {
    await plane.client.apply([instance('throws', { poison: 'throws' })])
    const key = { kind: 'WorkloadInstance', name: 'throws' }
    const failures = async (): Promise<number> => {
      const events = await plane.client.objects.events(key)
      return events.reduce((sum, { count }) => sum + count, 0)
    }
    for (let tries = 1; tries <= 11; tries++) {
      await expect.poll(failures).toBeGreaterThanOrEqual(tries)
      await plane.client.objects.reconcile(key)
    }
    // The last trigger may have come during a reconcile, and then another reconcile follows at once.
    const isMuchLater = (retryAt?: string | null): boolean =>
      Date.parse(retryAt ?? '') > Date.now() + 40 * 60_000
    const { status } = await plane.until(
      'WorkloadInstance',
      'throws',
      (object) => object.status.phase === 'Quarantined' && isMuchLater(object.status.cause?.retryAt),
    )
    expect(status.cause).toMatchObject({
      reason: 'Quarantined',
      message: expect.stringContaining('qleetctl reconcile workload-instance/throws'),
    })
    expect(await metric(plane.url, /^qleet_objects_quarantined\S* (\d+)$/m)).toBe('1')
    // Without its cause, the reconcile succeeds.
    await plane.client.apply([instance('throws', { poison: 'none' })])
    await plane.client.objects.reconcile(key)
    await plane.ready('WorkloadInstance', 'throws')
  })

  it('that spins costs its thread, is the only culprit, and does not stop others', async () => {
    await plane.client.apply([
      instance('spins', { poison: 'spins' }),
      instance('beside'),
      instance('beside-2'),
    ])
    const { status } = await plane.until('WorkloadInstance', 'spins', (object) =>
      object.status.conditions.some(({ type, reason }) => type === 'Ready' && reason === 'ThreadLost'),
    )
    expect(status.cause?.message).toContain('kept a processor busy')
    for (const name of ['beside', 'beside-2']) await plane.ready('WorkloadInstance', name)
    const [worker] = plane.workers
    expect(
      Number(await metric(worker?.url ?? '', /^qleet_threads_replaced_total\{[^}]*spun[^}]*\} (\d+)$/m)),
    ).toBeGreaterThan(0)
  })
})
