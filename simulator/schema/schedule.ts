import { own } from '../json.ts'

/** The times at which a CronJob runs: sets of the minutes, hours, days, months and weekdays that match. */
export interface Schedule {
  minutes: ReadonlySet<number>
  hours: ReadonlySet<number>
  days: ReadonlySet<number>
  months: ReadonlySet<number>
  weekdays: ReadonlySet<number>
  /** If both days are restricted, either may match; a star leaves the choice to the other. */
  anyDay: boolean
  anyWeekday: boolean
}

const macros: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
}
const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** Parses a schedule; returns a string with the problem if it is invalid. */
export function parseSchedule(text: string): Schedule | string {
  if (text.includes('TZ=')) return 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead'
  const fields = (own(macros, text.trim()) ?? text).trim().split(/\s+/)
  if (fields.length !== 5) return `expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields
  const sets = [
    parseField(minute, { min: 0, max: 59, names: [] }),
    parseField(hour, { min: 0, max: 23, names: [] }),
    parseField(day, { min: 1, max: 31, names: [] }),
    parseField(month, { min: 1, max: 12, names: monthNames }),
    parseField(weekday, { min: 0, max: 6, names: dayNames }),
  ]
  const [minutes, hours, days, months, weekdays] = sets
  const problem = sets.find((each) => typeof each === 'string')
  if (typeof problem === 'string') return problem
  if (!isSet(minutes) || !isSet(hours) || !isSet(days) || !isSet(months) || !isSet(weekdays))
    return 'unreadable'
  return { minutes, hours, days, months, weekdays, anyDay: isStar(day), anyWeekday: isStar(weekday) }
}

function isSet(value: Set<number> | string | undefined): value is Set<number> {
  return value instanceof Set
}

function isStar(field: string): boolean {
  return field.startsWith('*') || field === '?'
}

function parseField(
  text: string,
  range: { min: number; max: number; names: readonly string[] },
): Set<number> | string {
  const { min, max, names } = range
  const numberOf = (word: string) => {
    const index = names.indexOf(word.toLowerCase())
    if (index >= 0) return index + min
    return /^\d+$/.test(word) ? Number(word) : Number.NaN
  }
  const found = new Set<number>()
  for (const part of text.split(',')) {
    const [span = '', stepText] = part.split('/')
    const [fromText = '', toText] = span.split('-')
    const step = stepText === undefined ? 1 : Number(stepText)
    const from = isStar(span) ? min : numberOf(fromText)
    const to =
      isStar(span) || (toText === undefined && stepText !== undefined) ? max : numberOf(toText ?? fromText)
    if (Number.isNaN(from) || Number.isNaN(to))
      return `failed to parse int from ${Number.isNaN(from) ? fromText : (toText ?? '')}: strconv.Atoi: parsing ${JSON.stringify(Number.isNaN(from) ? fromText : toText)}: invalid syntax`
    if (from < min) return `beginning of range (${from}) below minimum (${min}): ${part}`
    if (to > max) return `end of range (${to}) above maximum (${max}): ${part}`
    if (from > to) return `beginning of range (${from}) beyond end of range (${to}): ${part}`
    if (!(step > 0)) return `step of range should be a positive number: ${part}`
    for (let value = from; value <= to; value += step) found.add(value)
  }
  return found
}

const dayMs = 86_400_000
const farthestDays = 5 * 366

/** Returns the first matching time after `after`; undefined if there is none within five years. */
export function nextTime(schedule: Schedule, after: Date): Date | undefined {
  const time = new Date(Math.floor(after.getTime() / 60_000) * 60_000 + 60_000)
  const last = time.getTime() + farthestDays * dayMs
  while (time.getTime() < last) {
    if (!schedule.months.has(time.getUTCMonth() + 1) || !isDay(schedule, time)) {
      time.setUTCHours(24, 0, 0, 0)
      continue
    }
    if (!schedule.hours.has(time.getUTCHours())) {
      time.setUTCMinutes(60, 0, 0)
      continue
    }
    if (schedule.minutes.has(time.getUTCMinutes())) return time
    time.setUTCMinutes(time.getUTCMinutes() + 1)
  }
  return undefined
}

function isDay(schedule: Schedule, time: Date): boolean {
  const day = schedule.days.has(time.getUTCDate())
  const weekday = schedule.weekdays.has(time.getUTCDay())
  return schedule.anyDay || schedule.anyWeekday ? day && weekday : day || weekday
}
