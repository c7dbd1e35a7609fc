import type { Pool } from 'pg'
import type { FollowOptions } from '../../schema/graphql/context.ts'
import type { Change } from '../../prisma/generated/client/client.ts'
import type { Log } from '../../telemetry/log.ts'
import { assertCursor, newestNumber } from '../store/change-log.ts'
import { run, type Statement } from '../store/sql.ts'
import { FeedFollower, type FollowedFeed } from './follow-feed.ts'
import { Watermark, type Observation } from './watermark.ts'

/**
 * Reads the change log in its order and never skips an entry.
 *
 * Sequence numbers are given out before transactions commit, so a higher number can be visible while a lower one is
 * still to come. The feed therefore only reads up to a watermark: a number that had been given out before a moment
 * of which all running transactions have ended since.
 */
export interface ChangeFeed extends FollowedFeed {
  /**
   * The watermark once it has everything that is committed now, however busy this process is. Behind a transaction that runs for
   * longer than a moment it is what it is: what comes after stays for the next who asks.
   */
  settled(): Promise<bigint>
  /** Throws CURSOR_GONE when the log does not have the place (any more), also later, when it is deleted meanwhile. */
  follow(options: FollowOptions): AsyncIterableIterator<Change>
  /** Something was written: look now instead of at the next poll. */
  hint(): void
  stop(): Promise<void>
}

export interface ChangeFeedOptions {
  pool: Pool
  log: Log
  /** Milliseconds between looks without a hint. @default 250 */
  interval?: number
}

export async function startChangeFeed(options: ChangeFeedOptions): Promise<ChangeFeed> {
  const feed = new PolledFeed(options)
  await feed.start()
  return feed
}

/** Milliseconds for which a transaction that runs is waited for. */
const settleWithin = 250

/**
 * Looks after which nothing but such a transaction keeps the watermark back: one may have started before, one sees the number, one
 * that all before it have ended. In a process that is busy they take longer than the time above.
 */
const enoughLooks = 3

/** Entries kept in memory for those who follow closely. */
const recentSize = 2000

class PolledFeed implements ChangeFeed {
  readonly #pool: Pool
  readonly #log: Log
  readonly #interval: number
  readonly #watermark = new Watermark()
  /** Checks of those who wait for the watermark to pass a place. */
  readonly #waiting = new Set<() => void>()
  /** Checks of those who wait for a look that has everything. */
  readonly #settling = new Set<() => void>()
  /** Every entry after `recentAfter`, up to the watermark. */
  #recent: Change[] = []
  #recentAfter = 0n
  #reached = 0n
  /** Whether something was written since the last look started. */
  #isUrgent = false
  #endPause: () => void = () => undefined
  #stopped = false
  #loop: Promise<void> = Promise.resolve()

  constructor({ pool, log, interval = 250 }: ChangeFeedOptions) {
    this.#pool = pool
    this.#log = log
    this.#interval = interval
  }

  /** What is there at the start is left to the database. */
  async start(): Promise<void> {
    await this.#look()
    await this.#look()
    this.#recent = []
    this.#recentAfter = this.#reached
    this.#loop = this.#lookUntilStopped()
  }

  get watermark(): bigint {
    return this.#reached
  }

  get stopped(): boolean {
    return this.#stopped
  }

  async read(after: bigint, limit: number): Promise<Change[]> {
    if (after >= this.#reached) return []
    if (after >= this.#recentAfter) return this.#recent.filter(({ seq }) => seq > after).slice(0, limit)
    const changes = await readBetween(this.#pool, { after, upTo: this.#reached, limit })
    await assertCursor(this.#pool, after)
    return changes
  }

  async settled(): Promise<bigint> {
    const newest = await newestNumber(this.#pool)
    const until = performance.now() + settleWithin
    let looks = 0
    await new Promise<void>((resolve) => {
      const check = (): void => {
        const mayCome = ++looks <= enoughLooks || performance.now() < until
        if (this.#reached < newest && !this.#stopped && mayCome) return
        this.#settling.delete(check)
        resolve()
      }
      this.#settling.add(check)
      if (this.#stopped) check()
      this.hint()
    })
    return this.#reached
  }

  past(place: bigint, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (this.#reached <= place && !signal.aborted && !this.#stopped) return
        this.#waiting.delete(check)
        signal.removeEventListener('abort', check)
        resolve()
      }
      this.#waiting.add(check)
      signal.addEventListener('abort', check)
      check()
    })
  }

  follow(options: FollowOptions): AsyncIterableIterator<Change> {
    return new FeedFollower({ feed: this, pool: this.#pool }, options)
  }

  hint(): void {
    this.#isUrgent = true
    this.#endPause()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#endPause()
    for (const check of this.#waiting) check()
    await this.#loop
    for (const check of this.#settling) check()
  }

  async #lookUntilStopped(): Promise<void> {
    let failing = false
    while (!this.#stopped) {
      try {
        await this.#look()
        failing = false
      } catch (error) {
        if (!failing) this.#log.error({ err: error }, 'cannot read the change log')
        failing = true
      }
      for (const check of this.#settling) check()
      if (this.#isUrgent) this.#isUrgent = false
      // Behind the newest number: a transaction is running, or the second look is due.
      else await this.#pause(this.#watermark.behind && !failing ? 2 : this.#interval)
    }
  }

  async #look(): Promise<void> {
    const [observed] = await run<Observation>(this.#pool, observe, [this.#watermark.safe])
    if (observed !== undefined) this.#watermark.observe(observed)
    const [from, upTo] = [this.#reached, this.#watermark.safe]
    if (upTo === from) return
    await this.#keepRecent(from, upTo)
    // Only now: who sees the new watermark finds everything up to it in memory.
    this.#reached = upTo
    for (const check of this.#waiting) check()
  }

  /** Reads new entries into memory; more than fit there are left to the database. */
  async #keepRecent(from: bigint, upTo: bigint): Promise<void> {
    if (upTo - from > BigInt(recentSize)) {
      this.#recent = []
      this.#recentAfter = upTo
      return
    }
    this.#recent.push(...(await readBetween(this.#pool, { after: from, upTo, limit: recentSize })))
    const dropped = this.#recent.splice(0, Math.max(0, this.#recent.length - recentSize))
    this.#recentAfter = dropped.at(-1)?.seq ?? this.#recentAfter
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

const observe: Statement = {
  name: 'observe-log',
  text: `
  SELECT log.last, pg_snapshot_xmin(pg_current_snapshot())::text AS xmin,
    CASE WHEN log.last > $1 THEN pg_current_xact_id()::text END AS own
  FROM (SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM "Change_seq_seq") log`,
}

interface Range {
  after: bigint
  upTo: bigint
  limit: number
}

function readBetween(pool: Pool, { after, upTo, limit }: Range): Promise<Change[]> {
  return run<Change>(pool, readChanges, [after, upTo, limit])
}

/** Without the bodies, which can be large and which few ask for. */
const readChanges: Statement = {
  name: 'read-changes',
  text: `
  SELECT seq, "objectId", "projectId", kind, name, operation, generation, version, actor, reason, "triggersReferrers",
    traceparent, time
  FROM "Change" WHERE seq > $1 AND seq <= $2 ORDER BY seq LIMIT $3`,
}
