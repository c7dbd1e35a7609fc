/**
 * A text of a cluster on one line, without what differs each time the same thing happens: times, ids of containers and
 * requests, our side's ports. A status is only news when something has changed.
 */
export function stableMessage(text: string, longest = 300): string {
  const line = text
    .replaceAll(/\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?/g, '')
    .replaceAll(/\b[0-9a-f]{64}\b/g, (id) => id.slice(0, 8))
    .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '')
    .replaceAll(/(read (?:tcp|udp) [^\s>]+?):\d+->/g, '$1->')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([,;:)])/g, '$1')
    .trim()
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line
}

/** The last lines of what a program said before it ended, in quotes; empty when it said nothing. */
export function lastWords(message: string): string {
  const lines = message
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const words = stableMessage(lines.slice(-2).join(' '), 200)
  return words === '' ? '' : `"${words}"`
}

/** A time of a cluster to the minute: `since 2026-11-21 07:03 UTC`. Empty when it is not known. */
export function since(time: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(time) ? `since ${time.slice(0, 10)} ${time.slice(11, 16)} UTC` : ''
}

/** `pods "web-7f-x2k9p" is forbidden` without the name: each try has another one. */
export function withoutPodName(message: string): string {
  return message.replaceAll(/\bpods? "[^"]+"/g, 'the pod')
}
