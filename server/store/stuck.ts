import { endingKinds } from '../../schema/ending-kinds.ts'
import type { FoundStuck, StuckQuery } from '../../schema/graphql/store-queries.ts'
import type { StoreContext } from './context.ts'
import { listed, run, type Statement } from './sql.ts'

/**
 * Returns objects that are stalled, or neither ready nor gone for long, longest first, and how many there are. What is over, such as a
 * delivery that was rolled back, is not stuck.
 */
export async function findStuck(
  { reads, reconciledKinds }: StoreContext,
  { olderThan, limit }: StuckQuery,
): Promise<FoundStuck> {
  const rows = await run<{ id: bigint; since: Date; count: number }>(reads, find, [
    reconciledKinds,
    olderThan,
    limit,
  ])
  return { count: rows[0]?.count ?? 0, objects: rows.map(({ id, since }) => ({ id, since })) }
}

/** $1 kinds, $2 milliseconds, $3 limit. Uses the index of what is not ready. */
const find: Statement = {
  name: 'find-stuck',
  text: `
  WITH unready AS (
    SELECT id, stalled, stalled AND kind IN (${listed(endingKinds)}) AND coalesce((status ->> 'final')::boolean, false)
      AND "deletionRequestedAt" IS NULL AS over, coalesce(
      "deletionRequestedAt",
      (SELECT (condition ->> 'lastTransitionTime')::timestamptz FROM jsonb_array_elements(status -> 'conditions') condition
        WHERE condition ->> 'type' = 'Ready' AND condition ->> 'status' <> 'True' LIMIT 1),
      (status -> 'cause' ->> 'since')::timestamptz,
      "updatedAt"
    ) AS since
    FROM "Object"
    WHERE (NOT ready OR "observedGeneration" < generation OR "deletionRequestedAt" IS NOT NULL) AND kind = ANY($1)
  )
  SELECT id, since, (count(*) OVER ())::int AS count FROM unready
  WHERE NOT over AND (stalled OR since < now() - $2::float8 * interval '1 millisecond')
  ORDER BY since, id LIMIT $3`,
}
