import { inject } from 'vitest'
import { createTestDatabase } from './database.ts'
import { launchHosted } from './hosted-processes.ts'
import { startPlane, type PlaneOptions, type TestControlPlane } from './plane.ts'
import { launchProcess } from './processes.ts'

export type { TestControlPlane } from './plane.ts'
export type { TestProcess } from './processes.ts'

/** Overrides for the broker of the run and a new database, which are the defaults. */
export type ControlPlaneOptions = Partial<Omit<PlaneOptions, 'database' | 'launch'>> & {
  /**
   * Whether servers, workers and the simulator are processes that a test can kill, freeze or inspect. Otherwise, they may
   * run in processes with those of other control planes. @default false
   */
  ownProcesses?: boolean
}

/** Starts a control plane as in production but for its supervisor: with its own database and simulator. */
export async function startControlPlane({
  ownProcesses = false,
  ...options
}: ControlPlaneOptions = {}): Promise<TestControlPlane> {
  const nats = { url: inject('natsUrl'), token: inject('natsToken') }
  const launch = ownProcesses ? launchProcess : launchHosted
  return startPlane({ database: await createTestDatabase(), nats, launch, ...options })
}
