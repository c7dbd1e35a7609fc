import type { Pool } from 'pg'
import { pause } from '../../schema/retry.ts'
import type { Log } from '../../telemetry/log.ts'
import type { LeasedWork } from './leader-leases.ts'
import {
  deleteChanges,
  findExpiredChanges,
  deleteOldEvents,
  housekeeping,
  relayedPosition,
  type Retention,
} from '../store/change-log.ts'
import { deleteExpiredRows } from '../store/expired-rows.ts'
import { deleteExpiredKeys } from '../store/idempotency-keys.ts'

export interface HousekeepingOptions {
  pool: Pool
  log: Log
  /** The size and age to which the change log is pruned; events have the same maximum age. */
  retention: Retention
  /** Milliseconds between two rounds. @default a tenth of the retention, from a second to a minute */
  every?: number
  /**
   * Milliseconds for which an entry stays after the relay has read it, however old: all other readers get it a moment earlier or
   * later. Entries can be old when they become readable, because a transaction ran for long. @default 10 s, or the retention
   */
  grace?: number
}

/** The number of rows per statement: small, so that locks are held briefly. */
const batch = 1000

/**
 * Deletes expired rows: responses stored for idempotency keys, plans, logins, the oldest entries of the change log, and events.
 * One server at a time does this, in small statements that wait for no locks.
 */
export function housekeepingWork({
  pool,
  log,
  retention,
  every = Math.min(Math.max(retention.age / 10, 1000), 60_000),
  grace = Math.min(retention.age, 10_000),
}: HousekeepingOptions): LeasedWork {
  /** Each deletes a batch; resolves with the number of rows. */
  const deletions = [
    () => deleteExpiredKeys(pool, batch),
    () => deleteExpiredRows(pool, 'Plan', batch),
    () => deleteExpiredRows(pool, 'Session', batch),
    () => deleteExpiredRows(pool, 'LoginCode', batch),
    () => deleteOldEvents(pool, retention.age, batch),
  ]
  return {
    name: housekeeping,
    work: async ({ position, signal, save }) => {
      let deleted = 0n
      let start = position
      const readable = delayed(grace)
      const prune = async (last: bigint): Promise<boolean> => {
        // The position is saved before the deletion, so a holder that died may have saved one without deleting.
        if (deleted < start) await deleteChanges(pool, deleted, start)
        deleted = start
        const upTo = await findExpiredChanges(pool, { after: start, upTo: last, limit: batch, retention })
        if (upTo === undefined || !(await save(upTo))) return false
        start = upTo
        return true
      }
      const round = async (): Promise<void> => {
        for (const deleteBatch of deletions) while (!signal.aborted && (await deleteBatch()) >= batch);
        const last = readable(await relayedPosition(pool))
        while (!signal.aborted && (await prune(last)));
      }
      while (!signal.aborted) {
        await round().catch((error: unknown) => log.warn({ err: error }, 'cannot delete expired rows'))
        await pause(every, signal)
      }
    },
  }
}

/** Returns a function that remembers positions, and returns the last one of at least `age` milliseconds ago; 0 if it knows none. */
function delayed(age: number): (position: bigint) => bigint {
  let known: { position: bigint; at: number }[] = []
  return (position) => {
    const at = performance.now()
    known.push({ position, at })
    const last = known.findLastIndex((each) => each.at <= at - age)
    known = known.slice(Math.max(last, 0))
    return last === -1 ? 0n : (known[0]?.position ?? 0n)
  }
}
