import { randomBytes } from 'node:crypto'
import { Confirmation, type Removal } from '../../schema/confirmation.ts'
import type { StoredObject } from '../../prisma/client.ts'

/** Hours for which a removal can be confirmed. */
export const validHours = 24

/** Returns the removal that waits for confirmation or is confirmed; undefined when there is none or it has expired. */
export function confirmationOf(
  object: Pick<StoredObject, 'confirmation'>,
  now: Date,
): Confirmation | undefined {
  const { data } = Confirmation.safeParse(object.confirmation)
  return data !== undefined && new Date(data.expiresAt) > now ? data : undefined
}

/** Reports whether the removal of an object is confirmed. */
export function isConfirmed(object: Pick<StoredObject, 'confirmation'>): boolean {
  return confirmationOf(object, new Date())?.confirmedBy !== undefined
}

/** Returns the ids of the resources whose removal is confirmed. */
export function confirmedRemovals(object: Pick<StoredObject, 'confirmation'>, now: Date): string[] {
  const confirmation = confirmationOf(object, now)
  return confirmation?.confirmedBy === undefined ? [] : confirmation.removals.map(({ id }) => id)
}

/**
 * Returns the confirmation to store when a reconcile requests one. The same list of removals keeps its token, and stays
 * confirmed when it was confirmed during the reconcile; any other list gets a new token.
 */
export function nextConfirmation(
  object: Pick<StoredObject, 'confirmation'>,
  removals: readonly Removal[],
  now: Date,
): Confirmation {
  const before = confirmationOf(object, now)
  const ids = (list: readonly Removal[]): string =>
    JSON.stringify(list.map(({ id }) => id).sort((a, b) => a.localeCompare(b)))
  if (before !== undefined && ids(before.removals) === ids(removals)) return before
  const expiresAt = new Date(now.getTime() + validHours * 3_600_000).toISOString()
  return { token: randomBytes(5).toString('hex'), expiresAt, removals: [...removals] }
}
