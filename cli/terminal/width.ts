import { escapeUnprintable } from '../../schema/printable.ts'
import { withoutSequences } from './escapes.ts'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

// East Asian Wide and Fullwidth, and emoji, take two columns.
// Source: https://www.unicode.org/reports/tr11/
const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1F64F}\u{1F680}-\u{1F6FF}\u{1F900}-\u{1F9FF}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}/u
const invisible = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u
const ascii = /^[\u0020-\u007E]*$/

/** Columns that a text takes on a terminal. */
export function displayWidth(text: string): number {
  if (ascii.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(escapeUnprintable(withoutSequences(text)))) {
    if (!invisible.test(segment)) width += wide.test(segment) ? 2 : 1
  }
  return width
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)))
}

/** The text, or its beginning and `…` when it takes more than `width` columns. For texts without colours. */
export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let kept = ''
  let used = 0
  for (const { segment } of graphemes.segment(text)) {
    const more = displayWidth(segment)
    if (used + more > width - 1) break
    kept += segment
    used += more
  }
  return width < 1 ? '' : `${kept}…`
}

/** One line of what may be several, as it will be seen. */
export function oneLine(text: string): string {
  return escapeUnprintable(text.replaceAll(/\s+/g, ' ').trim())
}
