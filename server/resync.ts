import type { Pool } from 'pg'
import { allKinds } from '../schema/kinds/index.ts'
import type { Log } from '../telemetry/log.ts'
import type { Broker } from './broker.ts'
import { pause, type LeasedWork } from './lease.ts'
import { createDueQueue, type DueObject } from './store/due.ts'
import { run, type Statement } from './store/rows.ts'

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
      const due = createDueQueue(pool, { kinds })
      // What could not be published stays due.
      const wake = (objects: readonly DueObject[]): Promise<void> =>
        broker.publish(objects.map(({ id, kind }) => ({ v: 1, kind, id: String(id) })))
      let failing = false
      while (!signal.aborted) {
        try {
          const woken = await due.take(batch, wake)
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

/** Milliseconds for which a queue that does not get shorter is waited for: there may be no worker. */
const patience = 2000

/**
 * The queue stays short, so that a change that somebody makes now does not stand behind everything that has become due
 * together, as what is in a cluster that has returned.
 */
async function whileQueued(broker: Broker, woken: readonly DueObject[], signal: AbortSignal): Promise<void> {
  const kinds = [...new Set(woken.map(({ kind }) => kind))]
  const until = Date.now() + patience
  while (!signal.aborted && Date.now() < until) {
    const queued = await Promise.all(kinds.map((kind) => broker.queued(kind)))
    if (queued.every((count) => count < batch / 2)) return
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
