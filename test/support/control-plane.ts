import { inject } from 'vitest'
import { createTestDatabase } from './database.ts'
import { startPlane, type PlaneOptions, type TestControlPlane } from './plane.ts'

export type { TestControlPlane } from './plane.ts'
export type { TestProcess } from './processes.ts'

/** What differs from the broker of the run and a database of its own. */
export type ControlPlaneOptions = Partial<Omit<PlaneOptions, 'database'>>

/** Everything of the real thing but its supervisor: a database of its own, processes of its own, a simulator of its own. */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<TestControlPlane> {
  const nats = { url: inject('natsUrl'), token: inject('natsToken') }
  return startPlane({ database: await createTestDatabase(), nats, ...options })
}
