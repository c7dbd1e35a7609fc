import { invalidInput } from '../../../schema/errors.ts'

/** Levels of lists and objects. Nothing that people write comes near. */
export const deepest = 200

/**
 * Values of one body. Parsing takes up to a microsecond for each, during which nobody else is served, and whoever walks through them
 * afterwards as much again. A document that is applied has about ten; a worker reports a thousand resources at once.
 */
export const mostValues = 100_000

const code = (character: string): number => character.charCodeAt(0)
const [quote, backslash, comma] = [code('"'), code('\\'), code(',')]
const [openList, openObject, closeList, closeObject] = [code('['), code('{'), code(']'), code('}')]

/**
 * Looks through the pieces of a JSON text as they come, so that what is too deep or has too many values is refused before it is
 * parsed. Of what is no JSON it finds something or nothing; the parser says what.
 */
export class JsonScan {
  #depth = 0
  #values = 1
  #isText = false
  #isEscaped = false

  /** Throws INVALID_INPUT. */
  take(piece: Buffer): void {
    for (let at = 0; at < piece.length; at++) {
      if (this.#isText) at = this.#endOfText(piece, at)
      else this.#structure(piece[at] ?? 0)
    }
    if (this.#values > mostValues) throw tooMany()
  }

  #structure(byte: number): void {
    if (byte === quote) this.#isText = true
    else if (byte === comma) this.#values += 1
    else if (byte === openList || byte === openObject) {
      this.#values += 1
      this.#depth += 1
      if (this.#depth > deepest) throw tooDeep()
    } else if (byte === closeList || byte === closeObject) this.#depth -= 1
  }

  /** @returns Where the next quote is, or the end of the piece: texts are most of what is sent, and found in large steps */
  #endOfText(piece: Buffer, from: number): number {
    const found = piece.indexOf(quote, from)
    const end = found === -1 ? piece.length : found
    let first = end
    while (first > from && piece[first - 1] === backslash) first -= 1
    const escapes = end - first + (first === from && this.#isEscaped ? 1 : 0)
    const isEscaped = escapes % 2 === 1
    this.#isEscaped = found === -1 && isEscaped
    this.#isText = found === -1 || isEscaped
    return end
  }
}

export function tooDeep(): Error {
  const message = `is nested more than ${deepest} levels deep`
  return invalidInput([{ path: 'body', message, remedy: 'Flatten it.' }])
}

function tooMany(): Error {
  const message = `has more than ${mostValues} values`
  return invalidInput([{ path: 'body', message, remedy: 'Split it into several requests.' }])
}
