import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestControlPlane } from '../support/control-plane.ts'
import { startPlaneWithNats, type PlaneWithNats } from '../support/plane-with-nats.ts'

let world: PlaneWithNats
let plane: TestControlPlane
beforeAll(async () => {
  world = await startPlaneWithNats()
  plane = world.plane
})
afterAll(() => world?.stop())

it('shuts down in order after SIGTERM while the server of a worker is paused', async () => {
  const [server] = plane.servers
  const worker = await plane.startWorker()
  server?.freeze()
  const inOrder = await worker.stop()
  server?.thaw()
  expect(inOrder, await worker.lastLines()).toBe(true)
}, 60_000)

it('shuts down in order after SIGTERM while NATS is unavailable', async () => {
  await world.stopNats()
  for (const process of [...plane.workers, ...plane.servers])
    expect(await process.stop(), await process.lastLines()).toBe(true)
  await expect(fetch(plane.url)).rejects.toThrow('fetch failed')
}, 60_000)
