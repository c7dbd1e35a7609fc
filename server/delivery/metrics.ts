import type { Pool } from 'pg'
import { reconciledKindNames } from '../../schema/kinds/index.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { respondsInTime } from '../../process/health.ts'
import { lastSequenceNumber } from '../store/change-log.ts'
import { run, type Statement } from '../store/sql.ts'

const gauges = {
  qleet_relay_lag_seconds: 'Age of the oldest change whose triggers are not published yet',
  qleet_resync_lag_seconds: 'Time since the oldest due object became due',
  qleet_objects_quarantined:
    'Objects in quarantine: they failed so often that they are retried only once an hour',
  qleet_change_log_rows: 'Entries of the change log, estimated from its sequence numbers',
  qleet_change_log_oldest_seconds: 'Age of the oldest entry of the change log',
} as const

type LogMetrics = Record<keyof typeof gauges, number>

/**
 * Registers gauges of the change log and of due objects. Any server reads them from the database, so they also show
 * that no server does the work.
 */
export function addLogMetrics(metrics: Metrics, pool: Pool): void {
  const kinds = reconciledKindNames
  metrics.measuredGauges(gauges, async () => {
    const result = run<LogMetrics>(pool, measure, [kinds])
    if (!(await respondsInTime(result))) throw new Error('the database is unavailable')
    const [values] = await result
    if (values === undefined) throw new Error('the query of the gauges returned no row')
    return values
  })
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
