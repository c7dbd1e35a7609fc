import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startNats, type EmbeddedNats } from '../../server/embedded/nats.ts'
import { startControlPlane, type TestControlPlane } from '../support/control-plane.ts'
import { defaultRuntime } from '../support/store.ts'
import { killing, randomChanges } from './random-changes.ts'

const changes = Number(process.env['QLEET_CHAOS_CHANGES'] ?? 120)
const seed = Number(process.env['QLEET_CHAOS_SEED'] ?? 1)

let plane: TestControlPlane
let nats: EmbeddedNats
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qleet-chaos-'))
  nats = await startNats({ dataDir: folder })
  plane = await startControlPlane({ servers: 2, workers: 2, nats })
  await plane.client.apply(defaultRuntime)
  await plane.ready('KubernetesRuntimeInstance', 'space')
})
afterAll(async () => {
  await plane?.stop()
  await nats?.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('control plane', () => {
  it(
    'ends as last asked, with nothing lost, doubled or left behind, while its parts are killed',
    async () => {
      const restartNats = async (): Promise<void> => {
        nats = await startNats({ dataDir: folder, port: nats.port })
      }
      // The first server keeps its address: workers and this test know it.
      const port = Number(new URL(plane.url).port)
      const first = plane.servers.splice(0, 1)
      const figures = await randomChanges({
        plane,
        changes,
        seed,
        faultEvery: 1500,
        faults: [
          killing('first server', first, () => plane.startServer(port)),
          killing('other server', plane.servers, () => plane.startServer()),
          killing('worker', plane.workers, () => plane.startWorker()),
          {
            name: 'nats-server',
            inject: async () => {
              process.kill(nats.pid, 'SIGKILL')
              await nats.exited
              await restartNats()
            },
          },
          {
            name: 'the data of nats-server',
            inject: async () => {
              process.kill(nats.pid, 'SIGKILL')
              await nats.exited
              await rm(join(folder, 'nats'), { recursive: true, force: true })
              await restartNats()
            },
          },
        ],
      })
      process.stdout.write(
        `chaos: ${JSON.stringify({ ...figures, converged: `${Math.round(figures.converged)} ms` })}\n`,
      )
      expect(figures).toMatchObject({ lost: [], duplicated: [], acknowledged: changes })
    },
    15 * 60_000,
  )
})
