import type { QueuePosition } from '../../schema/graphql/store-queries.ts'
import type { StoreContext } from './context.ts'
import { run, type Statement } from './sql.ts'

/**
 * Returns the queue positions of objects whose newest change no worker has started to reconcile, in the order of the ids;
 * undefined for the others. Projects take turns, as in resync, so a project with a long queue counts with one object per
 * turn.
 */
export async function queuePositions(
  context: StoreContext,
  ids: readonly bigint[],
): Promise<(QueuePosition | undefined)[]> {
  const rows = await run<{ id: bigint; position: bigint; perSecond: number | null }>(
    context.sql,
    findPositions,
    [ids, context.reconciledKinds],
  )
  const positions = new Map(
    rows.map(({ id, position, perSecond }) => {
      const expectedWait = perSecond === null || perSecond === 0 ? null : Number(position) / perSecond
      return [id, { position: Number(position), expectedWait }]
    }),
  )
  return ids.map((id) => positions.get(id))
}

/**
 * $1 objects, $2 kinds with a reconciler. The throughput is estimated from the reports of the last minute, at most 500.
 */
const findPositions: Statement = {
  name: 'find-queue-positions',
  text: `
  WITH waiting AS (
    SELECT id, "nextReconcileAt" AS at, row_number() OVER (PARTITION BY "projectId" ORDER BY "nextReconcileAt", id) AS turn
    FROM "Object"
    WHERE "observedGeneration" < generation AND "leaseExpiresAt" IS NULL AND "nextReconcileAt" IS NOT NULL AND kind = ANY($2)
  ), ranked AS (
    SELECT id, row_number() OVER (ORDER BY turn, at, id) AS position FROM waiting
  ), reported AS (
    SELECT time FROM (
      SELECT time FROM "Change" WHERE operation = 'STATUS' ORDER BY seq DESC LIMIT 500
    ) last WHERE time > now() - interval '1 minute'
  )
  SELECT id, position, (
    SELECT count(*)::float / nullif(extract(epoch FROM now() - min(time)), 0)::float FROM reported
  ) AS "perSecond"
  FROM ranked WHERE id = ANY($1)`,
}
