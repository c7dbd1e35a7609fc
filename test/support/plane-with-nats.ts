import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNats, type EmbeddedNats } from '../../embedded/nats.ts'
import { startControlPlane, type TestControlPlane } from './control-plane.ts'
import { defaultRuntime } from './store.ts'

export interface PlaneWithNats {
  plane: TestControlPlane
  /** Stops the nats-server of this control plane. */
  stopNats(): Promise<void>
  /** Starts the nats-server again, with its stored messages. */
  startNats(): Promise<void>
  stop(): Promise<void>
}

/** Starts a control plane with the default runtime and its own nats-server. */
export async function startPlaneWithNats(): Promise<PlaneWithNats> {
  const dataDir = await mkdtemp(join(tmpdir(), 'qleet-nats-'))
  let nats: EmbeddedNats = await startNats({ dataDir })
  const plane = await startControlPlane({ nats, ownProcesses: true })
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
