/*
 * JSON as the bytes that are sent. Concatenating strings copies a large response several times, and again to encode it; bytes of earlier
 * responses are copied once.
 */

/** Encodes a value. The bytes have memory of their own: in the pool of Node.js, small ones would keep their neighbours. */
export function encodeJson(value: unknown): Buffer {
  const text = JSON.stringify(value)
  const encoded = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  encoded.write(text)
  return encoded
}

/** Returns texts and encoded JSON as one buffer. */
export function concatJson(parts: readonly (string | Buffer)[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
}

const comma = Buffer.from(',')

/** Returns the elements of an array with commas between them. */
export function separated(elements: readonly Buffer[]): readonly Buffer[] {
  return elements.flatMap((element, index) => (index === 0 ? [element] : [comma, element]))
}
