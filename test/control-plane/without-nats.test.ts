import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../client-sdk/index.ts'
import type { TestControlPlane } from '../support/control-plane.ts'
import { startPlaneWithNats, type PlaneWithNats } from '../support/plane-with-nats.ts'
import { definition } from '../support/store.ts'

let world: PlaneWithNats
let plane: TestControlPlane
beforeAll(async () => {
  world = await startPlaneWithNats()
  plane = world.plane
})
afterAll(() => world?.stop())

function workload(name: string) {
  return [definition(name), { kind: 'WorkloadInstance', name, spec: { definition: name } }]
}

async function metric(url: string, name: string): Promise<number> {
  const text = await (
    await fetch(new URL('/metrics', url), { headers: { authorization: `Bearer ${plane.token}` } })
  ).text()
  return Number(new RegExp(`^${name}\\S* (\\S+)`, 'm').exec(text)?.[1])
}

describe('while NATS is unavailable', () => {
  it('deploys, changes and deletes', async () => {
    await world.stopNats()
    await plane.client.apply(workload('web'))
    await plane.ready('WorkloadInstance', 'web')
    await plane.client.apply([definition('web', 'changed')])
    await plane.ready('WorkloadInstance', 'web')
    await plane.client.objects.delete([{ kind: 'WorkloadInstance', name: 'web' }])
    await plane.gone('WorkloadInstance', 'web')
    expect(await metric(plane.workers[0]?.url ?? '', 'qleet_taken_directly_total')).toBeGreaterThan(0)
  })

  it('starts a server and a worker, which do the same', async () => {
    const second = await plane.startServer()
    const client = createClient({ url: second.url, token: plane.token })
    for (const worker of plane.workers) await worker.stop()
    await plane.startWorker()
    await client.apply(workload('late'))
    await plane.ready('WorkloadInstance', 'late')
  })

  it('continues as before when NATS is back', async () => {
    await world.startNats()
    await plane.client.apply(workload('after'))
    await plane.ready('WorkloadInstance', 'after')
  })
})
