import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { pause } from '../../schema/retry.ts'
import type { Log } from '../../telemetry/log.ts'
import { run, type Statement } from '../store/sql.ts'

/** Work that one server does at a time. */
export interface LeasedWork {
  name: string
  /**
   * Runs until the signal is aborted, which happens when the lease is lost or the server stops.
   *
   * @param position What the last holder saved.
   */
  work(lease: HeldLease): Promise<void>
}

export interface HeldLease {
  position: bigint
  signal: AbortSignal
  /** Saves how far the work has come; `false` when the lease was lost meanwhile. */
  save(position: bigint): Promise<boolean>
}

/** Another server takes over at the latest after this time without a renewal. */
const leaseMilliseconds = 3000
const renewMilliseconds = 1000

/**
 * Does the work whenever this server holds its lease. Time is the clock of the database, so clocks of servers do
 * not matter; the holder counts from before it asked, so it gives up before anybody else can begin.
 *
 * @returns What ends the work and hands the lease back.
 */
export function holdLease(pool: Pool, log: Log, { name, work }: LeasedWork): () => Promise<void> {
  const owner = randomUUID()
  const stopping = new AbortController()
  let current: { ended: AbortController; done: Promise<void>; until: number } | undefined

  const save = (position: bigint): Promise<boolean> => saveLeased(pool, { name, owner }, position)

  const renew = async (): Promise<void> => {
    const asked = performance.now()
    const position = await tryLease(pool, { name, owner })
    if (position === undefined) return end()
    if (current === undefined) {
      const ended = new AbortController()
      log.info({ lease: name }, 'took a lease')
      const lease = { position, signal: ended.signal, save }
      const done = work(lease).catch((error: unknown) =>
        log.error({ err: error, lease: name }, 'leased work failed'),
      )
      current = { ended, until: 0, done: done.then(() => void (current = undefined)) }
    }
    current.until = asked + leaseMilliseconds
  }

  const end = async (): Promise<void> => {
    current?.ended.abort()
    await current?.done
  }

  const loop = (async () => {
    while (!stopping.signal.aborted) {
      await renew().catch(async (error: unknown) => {
        log.warn({ err: error, lease: name }, 'cannot renew a lease')
        if (current !== undefined && performance.now() > current.until - renewMilliseconds) await end()
      })
      await pause(renewMilliseconds, stopping.signal)
    }
  })()

  return async () => {
    stopping.abort()
    await loop
    await end()
    await releaseLeased(pool, { name, owner }).catch(() => undefined)
  }
}

export interface Leased {
  name: string
  owner: string
}

/** Takes or renews a lease; resolves with the position that was saved last, or with undefined while another has it. */
export async function tryLease(pool: Pool, { name, owner }: Leased): Promise<bigint | undefined> {
  const [held] = await run<{ position: bigint }>(pool, takeLease, [name, owner, leaseMilliseconds])
  return held?.position
}

/** Saves how far the work has come; false for an owner that has lost the lease. */
export async function saveLeased(pool: Pool, { name, owner }: Leased, position: bigint): Promise<boolean> {
  return (await run(pool, savePosition, [name, owner, position])).length > 0
}

/** Hands a lease back, so that another takes it at once. */
export async function releaseLeased(pool: Pool, { name, owner }: Leased): Promise<void> {
  await run(pool, releaseLease, [name, owner])
}

const takeLease: Statement = {
  name: 'take-lease',
  text: `
  INSERT INTO "Lease" AS lease (name, owner, "expiresAt") VALUES ($1, $2, now() + $3::int * interval '1 millisecond')
  ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, "expiresAt" = excluded."expiresAt"
  WHERE lease.owner = excluded.owner OR lease."expiresAt" < now()
  RETURNING position`,
}

const savePosition: Statement = {
  name: 'save-position',
  text: 'UPDATE "Lease" SET position = $3 WHERE name = $1 AND owner = $2 AND "expiresAt" > now() RETURNING name',
}

const releaseLease: Statement = {
  name: 'release-lease',
  text: `UPDATE "Lease" SET "expiresAt" = now() - interval '1 second' WHERE name = $1 AND owner = $2`,
}
