import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNats, type EmbeddedNats } from '../../embedded/nats.ts'
import { startControlPlane, type TestControlPlane } from './control-plane.ts'
import { defaultRuntime } from './store.ts'

export interface PlaneWithNats {
  plane: TestControlPlane
  /** Of its own, so that it can go away. */
  stopNats(): Promise<void>
  /** Again, with what it has stored. */
  startNats(): Promise<void>
  stop(): Promise<void>
}

/** A control plane with the default runtime, and with a nats-server of its own. */
export async function startPlaneWithNats(): Promise<PlaneWithNats> {
  const dataDir = await mkdtemp(join(tmpdir(), 'qleet-nats-'))
  let nats: EmbeddedNats = await startNats({ dataDir })
  const plane = await startControlPlane({ nats })
  await plane.client.apply(defaultRuntime)
  await plane.ready('KubernetesRuntimeInstance', 'space')
  return {
    plane,
    stopNats: () => nats.stop(),
    startNats: async () => {
      nats = await startNats({ dataDir, port: nats.port })
    },
    stop: async () => {
      await plane.stop()
      await nats.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
