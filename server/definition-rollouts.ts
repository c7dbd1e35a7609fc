import { pause } from '../schema/retry.ts'
import type { Store } from '../schema/graphql/store.ts'
import type { Log } from '../telemetry/log.ts'
import type { LeasedWork } from './delivery/leader-leases.ts'

export interface RolloutsOptions {
  store: Pick<Store, 'openRollouts' | 'advanceRollout'>
  log: Log
  /** Milliseconds between two rounds. @default 1000 */
  every?: number
}

/**
 * Takes the steps of the rollouts of definitions and profiles. One server at a time does this; each step is one transaction, so the
 * next holder of the lease goes on where the last one was killed.
 */
export function rolloutsWork({ store, log, every = 1000 }: RolloutsOptions): LeasedWork {
  return {
    name: 'definition-rollouts',
    work: async ({ signal }) => {
      const round = async (): Promise<void> => {
        for (const id of await store.openRollouts()) {
          if (signal.aborted) return
          await store
            .advanceRollout(id)
            .catch((error: unknown) => log.warn({ err: error, id: String(id) }, 'cannot advance a rollout'))
        }
      }
      while (!signal.aborted) {
        await round().catch((error: unknown) => log.warn({ err: error }, 'cannot find rollouts'))
        await pause(every, signal)
      }
    },
  }
}
