import type { Pool } from 'pg'
import { runRounds } from '../../process/rounds.ts'
import { pause } from '../../schema/retry.ts'
import { allKinds, reconciledKindNames } from '../../schema/kinds/index.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Broker } from './broker.ts'
import type { LeasedWork } from './leader-leases.ts'
import { createDueQueue, type DueObject } from '../store/due.ts'
import { deleteExpired } from '../store/expired.ts'
import { run, type Statement } from '../store/sql.ts'
import { sweepUnreferenced } from '../store/sweep.ts'

export interface ResyncOptions {
  pool: Pool
  broker: Pick<Broker, 'publish' | 'queued'>
  log: Log
  onResynced?: (objects: number) => void
}

/** The number of objects triggered together; it also bounds how many objects triggered by resync wait for a worker. */
const batch = 50

/**
 * Triggers due objects: retries, waits that have ended, and whatever a lost message, a dead worker or a lost broker has left
 * behind. Every object that needs a reconcile has a due time in the database, so this loop alone would be enough; the relay
 * only reduces latency. Deleted objects of kinds without a reconciler have no due time: a second loop removes them.
 */
export function resyncWork({ pool, broker, log, onResynced = () => undefined }: ResyncOptions): LeasedWork {
  const triggerDue = (signal: AbortSignal): Promise<void> => {
    const due = createDueQueue(pool, { kinds: reconciledKindNames })
    // Objects whose triggers cannot be published stay due.
    const trigger = (objects: readonly DueObject[]): Promise<void> =>
      broker.publish(objects.map(({ id, kind }) => ({ v: 1, kind, id: String(id) })))
    const onFailure = (error: unknown): void => log.warn({ err: error }, 'cannot resync')
    return runRounds({ signal, onFailure, afterFailure }, async () => {
      const triggered = await due.take(batch, trigger)
      if (triggered.length > 0) onResynced(triggered.length)
      if (triggered.length < batch) await pause(await untilNext(pool, reconciledKindNames), signal)
      else await whileQueued(broker, triggered, signal)
    })
  }
  const sweep = (signal: AbortSignal): Promise<void> => {
    const options = { kinds: otherKindNames, limit: batch, write: sweeper }
    const onFailure = (error: unknown): void => log.warn({ err: error }, 'cannot remove unreferenced objects')
    return runRounds({ signal, onFailure, afterFailure }, async () => {
      const store = { sql: pool, reconciledKinds: reconciledKindNames }
      const objects = await sweepUnreferenced(store, options)
      if (objects > 0) log.info({ objects }, 'removed deleted objects that nothing referred to')
      const expired = await deleteExpired(store, { limit: batch, write: expirer })
      if (expired > 0) log.info({ objects: expired }, 'deleted objects without an owner')
      if (Math.max(objects, expired) < batch) await pause(sweepEvery, signal)
    })
  }
  return {
    name: 'resync',
    work: async ({ signal }) => void (await Promise.all([triggerDue(signal), sweep(signal)])),
  }
}

const otherKindNames = allKinds.filter(({ reconciled }) => !reconciled).map(({ kind }) => kind)

/** Milliseconds until the next attempt after a failure. */
const afterFailure = 500

/**
 * Milliseconds between two sweeps for objects that should have been removed together with their last referrer. A sweep finds
 * something only when a server of an earlier release took part in a deletion, so seconds are soon enough.
 */
const sweepEvery = 5000

/** Actor and reason that are recorded for the objects that a sweep removes. */
export const sweeper = { actor: 'server', reason: 'nothing refers to it any more' }

/** Actor and reason that are recorded for the deletion of objects that have lost their last owner. */
export const expirer = { actor: 'server', reason: 'its last owner is gone' }

/** Milliseconds to wait for the queue to drain: no worker may be running. */
const drainTimeout = 2000

/**
 * Waits until the queue is short, so that a change made now does not queue behind everything that became due at once, for
 * example all objects of a cluster that has recovered.
 */
async function whileQueued(
  broker: Pick<Broker, 'queued'>,
  triggered: readonly DueObject[],
  signal: AbortSignal,
): Promise<void> {
  const kinds = [...new Set(triggered.map(({ kind }) => kind))]
  const until = Date.now() + drainTimeout
  while (!signal.aborted && Date.now() < until) {
    const queued = await broker.queued(kinds)
    if (kinds.every((kind) => (queued.get(kind) ?? 0) < batch / 2)) return
    await pause(20, signal)
  }
}

/** Returns the milliseconds until the next object is due, at most 500 because due times may be set meanwhile. */
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
