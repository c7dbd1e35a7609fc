import type { Pool } from 'pg'
import { pause } from '../../schema/retry.ts'
import { allKinds, reconciledKindNames } from '../../schema/kinds/index.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Broker } from './broker.ts'
import type { LeasedWork } from './leader-lease.ts'
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

/** Objects that are triggered together, and about as many as wait for a worker because of it. */
const batch = 50

/**
 * Triggers what is due: retries, waits that are over, and whatever a lost message, a dead worker or a lost broker has
 * left behind. Everything that has work has a due time in the database, so this loop alone would be enough; the relay
 * only makes it fast. What is to be deleted and has no reconciler has no due time: a second loop removes it.
 */
export function resyncWork({ pool, broker, log, onResynced = () => undefined }: ResyncOptions): LeasedWork {
  const triggerDue = (signal: AbortSignal): Promise<void> => {
    const due = createDueQueue(pool, { kinds: reconciledKindNames })
    // What could not be published stays due.
    const trigger = (objects: readonly DueObject[]): Promise<void> =>
      broker.publish(objects.map(({ id, kind }) => ({ v: 1, kind, id: String(id) })))
    const onFailure = (error: unknown): void => log.warn({ err: error }, 'cannot resync')
    return repeat({ signal, onFailure }, async () => {
      const triggered = await due.take(batch, trigger)
      if (triggered.length > 0) onResynced(triggered.length)
      if (triggered.length < batch) await pause(await untilNext(pool, reconciledKindNames), signal)
      else await whileQueued(broker, triggered, signal)
    })
  }
  const sweep = (signal: AbortSignal): Promise<void> => {
    const what = { kinds: otherKindNames, limit: batch, write: sweeper }
    const onFailure = (error: unknown): void =>
      log.warn({ err: error }, 'cannot remove what nothing refers to')
    return repeat({ signal, onFailure }, async () => {
      const store = { sql: pool, reconciledKinds: reconciledKindNames }
      const objects = await sweepUnreferenced(store, what)
      if (objects > 0) log.info({ objects }, 'removed what was left of a deletion')
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

/** Runs rounds until the signal is aborted. Of failures in a row the first is told; each is followed by a pause. */
async function repeat(
  { signal, onFailure }: { signal: AbortSignal; onFailure: (error: unknown) => void },
  round: () => Promise<void>,
): Promise<void> {
  let failing = false
  while (!signal.aborted) {
    try {
      await round()
      failing = false
    } catch (error) {
      if (!failing) onFailure(error)
      failing = true
      await pause(500, signal)
    }
  }
}

/**
 * Milliseconds between two looks for what should have been removed with the last object that referred to it. Nothing is
 * left to be found unless a server of an earlier release took part in a deletion, so seconds are soon enough.
 */
const sweepEvery = 5000

/** Who is said to have removed what resync found. */
export const sweeper = { actor: 'server', reason: 'nothing refers to it any more' }

/** Actor of deletions of objects that have lost their last owner. */
export const expirer = { actor: 'server', reason: 'its last owner is gone' }

/** Milliseconds for which a queue that does not get shorter is waited for: there may be no worker. */
const patience = 2000

/**
 * The queue stays short, so that a change that somebody makes now does not stand behind everything that has become due
 * together, as what is in a cluster that has returned.
 */
async function whileQueued(
  broker: Pick<Broker, 'queued'>,
  triggered: readonly DueObject[],
  signal: AbortSignal,
): Promise<void> {
  const kinds = [...new Set(triggered.map(({ kind }) => kind))]
  const until = Date.now() + patience
  while (!signal.aborted && Date.now() < until) {
    const queued = await broker.queued()
    if (kinds.every((kind) => (queued.get(kind) ?? 0) < batch / 2)) return
    await pause(20, signal)
  }
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
