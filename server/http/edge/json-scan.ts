import { invalidInput } from '../../../schema/errors.ts'

/** The maximum nesting of lists and objects; hand-written documents stay far below. */
export const maxDepth = 200

/**
 * The maximum number of values of one body. Parsing blocks the event loop for up to a microsecond per value, and so does
 * each traversal afterwards. An applied document has about ten values; a worker reports a thousand resources at once.
 */
export const maxValues = 100_000

const code = (character: string): number => character.charCodeAt(0)
const [quote, backslash, comma, colon] = [code('"'), code('\\'), code(','), code(':')]
const [openList, openObject, closeList, closeObject] = [code('['), code('{'), code(']'), code('}')]

/**
 * Scans JSON chunk by chunk as it arrives, and rejects bodies that are too deep or have too many values before they are
 * parsed. The result for invalid JSON is arbitrary; the parser reports the error.
 */
export class JsonScan {
  readonly #maxValues: number
  #depth = 0
  #values = 1
  #entries = 0
  #isString = false
  #isEscaped = false

  /** @param max The maximum number of values. */
  constructor(max = maxValues) {
    this.#maxValues = max
  }

  /** Scans the next chunk. Throws INVALID_INPUT when a limit is exceeded. */
  take(chunk: Buffer): void {
    for (let index = 0; index < chunk.length; index++) {
      if (this.#isString) index = this.#endOfString(chunk, index)
      else this.#structure(chunk[index] ?? 0)
    }
    if (this.#values > this.#maxValues) throw tooManyValues(this.#maxValues)
  }

  /** The number of entries of all objects so far. */
  get entries(): number {
    return this.#entries
  }

  #structure(byte: number): void {
    if (byte === quote) this.#isString = true
    else if (byte === comma) this.#values += 1
    else if (byte === colon) this.#entries += 1
    else if (byte === openList || byte === openObject) {
      this.#values += 1
      this.#depth += 1
      if (this.#depth > maxDepth) throw tooDeep()
    } else if (byte === closeList || byte === closeObject) this.#depth -= 1
  }

  /**
   * Skips a string. @returns The index of the next quote, or the end of the chunk. `indexOf` is fast, and strings are
   * most of a body.
   */
  #endOfString(chunk: Buffer, from: number): number {
    const found = chunk.indexOf(quote, from)
    const end = found === -1 ? chunk.length : found
    let first = end
    while (first > from && chunk[first - 1] === backslash) first -= 1
    const escapes = end - first + (first === from && this.#isEscaped ? 1 : 0)
    const isEscaped = escapes % 2 === 1
    this.#isEscaped = found === -1 && isEscaped
    this.#isString = found === -1 || isEscaped
    return end
  }
}

export function tooDeep(): Error {
  const message = `is nested more than ${maxDepth} levels deep`
  return invalidInput([{ path: 'body', code: 'INVALID', message, remedy: 'Flatten it.' }])
}

function tooManyValues(max: number): Error {
  const message = `has more than ${max} values`
  return invalidInput([
    { path: 'body', code: 'TOO_MANY', message, remedy: 'Split it into several requests.' },
  ])
}
