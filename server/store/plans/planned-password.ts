import { PlatformError } from '../../../schema/errors.ts'
import type { Encryption } from '../encryption.ts'

/*
 * The password of a chart repository that a plan needs. The broker carries it sealed, and the server opens it for the worker that fetches
 * the chart: what the plan would write is not stored, so workers cannot read it there.
 */

/** Milliseconds for which a sealed password can be opened: a plan waits for workers for 10 seconds. */
const lifetime = 60_000

const context = 'password of a plan'

export function sealPassword(encryption: Encryption, password: string): string {
  return encryption.seal(JSON.stringify({ password, until: Date.now() + lifetime }), context)
}

/** Returns a sealed password. Throws NOT_FOUND when its time is over. */
export function openPassword(encryption: Encryption, sealed: string): string {
  // Written by `sealPassword`.
  const { password, until } = JSON.parse(encryption.open(sealed, context)) as {
    password: string
    until: number
  }
  if (until < Date.now())
    throw new PlatformError('NOT_FOUND', 'the time of the password of a plan is over; make a new plan')
  return password
}
