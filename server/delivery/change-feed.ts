import type { Pool } from 'pg'
import type { FollowOptions } from '../../schema/graphql/context.ts'
import type { Change } from '../../prisma/generated/client/client.ts'
import type { Log } from '../../telemetry/log.ts'
import { assertCursor, newestNumber } from '../store/change-log.ts'
import { run, type Statement } from '../store/sql.ts'

/**
 * Reads the change log in its order and never skips an entry.
 *
 * Sequence numbers are given out before transactions commit, so a higher number can be visible while a lower one is
 * still to come. The feed therefore only reads up to a watermark: a number that had been given out before a moment
 * of which all running transactions have ended since.
 */
export interface ChangeFeed {
  /** Up to where the log is complete. */
  readonly watermark: bigint
  /**
   * The watermark once it has everything that is committed now, however busy this process is. Behind a transaction that runs for
   * longer than a moment it is what it is: what comes after stays for the next who asks.
   */
  settled(): Promise<bigint>
  /** Entries after a place, in order; at most `limit`, empty when there are none yet. Throws CURSOR_GONE. */
  read(after: bigint, limit: number): Promise<Change[]>
  /** Whether it was stopped: nothing comes any more. */
  readonly stopped: boolean
  /** Resolves when the watermark is past a place, or the signal is aborted, or the feed is stopped. */
  past(place: bigint, signal: AbortSignal): Promise<void>
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

export async function startChangeFeed({ pool, log, interval = 250 }: ChangeFeedOptions): Promise<ChangeFeed> {
  const waiting = new Set<() => void>()
  const settling = new Set<() => void>()
  const watermarks = createWatermark()
  // Every entry after `recentAfter`, up to the watermark.
  let recent: Change[] = []
  let recentAfter = 0n
  let watermark = 0n
  let hinted: (() => void) | undefined
  let urgent = false
  let stopped = false

  const look = async (): Promise<void> => {
    const [observed] = await run<Observation>(pool, observe, [watermarks.safe])
    if (observed !== undefined) watermarks.observe(observed)
    const [from, upTo] = [watermark, watermarks.safe]
    if (upTo === from) return
    const isNear = upTo - from <= BigInt(recentSize)
    const added = isNear ? await readBetween(pool, { after: from, upTo, limit: recentSize }) : undefined
    if (added === undefined) [recent, recentAfter] = [[], upTo]
    else recent.push(...added)
    const dropped = recent.splice(0, Math.max(0, recent.length - recentSize))
    recentAfter = dropped.at(-1)?.seq ?? recentAfter
    // Only now: who sees the new watermark finds everything up to it in memory.
    watermark = upTo
    for (const trigger of waiting) trigger()
  }

  // What is there at the start is left to the database.
  await look()
  await look()
  ;[recent, recentAfter] = [[], watermark]
  const loop = (async () => {
    let failing = false
    while (!stopped) {
      try {
        await look()
        failing = false
      } catch (error) {
        if (!failing) log.error({ err: error }, 'cannot read the change log')
        failing = true
      }
      for (const check of settling) check()
      if (urgent) urgent = false
      // Behind the newest number: a transaction is running, or the second look is due.
      else await pause(watermarks.behind && !failing ? 2 : interval)
    }
  })()

  function pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      hinted = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  const feed: ChangeFeed = {
    get watermark() {
      return watermark
    },
    get stopped() {
      return stopped
    },
    read: async (after, limit) => {
      if (after >= watermark) return []
      if (after >= recentAfter) return recent.filter(({ seq }) => seq > after).slice(0, limit)
      const changes = await readBetween(pool, { after, upTo: watermark, limit })
      await assertCursor(pool, after)
      return changes
    },
    settled: async () => {
      const newest = await newestNumber(pool)
      const until = performance.now() + settleWithin
      let looks = 0
      await new Promise<void>((resolve) => {
        const check = (): void => {
          if (watermark < newest && !stopped && (++looks <= enoughLooks || performance.now() < until)) return
          settling.delete(check)
          resolve()
        }
        settling.add(check)
        if (stopped) check()
        feed.hint()
      })
      return watermark
    },
    past: (place, signal) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (watermark <= place && !signal.aborted && !stopped) return
          waiting.delete(check)
          signal.removeEventListener('abort', check)
          resolve()
        }
        waiting.add(check)
        signal.addEventListener('abort', check)
        check()
      }),
    follow: (options) => followFeed({ feed, pool }, options),
    hint: () => {
      urgent = true
      hinted?.()
    },
    stop: async () => {
      stopped = true
      hinted?.()
      for (const trigger of waiting) trigger()
      await loop
      for (const check of settling) check()
    },
  }
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

interface Observation {
  last: bigint
  xmin: string
  /** Transaction id of the look itself; absent when nothing new was there to look for. */
  own: string | null
}

const observe: Statement = {
  name: 'observe-log',
  text: `
  SELECT log.last, pg_snapshot_xmin(pg_current_snapshot())::text AS xmin,
    CASE WHEN log.last > $1 THEN pg_current_xact_id()::text END AS own
  FROM (SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM "Change_seq_seq") log`,
}

/**
 * The arithmetic of the watermark. Writers get their transaction id before their number in the log. So a number read in
 * one look belongs to a transaction with a lower id than the next look's own, and once all of those have ended (xmin
 * has reached it) the log is complete up to that number. The snapshot's xmax would not do: it follows the completed
 * transactions, and running ones can be above it.
 */
export function createWatermark() {
  let safe = 0n
  let seen = 0n
  let candidates: { upTo: bigint; ended: bigint }[] = []
  return {
    get safe() {
      return safe
    },
    get behind() {
      return seen > safe
    },
    observe: ({ last, xmin, own }: Observation): void => {
      const newest = candidates.at(-1)?.upTo ?? safe
      if (seen > newest && own !== null) candidates.push({ upTo: seen, ended: BigInt(own) })
      seen = last
      const reached = candidates.filter(({ ended }) => ended <= BigInt(xmin))
      candidates = candidates.slice(reached.length)
      safe = reached.at(-1)?.upTo ?? safe
    },
  }
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

/** Pulls, so a slow consumer costs no memory: it reads the log at its own pace. */
function followFeed(
  { feed, pool }: { feed: ChangeFeed; pool: Pool },
  { after, accepts }: FollowOptions,
): AsyncIterableIterator<Change> {
  const ended = new AbortController()
  let place = after ?? feed.watermark
  let isKnown = place <= feed.watermark
  let page: Change[] = []
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    async next() {
      // Another server may know more; the log itself decides.
      if (!isKnown) await assertCursor(pool, place)
      isKnown = true
      while (!ended.signal.aborted && !feed.stopped) {
        for (let change = page.shift(); change !== undefined; change = page.shift()) {
          place = change.seq
          if (accepts(change)) return { done: false, value: change }
        }
        const { watermark } = feed
        page = await feed.read(place, 200)
        if (page.length === 0) await feed.past(watermark, ended.signal)
      }
      return { done: true, value: undefined }
    },
    async return() {
      ended.abort()
      return { done: true, value: undefined }
    },
  }
}
