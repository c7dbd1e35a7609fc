import type { Pool } from 'pg'
import { run, type Statement } from '../store/sql.ts'
import type { Observation, Watermark } from './watermark.ts'

/** Milliseconds without progress after which a watermark that is behind counts as held back. */
const heldAfter = 500

/**
 * Finds the id below which all transactions of this database have ended. The xmin of a snapshot covers all databases of the
 * same Postgres, so a long transaction in another one would hold the log back although it never writes to it.
 *
 * It reads the locks that transactions have on their own ids. A transaction has that lock before it gets a sequence number, and
 * gives it up after its changes have become visible. So when the lock is absent, the changes of a number that a poll has seen
 * before are visible, or the transaction was rolled back.
 */
export class OwnTransactions {
  readonly #pool: Pool
  /** The watermark at the last observation, and since when it has been there although it is behind. */
  #safe = 0n
  #heldSince: number | undefined
  /** The xmin that turned out to be that of another database. */
  #foreign: string | undefined

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** Reports whether the watermark has not advanced for long, so that frequent polls would find nothing new. */
  get isHeld(): boolean {
    return this.#heldSince !== undefined && performance.now() - this.#heldSince > heldAfter
  }

  /**
   * Returns what a poll has observed, without the transactions of other databases if these hold the watermark back: for long, or
   * at all if a caller waits for it.
   */
  async observed(
    observation: Observation,
    { behind, safe, isAwaited }: Pick<Watermark, 'behind' | 'safe'> & { isAwaited: boolean },
  ): Promise<Observation> {
    if (!behind) this.#heldSince = undefined
    else if (safe !== this.#safe) this.#heldSince = performance.now()
    else this.#heldSince ??= performance.now()
    this.#safe = safe
    if (!behind || !(isAwaited || this.isHeld || observation.xmin === this.#foreign)) return observation
    const oldest = await this.#oldest()
    if (oldest <= BigInt(observation.xmin)) return observation
    this.#foreign = observation.xmin
    return { ...observation, xmin: String(oldest) }
  }

  async #oldest(): Promise<bigint> {
    const [found] = await run<{ next: string; ids: string[] }>(this.#pool, findTransactions, [])
    const next = BigInt(found?.next ?? 0)
    // Locks have the low 32 bits of an id.
    const ids = (found?.ids ?? []).map((id) => next + BigInt.asIntN(32, BigInt(id) - next))
    return ids.reduce((least, id) => (id < least ? id : least), next)
  }
}

/** A transaction without a session, which is prepared, and one whose session is unknown are taken for those of this database. */
const findTransactions: Statement = {
  name: 'find-own-transactions',
  text: `
  SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next,
    coalesce(array_agg(held.transactionid::text) FILTER (WHERE held.transactionid IS NOT NULL), '{}') AS ids
  FROM (VALUES (1)) one LEFT JOIN (
    SELECT lock.transactionid FROM pg_locks lock LEFT JOIN pg_stat_activity session ON session.pid = lock.pid
    WHERE lock.locktype = 'transactionid' AND lock.mode = 'ExclusiveLock' AND lock.granted AND (
      session.datid IS NULL OR session.datid = (SELECT oid FROM pg_database WHERE datname = current_database())
    )
  ) held ON true`,
}
