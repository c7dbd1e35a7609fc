import { counted } from '../../schema/counted.ts'

/* What a cloud is busy with, in words. */

/** What a cluster or a group of nodes is busy with. */
export interface Progress {
  reason: string
  message: string
}

/** Milliseconds between looks at what takes minutes. */
export const progressInterval = 15_000

/**
 * Returns the time since something began in words, for example ` for 6 minutes`.
 *
 * @param now The time of the control plane, in milliseconds since 1970.
 */
export function sinceWhen(begin: Date | undefined, now: number): string {
  const minutes = begin === undefined ? 0 : Math.floor((now - begin.getTime()) / 60_000)
  return minutes < 1 ? '' : ` for ${counted(minutes, 'minute')}`
}

/** Returns the version after another one: clusters are upgraded by one minor version at a time. */
export function nextMinor(version: string): string {
  const [major = '1', minor = '0'] = version.split('.')
  return `${major}.${Number(minor) + 1}`
}

/** Returns the minor version of a version, for example `1.34` of `1.34.2-gke.1`. */
export function minorOf(version: string): string {
  return version.split('.').slice(0, 2).join('.')
}
