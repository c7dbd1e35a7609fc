import stringWidth from 'string-width'
import { escapeUnprintable } from '../../schema/printable.ts'
import { withoutSequences } from './escapes.ts'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Columns that a text takes on a terminal. */
export function displayWidth(text: string): number {
  return stringWidth(escapeUnprintable(withoutSequences(text)))
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
