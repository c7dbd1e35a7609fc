import type { KindQueue } from '../../schema/graphql/store-queries.ts'
import type { StoreContext } from './context.ts'
import { run, type Statement } from './sql.ts'

/** Returns what waits for a worker and what is being reconciled, by kind; kinds without either are omitted. */
export function findDueByKind({ reads, reconciledKinds }: StoreContext): Promise<KindQueue[]> {
  return run<KindQueue>(reads, find, [reconciledKinds])
}

/**
 * An object whose lease has expired is due as well: its worker is gone. So is a new generation that no worker has started, whose due time
 * resync postpones each time that it publishes a trigger.
 */
const find: Statement = {
  name: 'find-due-by-kind',
  text: `
  WITH busy AS (
    SELECT id, kind, "leaseExpiresAt" > now() AS running,
      least("nextReconcileAt", "leaseExpiresAt", CASE WHEN "observedGeneration" < generation THEN "updatedAt" END) AS at
    FROM "Object"
    WHERE kind = ANY($1) AND (
      "nextReconcileAt" <= now() OR "leaseExpiresAt" IS NOT NULL
      OR "observedGeneration" < generation AND "nextReconcileAt" IS NOT NULL
    )
  )
  SELECT kind,
    (count(*) FILTER (WHERE running IS NOT TRUE))::int AS due,
    (count(*) FILTER (WHERE running))::int AS running,
    min(at) FILTER (WHERE running IS NOT TRUE) AS "dueSince",
    (array_agg(id ORDER BY at, id) FILTER (WHERE running IS NOT TRUE))[1] AS "oldestId"
  FROM busy GROUP BY kind ORDER BY min(at) FILTER (WHERE running IS NOT TRUE), kind`,
}
