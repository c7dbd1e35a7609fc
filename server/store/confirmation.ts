import { randomBytes } from 'node:crypto'
import { Confirmation, type Removal } from '../../schema/confirmation.ts'
import type { StoredObject } from '../../prisma/client.ts'

/** Hours that people have to confirm a list. */
export const holdsFor = 24

/** The removal that an object waits with; undefined when there is none, or none that still holds. */
export function confirmationOf(object: StoredObject, now: Date): Confirmation | undefined {
  const { data } = Confirmation.safeParse(object.confirmation)
  return data !== undefined && new Date(data.expiresAt) > now ? data : undefined
}

/** Whether somebody has confirmed the removal that the object waited with. */
export function isConfirmed(object: StoredObject): boolean {
  return confirmationOf(object, new Date())?.confirmedBy !== undefined
}

/** Ids of what may be removed. */
export function confirmedRemovals(object: StoredObject, now: Date): string[] {
  const confirmation = confirmationOf(object, now)
  return confirmation?.confirmedBy === undefined ? [] : confirmation.removals.map(({ id }) => id)
}

/**
 * What is stored when a reconcile asks: the same list keeps its token, any other gets one of its own. A list that was
 * confirmed meanwhile stays so: this reconcile had started before, and the next one knows.
 */
export function nextConfirmation(
  object: StoredObject,
  removals: readonly Removal[],
  now: Date,
): Confirmation {
  const before = confirmationOf(object, now)
  const ids = (list: readonly Removal[]): string =>
    JSON.stringify(list.map(({ id }) => id).sort((a, b) => a.localeCompare(b)))
  if (before !== undefined && ids(before.removals) === ids(removals)) return before
  const expiresAt = new Date(now.getTime() + holdsFor * 3_600_000).toISOString()
  return { token: randomBytes(5).toString('hex'), expiresAt, removals: [...removals] }
}
