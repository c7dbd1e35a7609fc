import type { AbandonedResource } from '../../prisma/generated/client/client.ts'
import type { StoreContext } from './context.ts'
import { run, type Statement } from './sql.ts'

/** Lists abandoned resources, oldest first, of one runtime or of all. Returns at most 1,000. */
export function findAbandonedResources(
  context: StoreContext,
  runtimeId?: bigint,
): Promise<AbandonedResource[]> {
  return run<AbandonedResource>(context.sql, listAbandonedResources, [runtimeId ?? null])
}

const listAbandonedResources: Statement = {
  name: 'list-abandoned-resources',
  text: 'SELECT * FROM "AbandonedResource" WHERE $1::bigint IS NULL OR "runtimeId" = $1 ORDER BY id LIMIT 1000',
}

/** Removes abandoned resources from the list, once they are gone. */
export async function deleteAbandonedResources(context: StoreContext, ids: readonly bigint[]): Promise<void> {
  await run(context.sql, deleteAbandoned, [ids])
}

const deleteAbandoned: Statement = {
  name: 'delete-abandoned-resources',
  text: 'DELETE FROM "AbandonedResource" WHERE id = ANY($1)',
}
