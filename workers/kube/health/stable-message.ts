/**
 * Normalises a message of a cluster: one line, without parts that differ between occurrences of the same problem, such as
 * times, ids of containers and requests, and local ports. Otherwise every occurrence would be a change of the status.
 */
export function stableMessage(message: string, maxLength = 300): string {
  const line = message
    .replaceAll(/\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?/g, '')
    .replaceAll(/\b[0-9a-f]{64}\b/g, (id) => id.slice(0, 8))
    .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '')
    .replaceAll(/(read (?:tcp|udp) [^\s>]+?):\d+->/g, '$1->')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([,;:)])/g, '$1')
    .trim()
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line
}

/** Returns the last lines of a termination message in quotes; empty if there are none. */
export function terminationSummary(message: string): string {
  const lines = message
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const summary = stableMessage(lines.slice(-2).join(' '), 200)
  return summary === '' ? '' : `"${summary}"`
}

/** Formats a timestamp to the minute as `since 2026-11-21 07:03 UTC`; empty if it is not one. */
export function since(time: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(time) ? `since ${time.slice(0, 10)} ${time.slice(11, 16)} UTC` : ''
}

/**
 * Replaces names in messages such as `pods "web-7f-x2k9p" is forbidden` or `Pod "web-7f-x2k9p" is invalid`: every attempt has a new
 * name.
 */
export function withoutPodName(message: string): string {
  return message.replaceAll(/\bpods? "[^"]+"/gi, 'the pod')
}
