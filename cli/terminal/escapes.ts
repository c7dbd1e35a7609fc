import { randomBytes } from 'node:crypto'
import { escapeUnprintable } from '../../schema/printable.ts'

/*
 * Texts of servers, clusters and files are printed by every command, and an escape sequence in one of them could rewrite
 * what stands on the screen. So nothing that is written is trusted: our own sequences begin with a mark that is drawn
 * anew for each process, and whatever has none is escaped where it leaves the process (./io.ts). As kubectl since
 * CVE-2021-25743.
 */

const mark = `\u001B${randomBytes(12).toString('hex')}`

/** An escape sequence of our own: `sequence('31m')` colours what follows red. */
export function sequence(text: string): string {
  return `${mark}[${text}`
}

/** A text as it goes to a terminal or a file: our sequences as such, and everything else so that it can be seen. */
export function safeText(text: string): string {
  return text
    .split(mark)
    .map((part) => escapeUnprintable(part))
    .join('\u001B')
}

const sequences = new RegExp(`${mark}\\[[\\d;]*[A-Za-z]`, 'g')

/** The text without our own sequences, which take no room. */
export function withoutSequences(text: string): string {
  return text.replace(sequences, '')
}

// oxlint-disable-next-line no-control-regex -- the sequences that programs colour their lines with
const colours = /\u001B\[([\d;:]{0,40}m)/

/** A line that a program wrote for a terminal: its colours stay and end with it, everything else is escaped. */
export function colouredLine(text: string): string {
  const parts = text.split(colours)
  // Every second part is what the pattern has found.
  const shown = parts.map((part, index) => (index % 2 === 0 ? part : sequence(part))).join('')
  return parts.length === 1 ? shown : `${shown}${sequence('0m')}`
}
