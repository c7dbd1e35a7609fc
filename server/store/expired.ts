import type { Write } from '../../schema/graphql/store-writes.ts'
import type { StoreContext } from './context.ts'
import { deleteOwned } from './owned-deletion.ts'
import { findExpired, findOwners, lockByIds } from './ownership.ts'
import { transaction } from './sql.ts'

/**
 * Requests the deletion of objects that have had no owner for their grace period. An object that another one still refers to
 * is retried by the next call. Resolves with the number of expired objects found, at most `limit`.
 */
export async function deleteExpired(
  context: Pick<StoreContext, 'sql' | 'reconciledKinds'>,
  { limit, write }: { limit: number; write: Write },
): Promise<number> {
  const found = await findExpired(context.sql, limit)
  if (found.length === 0) return 0
  await transaction(context.sql, async (sql) => {
    await lockByIds(sql, found)
    // Objects that have got a new owner meanwhile stay.
    const owned = new Set((await findOwners(sql, found)).map(({ ownedId }) => ownedId))
    await deleteOwned(context, sql, { ids: found.filter((id) => !owned.has(id)), write })
  })
  return found.length
}
