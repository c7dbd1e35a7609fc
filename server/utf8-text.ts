import { isUtf8 } from 'node:buffer'
import { invalidInput } from '../schema/errors.ts'

const empty = Buffer.alloc(0)

/**
 * Decodes a text chunk by chunk as it arrives. Throws INVALID_INPUT for bytes that are not UTF-8, in whose place a decoder would put
 * characters that the client has not sent.
 */
export class Utf8Text {
  #text = ''
  /** The bytes of a character whose others have not arrived. */
  #rest: Buffer = empty
  /** The number of bytes before {@link #rest}. */
  #length = 0

  take(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const count = unfinished(bytes)
    const end = bytes.length - count
    this.#add(count === 0 ? bytes : bytes.subarray(0, end))
    this.#rest = count === 0 ? empty : bytes.subarray(end)
  }

  end(): string {
    this.#add(this.#rest)
    return this.#text
  }

  #add(bytes: Buffer): void {
    if (!isUtf8(bytes)) throw notUtf8(this.#length + firstInvalid(bytes))
    this.#text += bytes.toString('utf8')
    this.#length += bytes.length
  }
}

/** Decodes bytes. Throws INVALID_INPUT if they are not UTF-8. */
export function utf8TextOf(bytes: Buffer): string {
  const text = new Utf8Text()
  text.take(bytes)
  return text.end()
}

/** Returns how many bytes at the end may be the beginning of a character. */
function unfinished(bytes: Buffer): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count += 1) {
    const byte = bytes[bytes.length - count] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return lengthFrom(byte) > count ? count : 0
  }
  return 0
}

/** Returns the length in bytes of a character that begins with a byte. */
function lengthFrom(byte: number): number {
  if (byte < 0x80) return 1
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
}

/** Returns the index of the first character that is invalid. */
function firstInvalid(bytes: Buffer): number {
  for (let index = 0; index < bytes.length;) {
    const length = lengthFrom(bytes[index] ?? 0)
    if (!isUtf8(bytes.subarray(index, index + length))) return index
    index += length
  }
  return bytes.length
}

function notUtf8(index: number): Error {
  const message = `is not UTF-8: byte ${(index + 1).toLocaleString('en')} begins no valid character`
  return invalidInput([{ path: 'body', code: 'INVALID', message, remedy: 'Encode the text as UTF-8.' }])
}
