import type { Pool } from 'pg'
import { runRounds } from '../process/rounds.ts'
import type { Log } from '../telemetry/log.ts'
import type { LeasedWork } from './delivery/leader-leases.ts'
import { renewStatistics } from './store/statistics.ts'

export interface StatisticsOptions {
  pool: Pool
  log: Log
  /** Milliseconds between two rounds. @default 5000 */
  every?: number
}

/**
 * Renews the statistics of tables that have grown. Autovacuum does the same, but looks once a minute by default: a control plane has
 * thousands of objects by then, and their writes would read all of them by the plans for empty tables. One server at a time does this.
 */
export function statisticsWork({ pool, log, every = 5000 }: StatisticsOptions): LeasedWork {
  return {
    name: 'statistics',
    work: ({ signal }) => {
      const onFailure = (error: unknown): void =>
        log.warn({ err: error }, 'cannot renew the statistics of tables')
      return runRounds({ every, signal, onFailure }, async () => {
        const tables = await renewStatistics(pool)
        if (tables.length > 0) log.debug({ tables }, 'renewed the statistics of tables')
      })
    },
  }
}
