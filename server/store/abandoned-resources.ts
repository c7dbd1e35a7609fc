import type { AbandonedResource } from '../../prisma/generated/client/client.ts'
import type { AbandonedQuery } from '../../schema/graphql/store-queries.ts'
import { defined } from '../../schema/defined.ts'
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

/** Returns a page of the abandoned resources of one runtime or of all, in the order of their IDs. */
export function findAbandonedPage(
  { prisma }: StoreContext,
  { runtimeId, limit, after, before, fromEnd = false }: AbandonedQuery,
): Promise<AbandonedResource[]> {
  return prisma.abandonedResource
    .findMany({
      where: { ...defined({ runtimeId }), id: defined({ gt: after, lt: before }) },
      orderBy: { id: fromEnd ? 'desc' : 'asc' },
      take: limit,
    })
    .then((rows) => (fromEnd ? rows.toReversed() : rows))
}

/** Counts the abandoned resources of one runtime or of all. */
export function countAbandoned(
  { prisma }: StoreContext,
  { runtimeId }: Pick<AbandonedQuery, 'runtimeId'>,
): Promise<number> {
  return prisma.abandonedResource.count({ where: defined({ runtimeId }) })
}

/** Removes abandoned resources from the list, once they are gone. */
export async function deleteAbandonedResources(context: StoreContext, ids: readonly bigint[]): Promise<void> {
  await run(context.sql, deleteAbandoned, [ids])
}

const deleteAbandoned: Statement = {
  name: 'delete-abandoned-resources',
  text: 'DELETE FROM "AbandonedResource" WHERE id = ANY($1)',
}
