/** What one poll observes of the change log. */
export interface Observation {
  /** The sequence number that was assigned last. */
  last: bigint
  /** The id below which all transactions have ended. */
  xmin: string
  /** The transaction id of the poll itself, which it got after it had read the number; null when the watermark has reached that. */
  own: string | null
}

/**
 * Computes the low watermark. Writers get their transaction id before their sequence number: each entry
 * is written for a row that the same statement has already written. A poll reads the number first and gets its own id then. So
 * the number belongs to a transaction with a lower id, and once all lower transactions have ended (xmin has reached the id of the
 * poll) the log is complete up to the number. If no transaction runs during a poll, that is the same poll. The snapshot's xmax would
 * not do: it follows completed transactions, and running ones can have higher ids.
 */
export class Watermark {
  #safe = 0n
  #seen = 0n
  /** Numbers that become safe once all transactions below an id have ended. */
  #candidates: { upTo: bigint; ended: bigint }[] = []

  /** The number up to which the log is complete. */
  get safe(): bigint {
    return this.#safe
  }

  /** Reports whether a number was assigned that is not safe yet. */
  get behind(): boolean {
    return this.#seen > this.#safe
  }

  observe({ last, xmin, own }: Observation): void {
    const newest = this.#candidates.at(-1)?.upTo ?? this.#safe
    if (last > newest && own !== null) this.#candidates.push({ upTo: last, ended: BigInt(own) })
    this.#seen = last
    const reached = this.#candidates.filter(({ ended }) => ended <= BigInt(xmin))
    this.#candidates = this.#candidates.slice(reached.length)
    this.#safe = reached.at(-1)?.upTo ?? this.#safe
  }
}
