import type { Pool } from 'pg'
import { reconciledKindNames } from '../../schema/kinds/index.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { respondsInTime } from '../../process/health.ts'
import { findLogFigures, type LogFigures } from '../store/lag.ts'

const gauges = {
  qleet_relay_lag_seconds: 'Age of the oldest change whose triggers are not published yet',
  qleet_resync_lag_seconds: 'Time since the oldest due object became due',
  qleet_objects_quarantined:
    'Objects in quarantine: they failed so often that they are retried only once an hour',
  qleet_change_log_rows: 'Entries of the change log, estimated from its sequence numbers',
  qleet_change_log_oldest_seconds: 'Age of the oldest entry of the change log',
} as const satisfies Record<keyof LogFigures, string>

/**
 * Registers gauges of the change log and of due objects. Any server reads them from the database, so they also show
 * that no server does the work.
 */
export function addLogMetrics(metrics: Metrics, pool: Pool): void {
  const kinds = reconciledKindNames
  metrics.measuredGauges(gauges, async () => {
    const figures = findLogFigures(pool, kinds)
    if (!(await respondsInTime(figures))) throw new Error('the database is unavailable')
    return figures
  })
}
