import type { Pool } from 'pg'
import { reconciledKindNames } from '../../schema/kinds/index.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { answers } from '../../process/health.ts'
import { run, type Statement } from '../store/sql.ts'

const gauges = {
  qleet_relay_lag_seconds: 'Age of the oldest change that was not turned into triggers yet',
  qleet_resync_lag_seconds: 'For how long what is due has been so',
  qleet_objects_parked: 'Objects that have failed so often that they are tried only once an hour',
  qleet_change_log_rows: 'Entries of the change log, estimated from its numbers',
  qleet_change_log_oldest_seconds: 'Age of the oldest entry of the change log',
} as const

type Measures = Record<keyof typeof gauges, number>

/** Measured in the database by whichever server is asked: it shows also when no server does the work. */
export function measureLog(metrics: Metrics, pool: Pool): void {
  const kinds = reconciledKindNames
  metrics.measured(gauges, async () => {
    const asked = run<Measures>(pool, measure, [kinds])
    if (!(await answers(asked))) throw new Error('the database is away')
    const [measures] = await asked
    if (measures === undefined) throw new Error('nothing was measured')
    return measures
  })
}

const measure: Statement = {
  name: 'measure-log',
  text: `
  WITH place AS (
    SELECT coalesce(max(position) FILTER (WHERE name = 'relay'), 0) AS relayed,
      coalesce(max(position) FILTER (WHERE name = 'housekeeping'), 0) AS pruned
    FROM "Lease"
  ), oldest AS (
    SELECT (SELECT time FROM "Change" WHERE seq > relayed ORDER BY seq LIMIT 1) AS unrelayed,
      (SELECT time FROM "Change" WHERE seq > pruned ORDER BY seq LIMIT 1) AS kept, pruned
    FROM place
  ), due AS (
    SELECT least(
      (SELECT min("nextReconcileAt") FROM "Object" WHERE "nextReconcileAt" <= now() AND kind = ANY($1)),
      (SELECT min("leaseExpiresAt") FROM "Object" WHERE "leaseExpiresAt" <= now() AND kind = ANY($1))
    ) AS at
  )
  SELECT greatest(coalesce(extract(epoch FROM clock_timestamp() - unrelayed), 0), 0)::float8 AS "qleet_relay_lag_seconds",
    coalesce(extract(epoch FROM clock_timestamp() - at), 0)::float8 AS "qleet_resync_lag_seconds",
    (SELECT count(*) FROM "Object"
      WHERE failures >= 3 AND status @> '{"conditions": [{"type": "Progressing", "reason": "Parked"}]}')::float8
      AS "qleet_objects_parked",
    (SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM "Change_seq_seq")::float8 - pruned::float8
      AS "qleet_change_log_rows",
    greatest(coalesce(extract(epoch FROM clock_timestamp() - kept), 0), 0)::float8 AS "qleet_change_log_oldest_seconds"
  FROM oldest, due`,
}
