import type { Pool } from 'pg'
import { createKeyedLimiter } from '../pacing/keyed-limiter.ts'
import type { Encryption } from '../store/encryption.ts'
import type { BackupSummary } from './format.ts'
import { restoreBackup } from './restore.ts'
import { takeBackup } from './take.ts'

/** Backup and restore of a control plane. */
export interface Backups {
  /** Returns the text of a backup, in pieces. */
  take(): AsyncIterable<string>
  /**
   * Restores a backup. Throws CONFLICT when the control plane is not empty, INVALID_INPUT when the backup cannot be
   * restored, UNAVAILABLE when the signal is aborted before its end.
   */
  restore(text: AsyncIterable<string>, signal?: AbortSignal): Promise<BackupSummary>
}

/** The maximum number of concurrent backups: each holds a database connection until it is sent. */
const maxBackups = 2

/** @param onRestored Called after a restore. */
export function createBackups(pool: Pool, encryption: Encryption, onRestored: () => void): Backups {
  const limiter = createKeyedLimiter({ atOnce: maxBackups, waiting: 10, of: 'backup requests' })
  return {
    take: async function* () {
      const release = await limiter.acquire('backups')
      try {
        yield* takeBackup(pool, encryption)
      } finally {
        release()
      }
    },
    restore: async (text, signal) => {
      const summary = await restoreBackup({ pool, encryption }, text, signal)
      onRestored()
      return summary
    },
  }
}
