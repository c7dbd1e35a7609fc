import type { Pool } from 'pg'
import type { Trigger } from '../../schema/events.ts'
import type { Broker } from './broker.ts'
import { run, type Statement } from '../store/sql.ts'

/** An object that may have work, and whose it is. */
export interface Triggered {
  trigger: Trigger
  projectId: bigint | null
}

/** Triggers of one project that may be in the queue, and how many of all there are in it while it counts as short. */
const share = 50
const short = 25

/**
 * The queue is first in, first out, so nobody may fill it: of each project a share is triggered at once, for as long as the
 * queue is not short again. The others, as when a cluster returns or a definition of thousands changes, become due and are left to resync, where projects and clusters take turns.
 */
export function createFairQueue(pool: Pool, broker: Pick<Broker, 'queued'>) {
  const taken = new Map<bigint | null, number>()

  const isShort = async (): Promise<boolean> => {
    const counts = [...(await broker.queued()).values()]
    return counts.reduce((sum, count) => sum + count, 0) < short
  }

  /** Takes shares for as many as there are left; returns the others. */
  const take = (triggered: readonly Triggered[], into: Trigger[]): Triggered[] =>
    triggered.filter(({ trigger, projectId }) => {
      const before = taken.get(projectId) ?? 0
      if (before >= share) return true
      taken.set(projectId, before + 1)
      into.push(trigger)
      return false
    })

  return {
    /** Those that are triggered now, in their order; the others are due. */
    now: async (triggered: readonly Triggered[]): Promise<Trigger[]> => {
      const now: Trigger[] = []
      let later = take(triggered, now)
      if (later.length > 0 && (await isShort())) {
        taken.clear()
        later = take(later, now)
      }
      await leaveDue(pool, later)
      return now
    },
  }
}

/** Makes objects due now, for those who look for what is due. */
export async function leaveDue(pool: Pool, triggered: readonly Triggered[]): Promise<void> {
  if (triggered.length > 0) await run(pool, becomeDue, [triggered.map(({ trigger }) => trigger.id)])
}

/** One after the other, in the order given ($1): those that nobody has started to look at meanwhile. */
const becomeDue: Statement = {
  name: 'become-due',
  text: `
  UPDATE "Object" object SET "nextReconcileAt" = now() + place * interval '1 millisecond'
  FROM (
    SELECT id, place FROM "Object" JOIN unnest($1::bigint[]) WITH ORDINALITY AS later (id, place) USING (id)
    WHERE "nextReconcileAt" > now() ORDER BY id FOR NO KEY UPDATE OF "Object" SKIP LOCKED
  ) waits
  WHERE object.id = waits.id`,
}
