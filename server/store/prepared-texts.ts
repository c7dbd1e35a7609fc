/** The maximum number of texts with a name in a period. */
const maxPrepared = 200

/** The maximum number of texts that keep their names in the next period. */
const maxKept = 100

/** Numbers the names of all pools together, so that no two texts have the same one. */
let last = 0

/** A text with a name, and how often it was sent in this period. */
interface PreparedText {
  name: string
  uses: number
}

/**
 * Decides which of the texts that clients compose are prepared. A connection keeps what it has prepared, so clients that send ever
 * new texts would fill the memory of Postgres: only the first texts of a period get a name. The most used ones keep it in the next
 * period, which has names for others again, so that what clients sent once does not slow down what they send later.
 */
export class PreparedTexts {
  readonly #period: number
  readonly #now: () => number
  #begin: number
  #texts = new Map<string, PreparedText>()

  /** `period` is in ms. A connection that ends after a period has prepared the texts of at most two. */
  constructor({ period, now }: { period: number; now: () => number }) {
    this.#period = period
    this.#now = now
    this.#begin = now()
  }

  /** Returns the name under which a text is prepared, unique per text; empty for one that is parsed at each execution. */
  nameOf(text: string, purpose: string): string {
    if (this.#now() - this.#begin >= this.#period) this.#startPeriod()
    let prepared = this.#texts.get(text)
    if (prepared === undefined) {
      if (this.#texts.size >= maxPrepared) return ''
      last += 1
      prepared = { name: `${purpose}-${last}`, uses: 0 }
      this.#texts.set(text, prepared)
    }
    prepared.uses += 1
    return prepared.name
  }

  #startPeriod(): void {
    this.#begin = this.#now()
    const used = [...this.#texts].filter(([, { uses }]) => uses > 0)
    const kept = used.toSorted(([, one], [, other]) => other.uses - one.uses).slice(0, maxKept)
    this.#texts = new Map(kept.map(([text, { name }]) => [text, { name, uses: 0 }]))
  }
}
