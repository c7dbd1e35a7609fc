import { invalidInput, type PlatformError } from '../errors.ts'
import { jsonLengthWithin } from '../json-length.ts'
import { maxResponseLength } from '../limits.ts'

/** The objects and pages of one request that are not measured: a page ends at 4 MB by itself. */
const unmeasured = 3

/**
 * Limits what the fields of one request read together: with aliases, a short document names hundreds of pages, all of which are in memory
 * at the same time.
 */
export class ReadBudget {
  #reads = 0
  #left = maxResponseLength

  /** Returns what has been read. Throws INVALID_INPUT when the request has read too much with it. */
  spend<Read>(read: Read): Read {
    this.#reads += 1
    if (this.#reads > unmeasured) this.#left -= jsonLengthWithin(read, this.#left)
    if (this.#left < 0) throw tooMuch('requests objects with')
    return read
  }

  /** Restores the budget for the next event of a subscription. */
  clearAll(): void {
    this.#reads = 0
    this.#left = maxResponseLength
  }
}

/** Returns the error of a request that reads or returns more than {@link maxResponseLength}. */
export function tooMuch(verb: string): PlatformError {
  const message = `${verb} more than ${maxResponseLength.toLocaleString('en')} characters`
  const remedy = 'Request fewer objects and fields at once, and no field more than once.'
  return invalidInput([{ path: 'query', code: 'TOO_LONG', message, remedy }])
}
