import { escapeUnprintable } from '../../../schema/printable.ts'

/* Messages of API servers as users read them. */

/** The maximum length of a repeated message. API servers list all invalid fields at once, each with about 100 characters. */
const maxMessageLength = 4000

/** Returns a string of a Status in printable form, truncated; empty if the value is not a string. */
export function statusText(value: unknown): string {
  const text = typeof value === 'string' ? withoutLongValues(value.trim()) : ''
  return escapeUnprintable(text.length > maxMessageLength ? `${text.slice(0, maxMessageLength)}…` : text)
}

const refusedManifest = /^failed to create typed patch object \([^)]*\): (errors:)?/

/** Reports whether a message refuses an applied manifest for its form, which API servers report with 500 and without a reason. */
export function isRefusedManifest(message: unknown): boolean {
  return typeof message === 'string' && refusedManifest.test(message)
}

/** Returns a message as one line, without the name of the object, which the caller adds. */
export function singleLine(message: unknown): string {
  const text = typeof message === 'string' ? message : ''
  const [first = '', ...diff] = text.replace(refusedManifest, '').split(/\n(?=@@ )/)
  const lines = linesOf(first)
  // The order of these errors varies, and a failure that stays is to have one message.
  if (refusedManifest.exec(text)?.[1] !== undefined) lines.sort()
  return [...lines, ...changedLines(diff)].join('; ')
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Returns the lines that a unified diff adds or removes; an API server describes a changed pod by one. */
function changedLines(diff: readonly string[]): string[] {
  return diff
    .flatMap(linesOf)
    .filter((line) => /^[-+]/.test(line))
    .map((line) => line.replace(/,$/, ''))
}

/** The length from which a quoted structure explains less than it hides. */
const longValue = 120

/**
 * Replaces long structures by `{…}`: API servers quote the whole value of a field, such as a pod template with all its defaults, as JSON
 * or as the struct of Go that they have it in.
 */
function withoutLongValues(text: string): string {
  let shortened = ''
  let from = 0
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', from)) {
    const end = endOfStructure(text, at)
    if (end === undefined) break
    const isLong = end - at > longValue
    const before = text.slice(from, at)
    // The type of a struct, such as `core.PodTemplateSpec` or `map[string]string`.
    shortened += isLong ? `${before.replace(/[&*]?[\w.[\]]*$/, '')}{…}` : text.slice(from, end)
    from = end
  }
  return shortened + text.slice(from)
}

/** Returns the index after the brace that closes the one at `start`; undefined if none does. Braces in quotes do not count. */
function endOfStructure(text: string, start: number): number | undefined {
  let depth = 0
  let isQuoted = false
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (isQuoted && character === '\\') at += 1
    else if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && character === '{') depth += 1
    else if (!isQuoted && character === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return undefined
}
