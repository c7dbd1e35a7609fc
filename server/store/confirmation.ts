import { randomBytes } from 'node:crypto'
import { Confirmation, type Removal } from '../../schema/confirmation.ts'
import { PlatformError, shownValue } from '../../schema/errors.ts'
import type { ObjectTarget, Write } from '../../schema/graphql/store.ts'
import type { StoredObject } from '../../prisma/client.ts'
import type { StoreContext } from './context.ts'
import { keyOf, notFound } from './objects.ts'
import { wake } from './reconcile.ts'
import { run, transaction, type Statement } from './rows.ts'

/** Hours that people have to confirm a list. */
const holdsFor = 24

/** The removal that an object waits with; undefined when there is none, or none that still holds. */
export function confirmationOf(object: StoredObject, now: Date): Confirmation | undefined {
  const { data } = Confirmation.safeParse(object.confirmation)
  return data !== undefined && new Date(data.expiresAt) > now ? data : undefined
}

/** Ids of what may be removed. */
export function confirmedRemovals(object: StoredObject, now: Date): string[] {
  const confirmation = confirmationOf(object, now)
  return confirmation?.confirmedBy === undefined ? [] : confirmation.removals.map(({ id }) => id)
}

/** What is stored when a reconcile asks: the same list keeps its token, any other gets one of its own. */
export function nextConfirmation(
  object: StoredObject,
  removals: readonly Removal[],
  now: Date,
): Confirmation {
  const before = confirmationOf(object, now)
  const ids = (list: readonly Removal[]): string =>
    JSON.stringify(list.map(({ id }) => id).sort((a, b) => a.localeCompare(b)))
  if (before !== undefined && before.confirmedBy === undefined && ids(before.removals) === ids(removals))
    return before
  const expiresAt = new Date(now.getTime() + holdsFor * 3_600_000).toISOString()
  return { token: randomBytes(5).toString('hex'), expiresAt, removals: [...removals] }
}

/** Confirms the removal that an object waits with, and wakes it. Throws CONFLICT for any other token. */
export async function confirmRemoval(
  context: StoreContext,
  { target, token }: { target: ObjectTarget; token: string },
  write: Write,
): Promise<StoredObject> {
  const key = await keyOf(context, target)
  await transaction(context.pool, async (sql) => {
    const [object] = await run<StoredObject>(sql, lockByName, [key.kind, key.project ?? null, key.name])
    if (object === undefined) throw notFound({ kind: key.kind, name: key.name })
    const waiting = confirmationOf(object, new Date())
    const what = `${key.kind} ${shownValue(key.name)}`
    if (waiting === undefined || waiting.confirmedBy !== undefined)
      throw new PlatformError('CONFLICT', `${what} has no removal that waits for a confirmation`)
    if (waiting.token !== token)
      throw new PlatformError('CONFLICT', `the token is not of the list that ${what} waits with now`, {
        details: {
          fields: [{ path: 'token', message: 'is of another list', remedy: 'Look at the list again.' }],
        },
      })
    await run(sql, storeConfirmation, [object.id, JSON.stringify({ ...waiting, confirmedBy: write.actor })])
  })
  return wake(context, target, { ...write, reason: write.reason ?? 'removal confirmed' })
}

const lockByName: Statement = {
  name: 'lock-by-name',
  text: `
  SELECT * FROM "Object" WHERE kind = $1 AND name = $3
    AND "projectId" IS NOT DISTINCT FROM (SELECT id FROM "Object" WHERE kind = 'Project' AND name = $2 AND "projectId" IS NULL)
  FOR NO KEY UPDATE`,
}

const storeConfirmation: Statement = {
  name: 'store-confirmation',
  text: 'UPDATE "Object" SET confirmation = $2::jsonb WHERE id = $1',
}
