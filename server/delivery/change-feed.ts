import type { Pool } from 'pg'
import type { FollowOptions } from '../../schema/graphql/context.ts'
import type { Change } from '../../prisma/generated/client/client.ts'
import type { Log } from '../../telemetry/log.ts'
import { pause } from '../../schema/retry.ts'
import {
  assertCursor,
  lastSequenceNumber,
  newestSequenceNumber,
  prunedPosition,
} from '../store/change-log.ts'
import { run, type Statement } from '../store/sql.ts'
import { FeedFollower, type FollowedFeed } from './follow-feed.ts'
import { OwnTransactions } from './own-transactions.ts'
import { Watermark, type Observation } from './watermark.ts'

/**
 * Reads the change log in order and never skips an entry.
 *
 * Sequence numbers are assigned before transactions commit, so a higher number can become visible before a lower one. The
 * feed therefore reads only up to a low watermark: a number such that all transactions that were running when it was
 * assigned have ended.
 */
export interface ChangeFeed extends FollowedFeed {
  /**
   * Resolves with the watermark once it covers everything that is committed now, however busy this process is. A
   * transaction that runs longer than a moment holds the watermark back; the call then resolves with the lower watermark.
   */
  settled(): Promise<bigint>
  /**
   * Follows the log. Throws CURSOR_GONE when the log does not contain the position (any more), also when it is pruned
   * later.
   */
  follow(options: FollowOptions): AsyncIterableIterator<Change>
  /** Polls now instead of at the next interval, because something was written. */
  hint(): void
  stop(): Promise<void>
}

export interface ChangeFeedOptions {
  pool: Pool
  log: Log
  /** Milliseconds between polls without a hint while the log grows; four times as many while it does not. @default 250 */
  interval?: number
}

export async function startChangeFeed(options: ChangeFeedOptions): Promise<ChangeFeed> {
  const feed = new PolledFeed(options)
  await feed.start()
  return feed
}

/** Milliseconds to wait for a running transaction. */
const settleWithin = 250

/**
 * The number of polls after which only such a transaction can hold the watermark back: the first may have started before
 * the call, the second sees the number, the third sees that all earlier transactions have ended. In a busy process they
 * take longer than `settleWithin`.
 */
const enoughPolls = 3

/** The number of polls without a new entry after which the feed polls less often: most writes come with a hint. */
const quietPolls = 4

/**
 * The number of new entries in a poll from which on the next one waits for {@link collecting} milliseconds, even with a hint. While
 * much is written, entries are then read together: a poll takes two statements.
 */
const manyEntries = 4n
const collecting = 6

/** The number of entries buffered in memory for followers that keep up; up to twice as many between two cleanups. */
const recentSize = 2000

class PolledFeed implements ChangeFeed {
  readonly #pool: Pool
  readonly #log: Log
  readonly #interval: number
  readonly #watermark = new Watermark()
  readonly #transactions: OwnTransactions
  /** Checks of callers that wait for the watermark to pass a position. */
  readonly #waiting = new Set<() => void>()
  /** Checks of callers of `settled`, which run after each poll. */
  readonly #settling = new Set<() => void>()
  /** The buffer: every entry after `recentAfter`, up to the watermark. */
  #recent: Change[] = []
  #recentAfter = 0n
  #reached = 0n
  /** Reports whether something was written since the last poll started. */
  #isUrgent = false
  #endPause: () => void = () => undefined
  /** The number of polls since the last one that found an entry or had a hint. */
  #emptyPolls = 0
  #stopped = false
  #loop: Promise<void> = Promise.resolve()

  constructor({ pool, log, interval = 250 }: ChangeFeedOptions) {
    this.#pool = pool
    this.#transactions = new OwnTransactions(pool)
    this.#log = log
    this.#interval = interval
  }

  /** Starts polling. Entries that exist already stay in the database and are not buffered. */
  async start(): Promise<void> {
    await this.#poll()
    await this.#poll()
    this.#recent = []
    this.#recentAfter = this.#reached
    this.#loop = this.#pollUntilStopped()
  }

  get watermark(): bigint {
    return this.#reached
  }

  get stopped(): boolean {
    return this.#stopped
  }

