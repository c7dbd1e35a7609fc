import type { ChangedQuery } from '../../schema/graphql/store-queries.ts'
import { findCursorProblem } from './change-log.ts'
import type { StoreContext } from './context.ts'
import { Parameters, runComposed } from './dynamic-statements.ts'
import { scopesCondition } from './filter.ts'
import { positionGone } from '../../schema/graphql/watch-position.ts'

/** The maximum number of entries after a position. Beyond, it takes less to list the objects again. */
const maxEntries = 100_000n

/**
 * Returns the IDs of the objects that have changed within a range of the log, also of deleted ones. Throws CURSOR_GONE when the
 * log no longer contains all of the range, or when it is too long.
 */
export async function findChangedObjects(
  { sql }: StoreContext,
  { after, upTo, kinds, ids, names, within }: ChangedQuery,
): Promise<bigint[]> {
  if (upTo - after > maxEntries) throw positionGone(`is more than ${maxEntries} changes back`)
  const parameters = new Parameters()
  const conditions = [
    `object.seq > ${parameters.add(after, 'bigint')}`,
    `object.seq <= ${parameters.add(upTo, 'bigint')}`,
    ...(kinds === undefined ? [] : [`object.kind = ANY(${parameters.add(kinds, 'text[]')})`]),
    ...(ids === undefined ? [] : [`object."objectId" = ANY(${parameters.add(ids, 'bigint[]')})`]),
    ...(names === undefined ? [] : [`object.name = ANY(${parameters.add(names, 'text[]')})`]),
    ...(within === undefined ? [] : [`(${scopesCondition(within, parameters)} OR ${isOfDeletedProject})`]),
  ]
  const text = `SELECT DISTINCT object."objectId" AS id FROM "Change" object WHERE ${conditions.join(' AND ')}`
  const rows = await runComposed<{ id: bigint }>(sql, 'changed', { text, parameters })
  // After the read: the pruned position is saved before entries are deleted.
  const problem = await findCursorProblem(sql, after)
  if (problem !== undefined) throw positionGone(problem.is)
  return rows.map(({ id }) => id)
}

/** The changes of a deleted project match no name any more. Who could read its objects has to learn that they are gone. */
const isOfDeletedProject = `object."projectId" IS NOT NULL AND NOT EXISTS (
  SELECT FROM "Object" project WHERE project.id = object."projectId")`
