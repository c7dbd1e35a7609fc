import type { Pool } from 'pg'
import { respondsInTime } from '../process/health.ts'
import { pause } from '../schema/retry.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { LeasedWork } from './delivery/leader-leases.ts'
import type { Encryption } from './store/encryption.ts'
import { relayedPosition } from './store/change-log.ts'
import { findFormerKeys } from './store/sealing-keys.ts'
import { sealAllObjects, sealLog } from './store/seal-stored.ts'

const gauges = {
  qleet_former_key_rows:
    'Objects and entries of the change log with secrets that are still encrypted with a former key',
} as const

/** Registers the progress of the replacement of the encryption key, which any server reads from the database. */
export function addSealingMetrics(metrics: Metrics, pool: Pool, encryption: Encryption): void {
  metrics.measuredGauges(gauges, async () => {
    const found = findFormerKeys(pool, encryption)
    if (!(await respondsInTime(found))) throw new Error('the database is unavailable')
    const { objects, changes } = await found
    return { qleet_former_key_rows: objects + changes }
  })
}

export interface SealingOptions {
  pool: Pool
  log: Log
  encryption: Encryption
  /** Milliseconds between two rounds. @default 60000 */
  every?: number
}

/** The name of the sealing lease. Its position is the last entry of the change log that has been sealed. */
export const sealing = 'sealing'

/**
 * The rows that one transaction seals, and the range of log entries that it scans: small, so that locks are held
 * briefly.
 */
const limit = 20
const span = 10_000n

/**
 * Encrypts secrets that an earlier release stored in plain text, also during a rolling upgrade, and re-encrypts what was
 * encrypted with a former key. One server at a time does this; the next holder of the lease resumes where it stopped.
 */
export function sealingWork({ pool, log, encryption, every = 60_000 }: SealingOptions): LeasedWork {
  return {
    name: sealing,
    work: async ({ position, signal, save }) => {
      let current = position
      let wereFormer = false
      const objects = async (): Promise<void> => {
        const count = await sealAllObjects(pool, encryption, { limit, signal })
        if (count > 0) log.info({ objects: count }, 'encrypted secrets with the current key')
      }
      const hasFormer = async (): Promise<boolean> => {
        const { former, objects: count, changes: entries } = await findFormerKeys(pool, encryption)
        if (former.length > 0)
          log.info(
            { keys: former, objects: count, changes: entries },
            'secrets are encrypted with former keys',
          )
        else if (wereFormer) log.info({ key: encryption.keyId }, 'no secret is encrypted with a former key')
        wereFormer = former.length > 0
        return wereFormer
      }
      const changes = async (): Promise<number> => {
        const upTo = await relayedPosition(pool)
        const saved = async (sealedUpTo: bigint): Promise<boolean> => {
          const isHeld = await save(sealedUpTo)
          if (isHeld) current = sealedUpTo
          return isHeld
        }
        return sealLog(pool, encryption, { after: current, upTo, limit, span, signal, save: saved })
      }
      let isNew = true
      while (!signal.aborted) {
        try {
          // A server that stores objects in plain text also logs their changes in plain text, so new entries reveal them.
          // A server whose current key is a former one here writes with it until it is restarted.
          if ((await changes()) > 0 || (await hasFormer()) || isNew) await objects()
          if (wereFormer) await hasFormer()
          isNew = false
        } catch (error) {
          log.warn({ err: error }, 'cannot encrypt stored secrets')
        }
        await pause(every, signal)
      }
    },
  }
}
