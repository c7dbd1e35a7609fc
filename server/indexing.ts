import type { Pool } from 'pg'
import { pause } from '../schema/retry.ts'
import type { Log } from '../telemetry/log.ts'
import type { LeasedWork } from './delivery/leader-leases.ts'
import { indexDocuments } from './store/search-documents.ts'

export interface IndexingOptions {
  pool: Pool
  log: Log
  /** Milliseconds between two rounds. @default an hour */
  every?: number
}

/** The rows that one transaction indexes: few, so that locks are held briefly. */
const limit = 50

/**
 * Indexes for full-text search what releases without the index have written, also during a rolling upgrade. One server at a
 * time does this.
 */
export function indexingWork({ pool, log, every = 3_600_000 }: IndexingOptions): LeasedWork {
  return {
    name: 'search-index',
    work: async ({ signal }) => {
      while (!signal.aborted) {
        try {
          await indexDocuments(pool, { limit, signal })
        } catch (error) {
          log.warn({ err: error }, 'cannot index objects for full-text search')
        }
        await pause(every, signal)
      }
    },
  }
}
