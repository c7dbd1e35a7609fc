import stringWidth from 'fast-string-width'
import { wrapAnsi } from 'fast-wrap-ansi'
import { escapeUnprintable } from '../../schema/printable.ts'
import { withoutSequences } from './escapes.ts'

/** Returns the number of terminal columns that a string occupies. */
export function displayWidth(text: string): number {
  return stringWidth(escapeUnprintable(withoutSequences(text)))
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)))
}

/** Collapses whitespace into single spaces and escapes what is unprintable. */
export function oneLine(text: string): string {
  return escapeUnprintable(text.replaceAll(/\s+/g, ' ').trim())
}

/** Shortens a text in its middle, after the first `from` characters, to at most `width` columns; its start and end are kept. */
export function shortenMiddle(text: string, width: number, from = 0): string {
  if (displayWidth(text) <= width) return text
  const kept = Math.min(from, Math.max(width - 9, 0))
  const room = Math.max(width - kept - 1, 0)
  const tail = Math.floor(room / 2)
  return `${text.slice(0, kept + room - tail)}…${text.slice(text.length - tail)}`
}

/**
 * Folds a text at its spaces into lines of at most `width` columns, without colours.
 *
 * @param options.breakWords Breaks longer words as the terminal would. Otherwise such a word keeps its line to itself.
 */
export function fold(text: string, width: number, { breakWords = false } = {}): string[] {
  if (width === Infinity) return [text]
  const plain = escapeUnprintable(withoutSequences(text))
  return wrapAnsi(plain, Math.max(width, 1), { hard: breakWords, wordWrap: true }).split('\n')
}
