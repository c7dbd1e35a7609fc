import type { Pool } from 'pg'
import { createKeyedLimiter } from '../pacing/keyed-limiter.ts'
import type { Encryption } from '../store/encryption.ts'
import type { BackupSummary } from './format.ts'
import { restoreBackup } from './restore.ts'
import { takeBackup } from './take.ts'

/** Everything that a control plane knows, out and in. */
export interface Backups {
  /** The text of a backup. */
  take(): AsyncIterable<string>
  /** Throws CONFLICT where something is there already, INVALID_INPUT for what cannot be restored. */
  restore(text: AsyncIterable<string>): Promise<BackupSummary>
}

/** Backups that are taken at once: each has a connection to the database until it was sent. */
const mostBackups = 2

/** @param onRestored Called once everything is there. */
export function createBackups(pool: Pool, encryption: Encryption, onRestored: () => void): Backups {
  const limiter = createKeyedLimiter({ atOnce: mostBackups, waiting: 10, of: 'backups' })
  return {
    take: async function* () {
      const end = await limiter.acquire('backups')
      try {
        yield* takeBackup(pool, encryption)
      } finally {
        end()
      }
    },
    restore: async (text) => {
      const summary = await restoreBackup({ pool, encryption }, text)
      onRestored()
      return summary
    },
  }
}
