import type { Pool } from 'pg'
import type { FollowOptions } from '../../schema/graphql/context.ts'
import type { Change } from '../../prisma/generated/client/client.ts'
import { assertCursor } from '../store/change-log.ts'

/** The maximum number of changes per read. */
const pageSize = 200

/** The part of a change feed that its followers need. */
export interface FollowedFeed {
  /** The position up to which the log is complete. */
  readonly watermark: bigint
  /** Reports whether the feed was stopped, so that no more changes come. */
  readonly stopped: boolean
  /**
   * Reads at most `limit` entries after a position, in order; resolves with none when none exist yet. Throws
   * CURSOR_GONE.
   */
  read(after: bigint, limit: number): Promise<Change[]>
  /** Resolves when the watermark has passed a position, the signal is aborted, or the feed is stopped. */
  past(position: bigint, signal: AbortSignal): Promise<void>
}

/**
 * Follows the change log from a position. It pulls, so a slow consumer reads the log at its own pace and costs no
 * memory.
 */
export class FeedFollower implements AsyncIterableIterator<Change> {
  readonly #feed: FollowedFeed
  readonly #pool: Pool
  readonly #accepts: FollowOptions['accepts']
  readonly #ended = new AbortController()
  /** The sequence number of the last change that was returned or filtered out. */
  #position: bigint
  /**
   * Reports whether the log is known to contain the position. The cursor may come from a server that has read further
   * than this one.
   */
  #isKnown: boolean
  #page: Change[] = []

  constructor({ feed, pool }: { feed: FollowedFeed; pool: Pool }, { after, accepts }: FollowOptions) {
    this.#feed = feed
    this.#pool = pool
    this.#accepts = accepts
    this.#position = after ?? feed.watermark
    this.#isKnown = this.#position <= feed.watermark
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<Change>> {
    if (!this.#isKnown) await assertCursor(this.#pool, this.#position)
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
      this.#position = change.seq
      if (this.#accepts(change)) return change
    }
    return undefined
  }

  /** Reads the next page, or waits for a change when there is none. */
  async #readPage(): Promise<void> {
    const { watermark } = this.#feed
    this.#page = await this.#feed.read(this.#position, pageSize)
    if (this.#page.length === 0) await this.#feed.past(watermark, this.#ended.signal)
  }
}
