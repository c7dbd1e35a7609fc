/** What one look at the change log sees. */
export interface Observation {
  /** The number that was given out last. */
  last: bigint
  /** Below this id no transaction runs. */
  xmin: string
  /** Transaction id of the look itself; absent when nothing new was there to look for. */
  own: string | null
}

/**
 * The arithmetic of the watermark. Writers get their transaction id before their number in the log. So a number read in
 * one look belongs to a transaction with a lower id than the next look's own, and once all of those have ended (xmin
 * has reached it) the log is complete up to that number. The snapshot's xmax would not do: it follows the completed
 * transactions, and running ones can be above it.
 */
export class Watermark {
  #safe = 0n
  #seen = 0n
  /** Numbers that are safe once all transactions below an id have ended. */
  #candidates: { upTo: bigint; ended: bigint }[] = []

  /** Up to where the log is complete. */
  get safe(): bigint {
    return this.#safe
  }

  /** Whether a number was given out that is not safe yet. */
  get behind(): boolean {
    return this.#seen > this.#safe
  }

  observe({ last, xmin, own }: Observation): void {
    const newest = this.#candidates.at(-1)?.upTo ?? this.#safe
    if (this.#seen > newest && own !== null) this.#candidates.push({ upTo: this.#seen, ended: BigInt(own) })
    this.#seen = last
    const reached = this.#candidates.filter(({ ended }) => ended <= BigInt(xmin))
    this.#candidates = this.#candidates.slice(reached.length)
    this.#safe = reached.at(-1)?.upTo ?? this.#safe
  }
}