  async read(after: bigint, limit: number): Promise<Change[]> {
    if (after >= this.#reached) return []
    if (after >= this.#recentAfter) return this.#recentFrom(after, limit)
    const changes = await readBetween(this.#pool, { after, upTo: this.#reached, limit })
    await assertCursor(this.#pool, after)
    return changes
  }

  /** Returns entries of the buffer, which are in order. */
  #recentFrom(after: bigint, limit: number): Change[] {
    const last = this.#recent.findLastIndex(({ seq }) => seq <= after)
    return this.#recent.slice(last + 1, last + 1 + limit)
  }

  async settled(): Promise<bigint> {
    const newest = await newestSequenceNumber(this.#pool)
    const until = performance.now() + settleWithin
    let polls = 0
    await new Promise<void>((resolve) => {
      const check = (): void => {
        const mayAdvance = ++polls <= enoughPolls || performance.now() < until
        if (this.#reached < newest && !this.#stopped && mayAdvance) return
        this.#settling.delete(check)
        resolve()
      }
      this.#settling.add(check)
      if (this.#stopped) check()
      this.hint()
    })
    return this.#reached
  }

  past(position: bigint, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (this.#reached <= position && !signal.aborted && !this.#stopped) return
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
    this.#emptyPolls = 0
    this.#endPause()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#endPause()
    for (const check of this.#waiting) check()
    await this.#loop
    for (const check of this.#settling) check()
  }

  async #pollUntilStopped(): Promise<void> {
    let failing = false
    while (!this.#stopped) {
      let found = 0n
      try {
        found = await this.#poll()
        failing = false
      } catch (error) {
        if (!failing) this.#log.error({ err: error }, 'cannot read the change log')
        failing = true
      }
      for (const check of this.#settling) check()
      if (found >= manyEntries && !this.#stopped) await pause(collecting)
      if (this.#isUrgent) this.#isUrgent = false
      else await this.#pause(this.#millisecondsToPoll(failing))
    }
  }

  #millisecondsToPoll(failing: boolean): number {
    // Behind the newest number, a transaction is running: poll again soon.
    if (this.#watermark.behind && !failing && !this.#transactions.isHeld) return 2
    return this.#emptyPolls < quietPolls ? this.#interval : 4 * this.#interval
  }

  /** Returns how many numbers the watermark has passed. */
  async #poll(): Promise<bigint> {
    const [observed] = await run<Observation>(this.#pool, observe, [this.#watermark.safe])
    if (observed !== undefined) {
      const { behind, safe } = this.#watermark
      const isAwaited = this.#settling.size > 0
      this.#watermark.observe(await this.#transactions.observed(observed, { behind, safe, isAwaited }))
    }
    const [from, upTo] = [this.#reached, this.#watermark.safe]
    this.#emptyPolls = upTo === from ? this.#emptyPolls + 1 : 0
    if (upTo === from) return 0n
    await this.#bufferRecent(from, upTo)
    // The watermark moves last: a caller that sees it finds all entries up to it in the buffer.
    this.#reached = upTo
    for (const check of this.#waiting) check()
    return upTo - from
  }

  /** Reads new entries into the buffer; when they exceed it, followers read them from the database. */
  async #bufferRecent(from: bigint, upTo: bigint): Promise<void> {
    if (upTo - from > BigInt(recentSize)) {
      this.#recent = []
      this.#recentAfter = upTo
      return
    }
    const changes = await readBetween(this.#pool, { after: from, upTo, limit: recentSize })
    // The log is pruned from its start: with the first number, it has all others. Without it, that may be pruned or rolled back.
    const pruned = changes[0]?.seq === from + 1n ? from : await prunedPosition(this.#pool)
    if (pruned > from) {
      this.#recent = []
      this.#recentAfter = pruned
    }
    this.#recent.push(...changes)
    // Dropping some at each poll would move all others at each poll.
    if (this.#recent.length < 2 * recentSize) return
    const dropped = this.#recent.splice(0, this.#recent.length - recentSize)
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

/** The number is read before the statement gets its transaction id, which depends on it. */
const observe: Statement = {
  name: 'observe-log',
  text: `
  WITH log AS MATERIALIZED (SELECT ${lastSequenceNumber} AS last)
  SELECT log.last, pg_snapshot_xmin(pg_current_snapshot())::text AS xmin,
    CASE WHEN log.last > $1 THEN pg_current_xact_id()::text END AS own
  FROM log`,
}

interface Range {
  after: bigint
  upTo: bigint
  limit: number
}

function readBetween(pool: Pool, { after, upTo, limit }: Range): Promise<Change[]> {
  return run<Change>(pool, readChanges, [after, upTo, limit])
}

/** Reads changes without their bodies, which can be large and are rarely requested. */
const readChanges: Statement = {
  name: 'read-changes',
  text: `
  SELECT seq, "objectId", "projectId", kind, name, operation, generation, version, actor, reason, "triggersReferrers",
    traceparent, time
  FROM "Change" WHERE seq > $1 AND seq <= $2 ORDER BY seq LIMIT $3`,
}
