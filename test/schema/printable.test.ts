import { describe, expect, it } from 'vitest'
import { escapeUnprintable, hasUnprintable } from '../../schema/printable.ts'

describe('an unprintable character', () => {
  it.each([
    ['\u001B[31m', '\\u001b[31m'],
    ['\u009B31m', '\\u009b31m'],
    ['\u001B]0;title\u0007', '\\u001b]0;title\\u0007'],
    ['a\rb', 'a\\u000db'],
    ['a\bb\u007F', 'a\\u0008b\\u007f'],
    ['\u0000', '\\u0000'],
    ['\u202Egnp.exe', '\\u202egnp.exe'],
    ['\u2066\u2067\u2068\u2069', '\\u2066\\u2067\\u2068\\u2069'],
    ['\u200E\u200F\u061C', '\\u200e\\u200f\\u061c'],
    ['\u2028\u2029', '\\u2028\\u2029'],
    ['ad\u200Bmin', 'ad\\u200bmin'],
    ['ad\u200Cmin\u200D', 'ad\\u200cmin\\u200d'],
    ['\u00AD\u2060\uFEFF\u3164', '\\u00ad\\u2060\\ufeff\\u3164'],
    ['\u{E0041}', '\\udb40\\udc41'],
    ['\uD800x', '\\ud800x'],
  ])('of %j is escaped', (text, shown) => {
    expect(escapeUnprintable(text)).toBe(shown)
    expect(hasUnprintable(text)).toBe(true)
    // As JSON, the escaped string equals the original one.
    expect(JSON.parse(escapeUnprintable(JSON.stringify({ [text]: text })))).toEqual({ [text]: text })
  })

  it.each([
    'plain',
    'two\nlines\tand a tab',
    'größe 日本語 🚀',
    '👩‍💻 ❤️ 1️⃣',
    'می‌خواهم',
    'क्‍ष',
    'e\u0301',
    'שלום',
  ])('is absent from %j', (text) => {
    expect(escapeUnprintable(text)).toBe(text)
    expect(hasUnprintable(text)).toBe(false)
  })
})
