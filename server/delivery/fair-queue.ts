import type { Pool } from 'pg'
import type { Trigger } from '../../schema/events.ts'
import type { Broker } from './broker.ts'
import { run, type Statement } from '../store/sql.ts'

/** The trigger of an object that may need a reconcile, and the project of the object. */
export interface Triggered {
  trigger: Trigger
  projectId: bigint | null
}

/** The quota of triggers of one project in the queue, and the total length below which the quotas are reset. */
const quota = 50
const shortLength = 25

/**
 * Creates a fair queue in front of the broker's FIFO queue, so that no project can fill it. Each project may enqueue a
 * quota of triggers until the queue of their kinds is short again. Objects beyond the quota, as when a cluster recovers or a definition
 * with thousands of instances changes, become due instead and are left to resync, which serves projects and clusters in turn.
 */
export function createFairQueue(pool: Pool, broker: Pick<Broker, 'queued'>) {
  const taken = new Map<bigint | null, number>()

  /** Reports whether the triggers of these kinds, which workers take apart from others, are few. */
  const isShort = async (kinds: ReadonlySet<string>): Promise<boolean> => {
    const counts = [...(await broker.queued([...kinds])).values()]
    return counts.reduce((sum, count) => sum + count, 0) < shortLength
  }

  /** Moves triggers within the quota of their project to `into`; returns the others. */
  const take = (triggered: readonly Triggered[], into: Trigger[]): Triggered[] =>
    triggered.filter(({ trigger, projectId }) => {
      const before = taken.get(projectId) ?? 0
      if (before >= quota) return true
      taken.set(projectId, before + 1)
      into.push(trigger)
      return false
    })

  return {
    /** Returns the triggers to publish now, in order, and makes the other objects due. */
    now: async (triggered: readonly Triggered[]): Promise<Trigger[]> => {
      const now: Trigger[] = []
      let later = take(triggered, now)
      if (later.length > 0 && (await isShort(new Set(later.map(({ trigger }) => trigger.kind))))) {
        taken.clear()
        later = take(later, now)
      }
      await leaveDue(pool, later)
      return now
    },
  }
}

/** Makes objects due now, for resync and for workers that poll for due objects. */
export async function leaveDue(pool: Pool, triggered: readonly Triggered[]): Promise<void> {
  if (triggered.length > 0) await run(pool, becomeDue, [triggered.map(({ trigger }) => trigger.id)])
}

/**
 * Makes objects ($1) due one after the other, in the given order. Skips objects that are due already, and rows locked by a
 * transaction: a reconcile of them is just starting.
 */
const becomeDue: Statement = {
  name: 'become-due',
  text: `
  UPDATE "Object" object SET "nextReconcileAt" = now() + rank * interval '1 millisecond'
  FROM (
    SELECT object.id, rank FROM unnest($1::bigint[]) WITH ORDINALITY AS later (id, rank) CROSS JOIN LATERAL (
      SELECT id FROM "Object" WHERE id = later.id AND "nextReconcileAt" > now() LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
    ) object
  ) waits
  WHERE object.id = waits.id`,
}
