import { useSyncExternalStore, type ReactElement } from 'react'

/** The time as of the last tick, in milliseconds. All ages on a page change together. */
let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const each of listeners) each()
  }, 10_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const units: readonly [label: string, seconds: number][] = [
  ['y', 31_536_000],
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
]

/** Returns how long ago a time was, or how far away it is, as one number and unit. */
export function ageText(time: string, at: number): string {
  const difference = Math.round((at - Date.parse(time)) / 1000)
  const seconds = Math.abs(difference)
  const [label, size] = units.find(([, each]) => seconds >= each) ?? ['s', 1]
  const amount = `${Math.floor(seconds / size)}${label}`
  if (label === 's' && seconds < 10) return 'now'
  return difference < 0 ? `in ${amount}` : amount
}

const absolute = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })

/** A time relative to now, with the absolute one as its title. */
export function Age({ time, ago = false }: { time: string; ago?: boolean }): ReactElement {
  const at = useSyncExternalStore(subscribe, () => now)
  const age = ageText(time, Math.max(at, Date.now()))
  const isPast = Date.parse(time) <= at && age !== 'now'
  return (
    <time dateTime={time} title={absolute.format(new Date(time))}>
      {ago && isPast ? `${age} ago` : age}
    </time>
  )
}
