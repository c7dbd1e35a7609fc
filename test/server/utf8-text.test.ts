import { describe, expect, it } from 'vitest'
import { Utf8Text, utf8TextOf } from '../../server/utf8-text.ts'

/** Returns the text of bytes that arrive in chunks, or the error. */
function decoded(bytes: Buffer, size: number): string {
  const text = new Utf8Text()
  try {
    for (let at = 0; at < bytes.length; at += size) text.take(bytes.subarray(at, at + size))
    return text.end()
  } catch (error) {
    return String(error)
  }
}

describe.each([1, 2, 3, 5, 1000])('a text in chunks of %i bytes', (size) => {
  it.each(['', 'plain', 'caf\u00e9', '\u20ac 5', '\u{1f600}\u{1f600}', '\ufeffa', '\ufffd'])(
    'is decoded: %j',
    (text) => {
      expect(decoded(Buffer.from(text), size)).toBe(text)
    },
  )

  it.each([
    ['a byte of Latin-1', [0x61, 0xe9, 0x61], 2],
    ['a byte of Latin-1 at the end', [0x61, 0xe9], 2],
    ['a character that is not complete', [0xc3, 0xa9, 0xe2, 0x82], 3],
    ['a byte that continues nothing', [0x61, 0x62, 0x80], 3],
    ['many of these', [0x80, 0x80, 0x80, 0x80, 0x80], 1],
    ['a surrogate', [0x61, 0xed, 0xa0, 0x80], 2],
    ['a character in too many bytes', [0x61, 0xc0, 0xaf], 2],
    ['a character beyond the last one', [0x61, 0xf5, 0x80, 0x80, 0x80], 2],
  ])('is refused at %s', (_, bytes, position) => {
    expect(decoded(Buffer.from(bytes), size)).toContain(`byte ${position} begins no valid character`)
  })
})

it('bytes are decoded at once', () => {
  expect(utf8TextOf(Buffer.from('caf\u00e9'))).toBe('caf\u00e9')
})
