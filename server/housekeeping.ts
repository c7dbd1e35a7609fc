import type { Pool } from 'pg'
import type { Log } from '../telemetry/log.ts'
import { pause, type LeasedWork } from './lease.ts'
import { forgetKeys } from './store/once.ts'

export interface HousekeepingOptions {
  pool: Pool
  log: Log
  /** Milliseconds between two rounds. @default 60000 */
  every?: number
}

/** Rows per statement: short transactions that hold nobody up. */
const batch = 1000

/** Deletes what is over: answers that were kept for idempotency keys. One server at a time. */
export function housekeepingWork({ pool, log, every = 60_000 }: HousekeepingOptions): LeasedWork {
  return {
    name: 'housekeeping',
    work: async ({ signal }) => {
      while (!signal.aborted) {
        try {
          while (!signal.aborted && (await forgetKeys(pool, batch)) === batch);
        } catch (error) {
          log.warn({ err: error }, 'cannot delete what is over')
        }
        await pause(every, signal)
      }
    },
  }
}
