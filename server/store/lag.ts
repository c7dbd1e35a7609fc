import type { WorkLag } from '../../schema/graphql/store-queries.ts'
import { lastSequenceNumber } from './change-log.ts'
import type { StoreContext } from './context.ts'
import { run, type Sql, type Statement } from './sql.ts'

/** How far relay, resync and workers are behind, and the size of the change log. The keys are those of the metrics. */
export interface LogFigures {
  qleet_relay_lag_seconds: number
  qleet_resync_lag_seconds: number
  qleet_objects_quarantined: number
  qleet_change_log_rows: number
  qleet_change_log_oldest_seconds: number
}

/** Reads how far the work is behind, from the database, which knows even if no server does the work. */
export async function findLogFigures(sql: Sql, kinds: readonly string[]): Promise<LogFigures> {
  const [figures] = await run<LogFigures>(sql, measure, [kinds])
  if (figures === undefined) throw new Error('the query of the gauges returned no row')
  return figures
}

export async function findWorkLag({ reads, reconciledKinds }: StoreContext): Promise<WorkLag> {
  const figures = await findLogFigures(reads, reconciledKinds)
  return {
    relay: figures.qleet_relay_lag_seconds,
    resync: figures.qleet_resync_lag_seconds,
    quarantined: figures.qleet_objects_quarantined,
  }
}

const measure: Statement = {
  name: 'measure-log',
  text: `
  WITH progress AS (
    SELECT coalesce(max(position) FILTER (WHERE name = 'relay'), 0) AS relayed,
      coalesce(max(position) FILTER (WHERE name = 'housekeeping'), 0) AS pruned
    FROM "Lease"
  ), oldest AS (
    SELECT (SELECT time FROM "Change" WHERE seq > relayed ORDER BY seq LIMIT 1) AS unrelayed,
      (SELECT time FROM "Change" WHERE seq > pruned ORDER BY seq LIMIT 1) AS kept, pruned
    FROM progress
  ), due AS (
    SELECT least(
      (SELECT min("nextReconcileAt") FROM "Object" WHERE "nextReconcileAt" <= now() AND kind = ANY($1)),
      (SELECT min("leaseExpiresAt") FROM "Object" WHERE "leaseExpiresAt" <= now() AND kind = ANY($1))
    ) AS at
  )
  SELECT greatest(coalesce(extract(epoch FROM clock_timestamp() - unrelayed), 0), 0)::float8 AS "qleet_relay_lag_seconds",
    coalesce(extract(epoch FROM clock_timestamp() - at), 0)::float8 AS "qleet_resync_lag_seconds",
    (SELECT count(*) FROM "Object"
      WHERE failures >= 3 AND status @> '{"conditions": [{"type": "Progressing", "reason": "Quarantined"}]}')::float8
      AS "qleet_objects_quarantined",
    ${lastSequenceNumber}::float8 - pruned::float8 AS "qleet_change_log_rows",
    greatest(coalesce(extract(epoch FROM clock_timestamp() - kept), 0), 0)::float8 AS "qleet_change_log_oldest_seconds"
  FROM oldest, due`,
}
