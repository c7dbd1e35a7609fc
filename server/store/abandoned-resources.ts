import type { Leftover } from '../../prisma/generated/client/client.ts'
import type { StoreContext } from './context.ts'
import { run, type Statement } from './sql.ts'

/** What objects have left in clusters, oldest first; of one runtime, or all. At most 1,000. */
export function findAbandonedResources(context: StoreContext, runtimeId?: bigint): Promise<Leftover[]> {
  return run<Leftover>(context.sql, listLeftovers, [runtimeId ?? null])
}

const listLeftovers: Statement = {
  name: 'list-leftovers',
  text: 'SELECT * FROM "Leftover" WHERE $1::bigint IS NULL OR "runtimeId" = $1 ORDER BY id LIMIT 1000',
}

/** Takes leftovers out of the ledger: they are gone, or somebody else sees to them. */
export async function deleteAbandonedResources(context: StoreContext, ids: readonly bigint[]): Promise<void> {
  await run(context.sql, deleteLeftovers, [ids])
}

const deleteLeftovers: Statement = {
  name: 'delete-leftovers',
  text: 'DELETE FROM "Leftover" WHERE id = ANY($1)',
}
