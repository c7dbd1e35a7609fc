import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startNats, type EmbeddedNats } from '../../server/embedded/nats.ts'
import { startControlPlane, type TestControlPlane } from '../support/control-plane.ts'
import { defaultRuntime } from '../support/store.ts'

let folder: string
let nats: EmbeddedNats
let plane: TestControlPlane
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qleet-stopping-'))
  nats = await startNats({ dataDir: folder })
  plane = await startControlPlane({ nats })
  await plane.client.apply(defaultRuntime)
  await plane.ready('KubernetesRuntimeInstance', 'space')
})
afterAll(async () => {
  await plane?.stop()
  await nats?.stop()
  await rm(folder, { recursive: true, force: true })
})

it('ends in order after SIGTERM while the server of a worker stands still', async () => {
  const [server] = plane.servers
  const worker = await plane.startWorker()
  server?.freeze()
  const inOrder = await worker.stop()
  server?.thaw()
  expect(inOrder, await worker.lastWords()).toBe(true)
}, 60_000)

it('ends in order after SIGTERM while NATS is away', async () => {
  await nats.stop()
  for (const process of [...plane.workers, ...plane.servers])
    expect(await process.stop(), await process.lastWords()).toBe(true)
  await expect(fetch(plane.url)).rejects.toThrow('fetch failed')
}, 60_000)
