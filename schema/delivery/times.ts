import { z } from 'zod'

/* When new revisions may be rolled out. All times are in UTC. */

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

const timeOfDay = (description: string) =>
  z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of day such as "09:00"' })
    .meta({ description })

/** A time in each week. */
export const WeeklyWindow = z
  .strictObject({
    days: z
      .array(
        z.enum(weekdays).meta({
          enumName: 'Weekday',
          enumDescription: 'The days of the week.',
          enumDescriptions: [
            'Monday.',
            'Tuesday.',
            'Wednesday.',
            'Thursday.',
            'Friday.',
            'Saturday.',
            'Sunday.',
          ],
        }),
      )
      .min(1)
      .max(7)
      .optional()
      .meta({ description: 'The days of the week. Default: every day.' }),
    from: timeOfDay('The start in UTC.'),
    to: timeOfDay('The end in UTC. If it is not after the start, it is on the next day.'),
  })
  .meta({ description: 'A time in each week.' })
export type WeeklyWindow = z.infer<typeof WeeklyWindow>

const time = (description: string) =>
  z.iso.datetime({ offset: true, error: 'must be a time such as 2026-12-20T00:00:00Z' }).meta({ description })

/** A time without rollouts. */
export const Freeze = z
  .strictObject({
    from: time('The start, as an RFC 3339 timestamp.'),
    until: time('The end, as an RFC 3339 timestamp.'),
    reason: z.string().min(1).max(500).meta({ description: 'The reason, shown to those who wait.' }),
  })
  .meta({ description: 'A time in which nothing new is rolled out. Rollbacks stay possible.' })
export type Freeze = z.infer<typeof Freeze>

const day = 86_400_000

/** Returns why nothing new may be rolled out now, and until when; undefined when it may. */
export function closedUntil(
  {
    freezes = [],
    windows = [],
  }: { freezes?: readonly Freeze[] | undefined; windows?: readonly WeeklyWindow[] | undefined },
  now: number,
): { until: number; message: string } | undefined {
  const frozen = freezes
    .filter(({ from, until }) => Date.parse(from) <= now && now < Date.parse(until))
    .toSorted((one, other) => Date.parse(other.until) - Date.parse(one.until))
    .at(0)
  if (frozen !== undefined)
    return { until: Date.parse(frozen.until), message: `Frozen until ${frozen.until}: ${frozen.reason}` }
  if (windows.length === 0) return undefined
  const { isOpen, at } = nextChange(windows, now)
  return isOpen ? undefined : { until: at, message: `The next window opens at ${new Date(at).toISOString()}` }
}

/**
 * Returns whether one of the windows is open, and when that may change next, in milliseconds: never without windows. Where one window
 * follows another, the time is that at which the first one ends.
 */
export function nextChange(windows: readonly WeeklyWindow[], now: number): { isOpen: boolean; at: number } {
  // A window may have started the day before; a week later, it starts again.
  const spans = windows.flatMap((each) =>
    [-1, 0, 1, 2, 3, 4, 5, 6, 7].flatMap((offset) => spanOf(each, now + offset * day)),
  )
  const open = spans.filter(({ from, until }) => from <= now && now < until)
  if (open.length > 0) return { isOpen: true, at: Math.max(...open.map(({ until }) => until)) }
  return { isOpen: false, at: Math.min(...spans.map(({ from }) => from).filter((from) => from > now)) }
}

/** Returns the window that starts on the day of a time, if there is one. */
function spanOf(
  { days = [...weekdays], from, to }: WeeklyWindow,
  time: number,
): { from: number; until: number }[] {
  const start = Math.floor(time / day) * day
  const weekday = weekdays[(new Date(start).getUTCDay() + 6) % 7]
  if (weekday === undefined || !days.includes(weekday)) return []
  const [opens, closes] = [start + millisecondsOf(from), start + millisecondsOf(to)]
  return [{ from: opens, until: closes > opens ? closes : closes + day }]
}

function millisecondsOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}
