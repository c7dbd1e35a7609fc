import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { pause } from '../../schema/retry.ts'
import type { Log } from '../../telemetry/log.ts'
import { run, type Statement } from '../store/sql.ts'

/** Work that runs on one server at a time: the holder of its lease. */
export interface LeasedWork {
  name: string
  /** Runs until the signal is aborted, which happens when the lease is lost or the server stops. */
  work(lease: HeldLease): Promise<void>
}

export interface HeldLease {
  /** The position that the previous holder saved. */
  position: bigint
  signal: AbortSignal
  /**
   * Saves the position that the work has reached, unless a later one is saved already; resolves with `false` when the
   * lease was lost.
   */
  save(position: bigint): Promise<boolean>
}

/** Milliseconds without a renewal after which another server can take over. */
const leaseMilliseconds = 3000
const renewMilliseconds = 1000

/**
 * Runs the work whenever this server holds its lease. Leases expire by the clock of the database, so the clocks of servers
 * do not matter. The holder measures from before its request, so it stops before another server can start.
 *
 * @returns A function that stops the work and releases the lease.
 */
export function holdLease(pool: Pool, log: Log, { name, work }: LeasedWork): () => Promise<void> {
  const owner = randomUUID()
  const stopping = new AbortController()
  let current: { ended: AbortController; done: Promise<void>; until: number } | undefined

  const save = (position: bigint): Promise<boolean> => saveLeased(pool, { name, owner }, position)

  const renew = async (): Promise<void> => {
    const requestedAt = performance.now()
    const position = await tryLease(pool, { name, owner })
    if (position === undefined) return end()
    if (current === undefined) {
      const ended = new AbortController()
      log.info({ lease: name }, 'acquired a lease')
      const lease = { position, signal: ended.signal, save }
      const done = work(lease).catch((error: unknown) =>
        log.error({ err: error, lease: name }, 'leased work failed'),
      )
      current = { ended, until: 0, done: done.then(() => void (current = undefined)) }
    }
    current.until = requestedAt + leaseMilliseconds
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

/**
 * Acquires or renews a lease; resolves with the position that was saved last, or with undefined while another owner
 * holds it.
 */
export async function tryLease(pool: Pool, { name, owner }: Leased): Promise<bigint | undefined> {
  const [held] = await run<{ position: bigint }>(pool, takeLease, [name, owner, leaseMilliseconds])
  return held?.position
}

/** Saves the position that the work has reached; resolves with false for an owner that has lost the lease. */
export async function saveLeased(pool: Pool, { name, owner }: Leased, position: bigint): Promise<boolean> {
  return (await run(pool, savePosition, [name, owner, position])).length > 0
}

/** Releases a lease, so that another server can acquire it at once. */
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
  // Saves of one owner may arrive out of order, on different connections: the later position stays.
  text: `
  UPDATE "Lease" SET position = GREATEST(position, $3)
  WHERE name = $1 AND owner = $2 AND "expiresAt" > now() RETURNING name`,
}

const releaseLease: Statement = {
  name: 'release-lease',
  text: `UPDATE "Lease" SET "expiresAt" = now() - interval '1 second' WHERE name = $1 AND owner = $2`,
}
