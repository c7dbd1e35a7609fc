import { PlatformError, shownValue } from '../../schema/errors.ts'
import type { ObjectTarget, Write } from '../../schema/graphql/store-writes.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { confirmationOf } from './confirmation.ts'
import type { StoreContext } from './context.ts'
import { lockObjects } from './lookups.ts'
import { keyOf, notFound } from './objects.ts'
import { trigger } from './reconcile.ts'
import { run, transaction, type Statement } from './sql.ts'

/**
 * Confirms the pending removal of an object, and triggers the object. Throws CONFLICT when the token belongs to another
 * list.
 */
export async function confirmRemoval(
  context: StoreContext,
  { target, token }: { target: ObjectTarget; token: string },
  write: Write,
): Promise<StoredObject> {
  const key = await keyOf(context, target)
  return transaction(context.sql, async (sql) => {
    const [object] = (await lockObjects(sql, [key])).values()
    if (object === undefined) throw notFound({ kind: key.kind, name: key.name })
    const pending = confirmationOf(object, new Date())
    const what = `${key.kind} ${shownValue(key.name)}`
    if (pending === undefined || pending.confirmedBy !== undefined)
      throw new PlatformError('CONFLICT', `${what} has no removal that waits for confirmation`)
    if (pending.token !== token)
      throw new PlatformError('CONFLICT', `the token does not match the removal that ${what} waits for now`, {
        details: {
          fields: [
            {
              path: 'token',
              code: 'INVALID',
              message: 'belongs to another list',
              remedy: 'Read the list of removals again, and confirm with its token.',
            },
          ],
        },
      })
    await run(sql, storeConfirmation, [object.id, JSON.stringify({ ...pending, confirmedBy: write.actor })])
    return trigger({ ...context, sql }, target, { ...write, reason: write.reason ?? 'removal confirmed' })
  })
}

export const storeConfirmation: Statement = {
  name: 'store-confirmation',
  text: 'UPDATE "Object" SET confirmation = $2::jsonb WHERE id = $1',
}
