import { inject } from 'vitest'
import { createTestDatabase } from './database.ts'
import { startPlane, type PlaneOptions, type TestControlPlane } from './plane.ts'

export type { TestControlPlane } from './plane.ts'
export type { TestProcess } from './processes.ts'

/** Overrides for the broker of the run and a new database, which are the defaults. */
export type ControlPlaneOptions = Partial<Omit<PlaneOptions, 'database'>>

/** Starts a control plane as in production but for its supervisor: with its own database, processes and simulator. */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<TestControlPlane> {
  const nats = { url: inject('natsUrl'), token: inject('natsToken') }
  return startPlane({ database: await createTestDatabase(), nats, ...options })
}
