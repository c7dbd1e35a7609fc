import type { Pool } from 'pg'
import { allKinds } from '../schema/kinds/index.ts'
import type { Log } from '../telemetry/log.ts'
import type { Broker } from './broker.ts'
import { pause, type LeasedWork } from './lease.ts'
import { run, transaction, type Statement } from './store/rows.ts'

export interface ResyncOptions {
  pool: Pool
  broker: Broker
  log: Log
  onResynced?: (objects: number) => void
}

/** Objects that are woken together, and about as many as wait for a worker because of it. */
const batch = 50

/**
 * Wakes what is due: retries, waits that are over, and whatever a lost message, a dead worker or a lost broker has
 * left behind. Everything that has work has a due time in the database, so this loop alone would be enough; the relay
 * only makes it fast.
 */
export function resyncWork({ pool, broker, log, onResynced = () => undefined }: ResyncOptions): LeasedWork {
  const kinds = allKinds.filter(({ reconciled }) => reconciled).map(({ kind }) => kind)
  return {
    name: 'resync',
    work: async ({ signal }) => {
      let failing = false
      while (!signal.aborted) {
        try {
          const woken = await wakeDue(pool, broker, kinds)
          if (woken.length > 0) onResynced(woken.length)
          failing = false
          if (woken.length < batch) await pause(await untilNext(pool, kinds), signal)
          else await whileQueued(broker, woken, signal)
        } catch (error) {
          if (!failing) log.warn({ err: error }, 'cannot resync')
          failing = true
          await pause(500, signal)
        }
      }
    },
  }
}

/** Postpones and publishes in one transaction: what could not be published stays due. */
export function wakeDue(
  pool: Pool,
  broker: Pick<Broker, 'publish'>,
  kinds: readonly string[],
): Promise<Due[]> {
  return transaction(pool, async (sql) => {
    const due = (await run<Due & { place: bigint }>(sql, postponeDue, [kinds, batch])).sort(
      (a, b) => Number(a.place) - Number(b.place),
    )
    await broker.publish(due.map(({ id, kind }) => ({ v: 1, kind, id: String(id) })))
    return due
  })
}

interface Due {
  id: bigint
  kind: string
}

/** Milliseconds for which a queue that does not get shorter is waited for: there may be no worker. */
const patience = 2000

/**
 * The queue stays short, so that a change that somebody makes now does not stand behind everything that has become due
 * together, as what is in a cluster that has returned.
 */
async function whileQueued(broker: Broker, woken: readonly Due[], signal: AbortSignal): Promise<void> {
  const kinds = [...new Set(woken.map(({ kind }) => kind))]
  const until = Date.now() + patience
  while (!signal.aborted && Date.now() < until) {
    const queued = await Promise.all(kinds.map((kind) => broker.queued(kind)))
    if (queued.every((count) => count < batch / 2)) return
    await pause(20, signal)
  }
}

/**
 * Projects take turns, and within a project its clusters, so that one with very much work delays others by one of its
 * objects and not by all. Within a cluster it is the order in which they became due.
 */
const postponeDue: Statement = {
  name: 'postpone-due',
  text: `
  WITH due AS (
    SELECT object.id, "projectId", coalesce("nextReconcileAt", "reconcilingUntil") AS at, runtime."toId" AS cluster
    FROM "Object" object LEFT JOIN "Reference" runtime ON runtime."fromId" = object.id AND runtime.field = 'runtime'
    WHERE ("nextReconcileAt" <= now() OR "reconcilingUntil" <= now()) AND kind = ANY($1)
  ), in_cluster AS (
    SELECT *, row_number() OVER (PARTITION BY "projectId", cluster ORDER BY at, id) AS turn FROM due
  ), in_project AS (
    SELECT *, row_number() OVER (PARTITION BY "projectId" ORDER BY turn, at, id) AS "projectTurn" FROM in_cluster
  ), chosen AS (
    SELECT id, row_number() OVER (ORDER BY "projectTurn", at, id) AS place FROM in_project ORDER BY place LIMIT $2
  ), locked AS (
    SELECT object.id, place FROM "Object" object JOIN chosen ON chosen.id = object.id
    WHERE "nextReconcileAt" <= now() OR "reconcilingUntil" <= now() FOR UPDATE OF object SKIP LOCKED
  )
  UPDATE "Object" object SET "nextReconcileAt" = now() + interval '30 seconds', "reconcilingUntil" = NULL
  FROM locked WHERE object.id = locked.id
  RETURNING object.id, kind, place`,
}

/** Milliseconds until something is due, at most half a second: a due time may be set meanwhile. */
async function untilNext(pool: Pool, kinds: readonly string[]): Promise<number> {
  const [next] = await run<{ milliseconds: number | null }>(pool, findNext, [kinds])
  return Math.min(Math.max(next?.milliseconds ?? 500, 5), 500)
}

const findNext: Statement = {
  name: 'find-next-due',
  text: `
  SELECT ceil(extract(epoch FROM min("nextReconcileAt") - now()) * 1000)::int AS milliseconds
  FROM "Object" WHERE "nextReconcileAt" < now() + interval '1 second' AND kind = ANY($1)`,
}
