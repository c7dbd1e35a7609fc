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

it('ends after SIGTERM also while NATS is away', async () => {
  await nats.stop()
  const [server, worker] = [plane.servers, plane.workers].map(([first]) => first)
  await worker?.stop()
  await server?.stop()
  await expect(fetch(plane.url)).rejects.toThrow('fetch failed')
})
