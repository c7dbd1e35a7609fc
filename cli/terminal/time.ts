const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Formats the age of a timestamp as kubectl does: `42s`, `5m10s`, `3h20m`, `2d4h`, `12d`. */
export function ageOf(time: string | null | undefined, now = Date.now()): string {
  if (time === null || time === undefined) return ''
  const elapsed = Math.max(0, now - Date.parse(time))
  if (Number.isNaN(elapsed)) return ''
  if (elapsed < 2 * minute) return `${Math.floor(elapsed / second)}s`
  if (elapsed < 10 * minute) return two(elapsed, [minute, 'm'], [second, 's'])
  if (elapsed < 3 * hour) return `${Math.floor(elapsed / minute)}m`
  if (elapsed < 8 * hour) return two(elapsed, [hour, 'h'], [minute, 'm'])
  if (elapsed < 2 * day) return `${Math.floor(elapsed / hour)}h`
  if (elapsed < 8 * day) return two(elapsed, [day, 'd'], [hour, 'h'])
  return `${Math.floor(elapsed / day)}d`
}

/** Formats a timestamp as `14:02 UTC`, with its date unless it is today. */
export function clockOf(time: string, now = Date.now()): string {
  const [date = '', clock = ''] = new Date(time).toISOString().split('T')
  const isToday = new Date(now).toISOString().startsWith(date)
  return `${isToday ? '' : `${date} `}${clock.slice(0, 5)} UTC`
}

function two(
  elapsed: number,
  [big, bigName]: [number, string],
  [small, smallName]: [number, string],
): string {
  const rest = Math.floor((elapsed % big) / small)
  return `${Math.floor(elapsed / big)}${bigName}${rest === 0 ? '' : `${rest}${smallName}`}`
}

const units: Record<string, number> = { ms: 1, s: second, m: minute, h: hour, d: day }

/** Parses `500ms`, `60s`, `5m`, `1h30m` or a number of seconds into milliseconds. Returns undefined if invalid. */
export function parseDuration(text: string): number | undefined {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * second
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(text)) return undefined
  return [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ''] ?? 0),
    0,
  )
}

/** Formats a duration for humans: `850 ms`, `12 s`, `2 min 5 s`. */
export function showDuration(milliseconds: number): string {
  if (milliseconds < second) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 10 * second) return `${(milliseconds / second).toFixed(1).replace('.0', '')} s`
  const seconds = Math.round(milliseconds / second)
  if (seconds < 120) return `${seconds} s`
  return `${Math.floor(seconds / 60)} min${seconds % 60 === 0 ? '' : ` ${seconds % 60} s`}`
}
