import { escapeUnprintable } from '../../schema/printable.ts'

/*
 * Every command prints text from servers, clusters and files, and an escape sequence in that text could rewrite the
 * screen. All output is therefore untrusted: qleetctl prefixes its own sequences with a sentinel that is random per
 * process, and ./io.ts escapes every other sequence on output, as kubectl does since CVE-2021-25743.
 */

let sentinel: string | undefined

/** Returns a trusted escape sequence: `sequence('31m')` switches to red. */
export function sequence(text: string): string {
  // Only commands with colours load the module for random numbers, which takes 3 ms.
  sentinel ??= `\u001B${Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString('hex')}`
  return `${sentinel}[${text}`
}

/** Returns what erases the last lines of the screen, also if the terminal has echoed a key such as ^C below them. */
export function eraseLines(count: number): string {
  return count === 0 ? '' : sequence('G') + sequence(`${count}A`) + sequence('J')
}

/** Escapes everything unprintable except the sequences of {@link sequence}, which it turns into real ones. */
export function safeText(text: string): string {
  return partsOf(text)
    .map((part) => escapeUnprintable(part))
    .join('\u001B')
}

/** Removes the sequences of {@link sequence}, which have no width. */
export function withoutSequences(text: string): string {
  const [first = '', ...others] = partsOf(text)
  return first + others.map((part) => part.replace(/^\[[\d;]*[A-Za-z]/, '')).join('')
}

/** Splits a text at the sentinels. There are none before the first sequence. */
function partsOf(text: string): string[] {
  return sentinel === undefined ? [text] : text.split(sentinel)
}

// oxlint-disable-next-line no-control-regex -- matches the colour sequences of log lines
const colours = /\u001B\[([\d;:]{0,40}m)/

/** Keeps the colours of a line that a program wrote, resets them at its end, and leaves other sequences to be escaped. */
export function colouredLine(text: string): string {
  const parts = text.split(colours)
  // Odd indices hold the captured sequences.
  const shown = parts.map((part, index) => (index % 2 === 0 ? part : sequence(part))).join('')
  return parts.length === 1 ? shown : `${shown}${sequence('0m')}`
}
