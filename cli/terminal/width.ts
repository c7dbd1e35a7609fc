import stringWidth from 'string-width'
import wrapAnsi from 'wrap-ansi'
import { escapeUnprintable } from '../../schema/printable.ts'
import { withoutSequences } from './escapes.ts'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Returns the number of terminal columns that a string occupies. */
export function displayWidth(text: string): number {
  return stringWidth(escapeUnprintable(withoutSequences(text)))
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)))
}

/** Truncates a string to `width` columns, ending in `…` if cut. The string must not contain colours. */
export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let prefix = ''
  let used = 0
  for (const { segment } of graphemes.segment(text)) {
    const more = displayWidth(segment)
    if (used + more > width - 1) break
    prefix += segment
    used += more
  }
  return width < 1 ? '' : `${prefix}…`
}

/** Collapses whitespace into single spaces and escapes what is unprintable. */
export function oneLine(text: string): string {
  return escapeUnprintable(text.replaceAll(/\s+/g, ' ').trim())
}

/**
 * Folds a text at its spaces into lines of at most `width` columns, without colours. A longer word keeps its line to
 * itself.
 */
export function fold(text: string, width: number): string[] {
  if (width === Infinity) return [text]
  return wrapAnsi(escapeUnprintable(withoutSequences(text)), Math.max(width, 1), {
    hard: false,
    wordWrap: true,
  }).split('\n')
}
