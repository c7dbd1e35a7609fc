import type { Pool } from 'pg'
import { isPlatformError } from '../../schema/errors.ts'
import { pause } from '../../schema/retry.ts'
import type { Log } from '../../telemetry/log.ts'
import type { FollowedFeed } from '../delivery/follow-feed.ts'
import type { LeasedWork } from '../delivery/leader-leases.ts'
import { notifying } from '../store/notifications.ts'
import { run, transaction, type Sql, type Statement } from '../store/sql.ts'
import { enqueueAll, findChannels, outgoingOfChanges, outgoingOfEvents } from './channels.ts'

export interface NotificationsOptions {
  pool: Pool
  feed: FollowedFeed
  log: Log
}

/** The most changes that one transaction processes. */
const pageSize = 200

/** Milliseconds between two looks at events, which are not in the change log. */
const eventsEvery = 500

/** Milliseconds between two looks for a first channel. */
const idleEvery = 2000

/** Milliseconds between two deletions of old notifications. */
const pruneEvery = 60_000

/**
 * Fills the outboxes of notification channels from the change log and from events. One server at a time does this. The position is
 * saved in the transaction that writes the notifications, so that each change is processed exactly once.
 */
export function notificationsWork({ pool, feed, log }: NotificationsOptions): LeasedWork {
  return {
    name: notifying,
    work: async ({ position, signal }) => {
      const follower = new Follower({ pool, feed }, position)
      let failing = false
      while (!signal.aborted && !feed.stopped) {
        try {
          await follower.round(signal)
          failing = false
        } catch (error) {
          if (error instanceof LostPosition) return
          if (!failing) log.warn({ err: error }, 'cannot fill the outboxes of notification channels')
          failing = true
          await pause(eventsEvery, signal)
        }
      }
    },
  }
}

/** Thrown when another server has taken over. */
class LostPosition extends Error {}

class Follower {
  readonly #pool: Pool
  readonly #feed: FollowedFeed
  #position: bigint
  #prunedAt = -Infinity

  constructor({ pool, feed }: Pick<NotificationsOptions, 'pool' | 'feed'>, position: bigint) {
    this.#pool = pool
    this.#feed = feed
    this.#position = position
  }

  async round(signal: AbortSignal): Promise<void> {
    // Read before the channels: whatever is logged up to it is older than a channel that is not found.
    const { watermark } = this.#feed
    const channels = await findChannels(this.#pool)
    if (channels.length === 0) {
      if (watermark > this.#position) await this.#advance(this.#pool, watermark)
      await run(this.#pool, ignoreEvents, [])
      await pause(idleEvery, signal)
      return
    }
    if (performance.now() - this.#prunedAt > pruneEvery) {
      await run(this.#pool, prune, [])
      this.#prunedAt = performance.now()
    }
    await transaction(this.#pool, async (sql) => enqueueAll(sql, await outgoingOfEvents(sql, channels)))
    const changes = await this.#read()
    const last = changes.at(-1)
    if (last === undefined) {
      await this.#feed.past(watermark, AbortSignal.any([signal, AbortSignal.timeout(eventsEvery)]))
      return
    }
    const found = await outgoingOfChanges(this.#pool, channels, changes)
    await transaction(this.#pool, async (sql) => {
      await this.#advance(sql, last.seq)
      await enqueueAll(sql, found)
    })
    this.#position = last.seq
  }

  /** Reads the next changes; after what is no longer in the log, the first that is. */
  async #read() {
    try {
      return await this.#feed.read(this.#position, pageSize)
    } catch (error) {
      if (!isPlatformError(error) || error.code !== 'CURSOR_GONE') throw error
      const cursor = BigInt(String(error.details['cursor']))
      await this.#advance(this.#pool, cursor)
      return []
    }
  }

  /** Saves the position, unless another server has done so. */
  async #advance(sql: Sql, to: bigint): Promise<void> {
    const saved = await run(sql, savePosition, [notifying, this.#position, to])
    if (saved.length === 0) throw new LostPosition('another server fills the outboxes')
    if (sql === this.#pool) this.#position = to
  }
}

const savePosition: Statement = {
  name: 'save-notifications-position',
  text: 'UPDATE "Lease" SET position = $3 WHERE name = $1 AND position = $2 RETURNING name',
}

/** Marks events of which nobody is notified. */
const ignoreEvents: Statement = {
  name: 'ignore-events',
  text: `
  UPDATE "ObjectEvent" SET noticed = true WHERE id IN (
    SELECT id FROM "ObjectEvent" WHERE NOT noticed ORDER BY id LIMIT 1000 FOR UPDATE SKIP LOCKED
  )`,
}

/** Deletes what was sent or dropped a week ago. */
const prune: Statement = {
  name: 'prune-notifications',
  text: `
  DELETE FROM "Notification" WHERE id IN (
    SELECT id FROM "Notification"
    WHERE "createdAt" < now() - interval '8 days' AND ("sentAt" IS NOT NULL OR "droppedAt" IS NOT NULL)
    ORDER BY "createdAt" LIMIT 1000
  )`,
}
