import type { Pool } from 'pg'
import type { FollowOptions } from '../../schema/graphql/context.ts'
import type { Change } from '../../prisma/generated/client/client.ts'
import { assertCursor } from '../store/change-log.ts'

/** Changes that are read at once. */
const pageSize = 200

/** The part of a change feed that its followers need. */
export interface FollowedFeed {
  /** Up to where the log is complete. */
  readonly watermark: bigint
  /** Whether it was stopped: nothing comes any more. */
  readonly stopped: boolean
  /** Entries after a place, in order; at most `limit`, empty when there are none yet. Throws CURSOR_GONE. */
  read(after: bigint, limit: number): Promise<Change[]>
  /** Resolves when the watermark is past a place, or the signal is aborted, or the feed is stopped. */
  past(place: bigint, signal: AbortSignal): Promise<void>
}

/** Follows the change log from a place. It pulls, so a slow consumer costs no memory: it reads the log at its own pace. */
export class FeedFollower implements AsyncIterableIterator<Change> {
  readonly #feed: FollowedFeed
  readonly #pool: Pool
  readonly #accepts: FollowOptions['accepts']
  readonly #ended = new AbortController()
  /** The last change that was looked at. */
  #place: bigint
  /** Whether the log has the place for sure: another server may know more than this one. */
  #isKnown: boolean
  #page: Change[] = []

  constructor({ feed, pool }: { feed: FollowedFeed; pool: Pool }, { after, accepts }: FollowOptions) {
    this.#feed = feed
    this.#pool = pool
    this.#accepts = accepts
    this.#place = after ?? feed.watermark
    this.#isKnown = this.#place <= feed.watermark
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<Change>> {
    if (!this.#isKnown) await assertCursor(this.#pool, this.#place)
    this.#isKnown = true
    while (!this.#ended.signal.aborted && !this.#feed.stopped) {
      const change = this.#nextAccepted()
      if (change !== undefined) return { done: false, value: change }
      await this.#readPage()
    }
    return { done: true, value: undefined }
  }

  async return(): Promise<IteratorResult<Change>> {
    this.#ended.abort()
    return { done: true, value: undefined }
  }

  #nextAccepted(): Change | undefined {
    for (let change = this.#page.shift(); change !== undefined; change = this.#page.shift()) {
      this.#place = change.seq
      if (this.#accepts(change)) return change
    }
    return undefined
  }

  /** The next page; waits for a change where there is none. */
  async #readPage(): Promise<void> {
    const { watermark } = this.#feed
    this.#page = await this.#feed.read(this.#place, pageSize)
    if (this.#page.length === 0) await this.#feed.past(watermark, this.#ended.signal)
  }
}
