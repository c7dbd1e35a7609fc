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
/** Objects whose order is found together: to find it, everything that is due has to be looked at. */
const ordered = 20 * batch

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
      const due = createDue(pool, broker, kinds)
      let failing = false
      while (!signal.aborted) {
        try {
          const woken = await due.wake()
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

/** What is due, in the order in which it is woken. */
export function createDue(pool: Pool, broker: Pick<Broker, 'publish'>, kinds: readonly string[]) {
  let order: bigint[] = []
  let goodUntil = 0

  /** Whoever becomes due meanwhile waits until it is found again, which takes a tenth of the time at most. */
  const findOrder = async (): Promise<void> => {
    const begun = performance.now()
    order = (await run<{ id: bigint }>(pool, orderDue, [kinds, ordered])).map(({ id }) => id)
    const found = performance.now()
    goodUntil = found + Math.max(500, 10 * (found - begun))
  }

  /** Postpones and publishes in one transaction: what could not be published stays due. */
  const wake = (ids: readonly bigint[]): Promise<Due[]> =>
    transaction(pool, async (sql) => {
      const due = await run<Due & { place: bigint }>(sql, postponeDue, [ids])
      due.sort((a, b) => Number(a.place) - Number(b.place))
      await broker.publish(due.map(({ id, kind }) => ({ v: 1, kind, id: String(id) })))
      return due
    })

  return {
    /** The next ones; none when nothing is due. */
    wake: async (): Promise<Due[]> => {
      if (order.length === 0 || performance.now() > goodUntil) await findOrder()
      const next = order.splice(0, batch)
      return next.length === 0 ? [] : wake(next)
    },
  }
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
const orderDue: Statement = {
  name: 'order-due',
  text: `
  WITH due AS (
    SELECT object.id, "projectId", coalesce("nextReconcileAt", "reconcilingUntil") AS at, runtime."toId" AS cluster
    FROM "Object" object LEFT JOIN "Reference" runtime ON runtime."fromId" = object.id AND runtime.field = 'runtime'
    WHERE ("nextReconcileAt" <= now() OR "reconcilingUntil" <= now()) AND kind = ANY($1)
  ), in_cluster AS (
    SELECT *, row_number() OVER (PARTITION BY "projectId", cluster ORDER BY at, id) AS turn FROM due
  ), in_project AS (
    SELECT *, row_number() OVER (PARTITION BY "projectId" ORDER BY turn, at, id) AS "projectTurn" FROM in_cluster
  )
  SELECT id FROM in_project ORDER BY "projectTurn", at, id LIMIT $2`,
}

/** Those of $1 that are still due. */
const postponeDue: Statement = {
  name: 'postpone-due',
  text: `
  WITH locked AS (
    SELECT id, place FROM "Object" JOIN unnest($1::bigint[]) WITH ORDINALITY AS chosen (id, place) USING (id)
    WHERE "nextReconcileAt" <= now() OR "reconcilingUntil" <= now() FOR UPDATE OF "Object" SKIP LOCKED
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
