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
/** Milliseconds before the expiry at which the holder ends its work. */
const endMilliseconds = 500

/**
 * Runs each work whenever this server holds its lease. Leases expire by the clock of the database, so the clocks of servers
 * do not matter. The holder measures from before its request, so it stops before another server can start.
 *
 * One statement renews all leases, since renewals are most of what idle servers do. It locks no lease of another server:
 * one that was stopped in the middle of a transaction delays only the takeover of the lease that the transaction locked.
 *
 * @returns A function that stops the works and releases their leases.
 */
export function holdLeases(pool: Pool, log: Log, works: readonly LeasedWork[]): () => Promise<void> {
  const owner = randomUUID()
  const stopping = new AbortController()
  const candidates = works.map((work) => new Candidate(work, { pool, log, owner }))

  const loop = (async () => {
    while (!stopping.signal.aborted) {
      await renewAll(candidates, { pool, owner }).catch((error: unknown) =>
        log.warn({ err: error }, 'cannot renew leases'),
      )
      await pause(renewMilliseconds, stopping.signal)
    }
  })()

  return async () => {
    stopping.abort()
    await loop
    await Promise.all(candidates.map((candidate) => candidate.stop()))
    await releaseLeases(pool, owner).catch(() => undefined)
  }
}

/** Renews the leases that the owner holds, and acquires those that are free. */
async function renewAll(
  candidates: readonly Candidate[],
  { pool, owner }: { pool: Pool; owner: string },
): Promise<void> {
  const asking = candidates.filter(({ isBusy }) => !isBusy)
  const names = asking.map(({ name }) => name)
  const requestedAt = performance.now()
  const states = new Map((await renewLeases(pool, names, owner)).map((state) => [state.name, state]))
  for (const candidate of asking) {
    const state = states.get(candidate.name)
    if (state === undefined) void candidate.end()
    else if (state.position !== null) candidate.hold(state.position, requestedAt)
    else candidate.acquire()
  }
}

interface Running {
  /** Aborts the work. */
  ended: AbortController
  done: Promise<void>
}

/** Work for whose lease this server competes. It runs while the server holds the lease. */
class Candidate {
  readonly name: string
  readonly #work: LeasedWork['work']
  readonly #pool: Pool
  readonly #log: Log
  readonly #owner: string
  #current: Running | undefined
  #acquiring: Promise<void> | undefined
  #expiry: NodeJS.Timeout | undefined

  constructor({ name, work }: LeasedWork, { pool, log, owner }: { pool: Pool; log: Log; owner: string }) {
    this.name = name
    this.#work = work
    this.#pool = pool
    this.#log = log
    this.#owner = owner
  }

  /**
   * Reports whether the lease is being acquired, or the work was aborted and has not ended yet: meanwhile, the lease is left
   * to other servers.
   */
  get isBusy(): boolean {
    return this.#acquiring !== undefined || this.#current?.ended.signal.aborted === true
  }

  /** Begins to acquire the lease, which another server may do faster. */
  acquire(): void {
    const acquire = async (): Promise<void> => {
      const requestedAt = performance.now()
      const position = await tryLease(this.#pool, { name: this.name, owner: this.#owner })
      if (position !== undefined) this.hold(position, requestedAt)
    }
    this.#acquiring = acquire()
      .catch((error: unknown) => this.#log.warn({ err: error, lease: this.name }, 'cannot acquire a lease'))
      .finally(() => (this.#acquiring = undefined))
  }

  /** Continues the work, or starts it from a position, as the lease was acquired or renewed by a request of that time. */
  hold(position: bigint, requestedAt: number): void {
    this.#current ??= this.#start(position)
    clearTimeout(this.#expiry)
    const expiresAt = requestedAt + leaseMilliseconds
    this.#expiry = setTimeout(
      () => void this.end(),
      Math.max(0, expiresAt - endMilliseconds - performance.now()),
    )
  }

  /** Aborts the work. Resolves once it has ended. */
  async end(): Promise<void> {
    clearTimeout(this.#expiry)
    this.#current?.ended.abort()
    await this.#current?.done
  }

  /** Ends the work, also if its lease is just being acquired. */
  async stop(): Promise<void> {
    await this.#acquiring
    await this.end()
  }

  #start(position: bigint): Running {
    const [name, ended] = [this.name, new AbortController()]
    this.#log.info({ lease: name }, 'acquired a lease')
    const save = (reached: bigint): Promise<boolean> =>
      saveLeased(this.#pool, { name, owner: this.#owner }, reached)
    const done = this.#work({ position, signal: ended.signal, save })
      .catch((error: unknown) => this.#log.error({ err: error, lease: name }, 'leased work failed'))
      .then(() => void (this.#current = undefined))
    return { ended, done }
  }
}

export interface Leased {
  name: string
  owner: string
}

/** A lease that its owner has renewed, or that is free. */
export interface LeaseState {
  name: string
  /** The position that was saved last; null if the lease is free. */
  position: bigint | null
}

/** Renews the leases of an owner; resolves with them and with those that are free. */
export async function renewLeases(
  pool: Pool,
  names: readonly string[],
  owner: string,
): Promise<LeaseState[]> {
  return run<LeaseState>(pool, renewHeld, [names, owner, leaseMilliseconds])
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

/** Releases all leases of an owner, so that other servers can acquire them at once. */
export async function releaseLeases(pool: Pool, owner: string): Promise<void> {
  await run(pool, releaseHeld, [owner])
}

const renewHeld: Statement = {
  name: 'renew-leases',
  text: `
  WITH held AS (
    UPDATE "Lease" SET "expiresAt" = now() + $3::int * interval '1 millisecond'
    WHERE name = ANY($1::text[]) AND owner = $2 RETURNING name, position
  )
  SELECT name, held.position
  FROM unnest($1::text[]) AS name LEFT JOIN held USING (name) LEFT JOIN "Lease" AS lease USING (name)
  WHERE held.name IS NOT NULL OR lease.name IS NULL OR lease."expiresAt" < now()`,
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

const releaseHeld: Statement = {
  name: 'release-leases',
  text: `UPDATE "Lease" SET "expiresAt" = now() - interval '1 second' WHERE owner = $1`,
}
