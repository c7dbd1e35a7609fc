import type { Notification } from '../../schema/notifications/notice.ts'
import type { Outgoing } from './channel.ts'

/* The words that all messages for people share. */

/** Returns the title of a notification with the number of times that it happened. */
export function titleOf({ notice, count }: Notification): string {
  return count === 1 ? notice.title : `${notice.title} (${count} times)`
}

/** Returns the title of a message, for one line. */
export function summaryOf({ notifications }: Outgoing): string {
  const [first] = notifications
  if (first === undefined) return ''
  if (notifications.length === 1) return titleOf(first)
  const worst = notifications.find(({ notice }) => notice.severity === 'error') ?? first
  return `${titleOf(worst)}, and ${notifications.length - 1} more`
}

/** Returns a text of at most `max` characters. */
export function shortened(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`
}
