import type { Pool } from 'pg'
import { pause } from '../../schema/retry.ts'
import type { Log } from '../../telemetry/log.ts'
import type { LeasedWork } from './leader-lease.ts'
import { deleteChanges, findOver, forgetEvents, housekeeping, type Retention } from '../store/change-log.ts'
import { forgetKeys } from '../store/idempotency-keys.ts'

export interface HousekeepingOptions {
  pool: Pool
  log: Log
  /** What is kept of the change log, and for how long events are. */
  retention: Retention
  /** Milliseconds between two rounds. @default a tenth of the retention, from a second to a minute */
  every?: number
}

/** Rows per statement: short transactions that hold nobody up. */
const batch = 1000

/**
 * Deletes what is over: answers that were kept for idempotency keys, the beginning of the change log, and events. One
 * server at a time, in small statements that wait for nobody.
 */
export function housekeepingWork({
  pool,
  log,
  retention,
  every = Math.min(Math.max(retention.age / 10, 1000), 60_000),
}: HousekeepingOptions): LeasedWork {
  return {
    name: housekeeping,
    work: async ({ position, signal, save }) => {
      let deleted = 0n
      let begin = position
      const prune = async (): Promise<boolean> => {
        // A holder that died may have told of a deletion without doing it.
        if (deleted < begin) await deleteChanges(pool, deleted, begin)
        deleted = begin
        const upTo = await findOver(pool, { after: begin, limit: batch, retention })
        if (upTo === undefined || !(await save(upTo))) return false
        begin = upTo
        return true
      }
      const round = async (): Promise<void> => {
        while (!signal.aborted && (await forgetKeys(pool, batch)) === batch);
        while (!signal.aborted && (await prune()));
        while (!signal.aborted && (await forgetEvents(pool, retention.age, batch)) === batch);
      }
      while (!signal.aborted) {
        await round().catch((error: unknown) => log.warn({ err: error }, 'cannot delete what is over'))
        await pause(every, signal)
      }
    },
  }
}
