import type { Pool } from 'pg'
import { pause } from '../schema/retry.ts'
import type { Log } from '../telemetry/log.ts'
import type { LeasedWork } from './delivery/leader-lease.ts'
import type { Encryption } from './store/encryption.ts'
import { run, type Statement } from './store/sql.ts'
import { sealAllObjects, sealLog } from './store/seal-stored.ts'

export interface SealingOptions {
  pool: Pool
  log: Log
  encryption: Encryption
  /** Milliseconds between two looks. @default 60000 */
  every?: number
}

/** The lease of sealing; its position is how far the log has been sealed. */
export const sealing = 'sealing'

/** Rows per transaction, and numbers of the log that are looked through for them: short ones, which hold nobody up. */
const limit = 20
const span = 10_000n

/**
 * Encrypts what was stored in the clear, by a release before or, while servers are being replaced, by a server of it; and
 * what was encrypted with a former key. One server at a time; the next goes on where it stopped.
 */
export function sealingWork({ pool, log, encryption, every = 60_000 }: SealingOptions): LeasedWork {
  return {
    name: sealing,
    work: async ({ position, signal, save }) => {
      let place = position
      const objects = async (): Promise<void> => {
        const count = await sealAllObjects(pool, encryption, { limit, signal })
        if (count > 0) log.info({ objects: count }, 'encrypted secrets with the key of today')
      }
      const changes = async (): Promise<number> => {
        const [relayed] = await run<{ upTo: bigint }>(pool, findRelayed, [])
        const saved = async (sealedUpTo: bigint): Promise<boolean> => {
          const isHeld = await save(sealedUpTo)
          if (isHeld) place = sealedUpTo
          return isHeld
        }
        const upTo = relayed?.upTo ?? 0n
        return sealLog(pool, encryption, { after: place, upTo, limit, span, signal, save: saved })
      }
      let isNew = true
      while (!signal.aborted) {
        try {
          // Who writes objects in the clear writes entries in the clear as well.
          if ((await changes()) > 0 || isNew) await objects()
          isNew = false
        } catch (error) {
          log.warn({ err: error }, 'cannot encrypt what is stored')
        }
        await pause(every, signal)
      }
    },
  }
}

/** Up to where the log is complete. */
const findRelayed: Statement = {
  name: 'find-relayed',
  text: `SELECT coalesce((SELECT position FROM "Lease" WHERE name = 'relay'), 0) AS "upTo"`,
}
