import type { Pool } from 'pg'
import type { WakeUp } from '../schema/events.ts'
import { findKind } from '../schema/kinds/index.ts'
import type { Change } from '../prisma/generated/client/client.ts'
import type { Log } from '../telemetry/log.ts'
import type { Broker } from './broker.ts'
import type { ChangeFeed } from './change-feed.ts'
import { pause, type LeasedWork } from './lease.ts'
import { run, type Statement } from './store/rows.ts'

export interface RelayOptions {
  pool: Pool
  feed: ChangeFeed
  broker: Broker
  log: Log
  /** Called after each published batch with its size. */
  onPublished?: (entries: number) => void
}

/** Turns the change log into wake-ups, in its order; one server at a time, the next goes on where it stopped. */
export function relayWork({
  pool,
  feed,
  broker,
  log,
  onPublished = () => undefined,
}: RelayOptions): LeasedWork {
  return {
    name: 'relay',
    work: async ({ position, signal, save }) => {
      let place = position
      let saved = position
      let failing = false
      const savePlace = async (): Promise<void> => {
        const reached = place
        if (reached > saved && (await save(reached))) saved = reached
      }
      // Publishing twice does no harm, so the next relay may begin a little before where this one stopped.
      const saving = setInterval(() => void savePlace().catch(() => undefined), saveEvery)
      try {
        while (!signal.aborted && !feed.stopped) {
          const { horizon } = feed
          const changes = await feed.read(place, 500)
          const last = changes.at(-1)
          if (last === undefined) {
            await feed.past(horizon, signal)
            continue
          }
          try {
            await broker.publish(await wakeUpsOf(pool, changes))
            place = last.seq
            failing = false
            onPublished(changes.length)
          } catch (error) {
            if (!failing) log.warn({ err: error }, 'cannot publish wake-ups')
            failing = true
            await pause(250, signal)
          }
        }
      } finally {
        clearInterval(saving)
        await savePlace().catch(() => undefined)
      }
    },
  }
}

/** Milliseconds. */
const saveEvery = 250

const wakesItself = new Set<Change['operation']>(['CREATE', 'UPDATE', 'DELETE_REQUEST', 'WAKE'])

/**
 * Who may have work after these changes; each object once. A cluster that returns, or a definition of thousands, wakes
 * very many: the first are woken now, and the others become due one after the other and are left to resync, which lets
 * pass whatever is changed meanwhile.
 */
export async function wakeUpsOf(pool: Pool, changes: readonly Change[]): Promise<WakeUp[]> {
  const wakeUps = new Map<string, WakeUp>()
  const add = (kind: string, id: bigint, traceparent: string | null): void => {
    if (findKind(kind)?.reconciled !== true) return
    wakeUps.set(String(id), { v: 1, kind, id: String(id), ...(traceparent === null ? {} : { traceparent }) })
  }
  for (const change of changes) {
    if (wakesItself.has(change.operation)) add(change.kind, change.objectId, change.traceparent)
  }
  const causes = new Map(
    changes.filter((change) => change.wakesReferrers).map((change) => [change.objectId, change]),
  )
  if (causes.size === 0) return [...wakeUps.values()]
  const later: bigint[] = []
  const woken = new Map<bigint, number>()
  for (const { kind, id, onId } of await run<Dependent>(pool, findDependents, [[...causes.keys()]])) {
    const before = woken.get(onId) ?? 0
    woken.set(onId, before + 1)
    if (before < atOnce) add(kind, id, causes.get(onId)?.traceparent ?? null)
    else later.push(id)
  }
  if (later.length > 0) await run(pool, becomeDue, [later])
  return [...wakeUps.values()]
}

/** Objects that one change wakes at once. */
const atOnce = 100

interface Dependent {
  kind: string
  id: bigint
  onId: bigint
}

/**
 * In the order in which they are to be looked at. When a cluster returns, that is: those that were changed while it was
 * away, in the order of their changes, the newest of each counting; then those of which nobody has asked anything.
 */
const findDependents: Statement = {
  name: 'find-dependents',
  text: `
  WITH dependent AS (
    SELECT "toId" AS "onId", object.kind, object.id, object.status
    FROM "Reference" JOIN "Object" object ON object.id = "fromId" WHERE "toId" = ANY($1)
    UNION ALL SELECT "waitingForId", kind, id, status FROM "Object" WHERE "waitingForId" = ANY($1)
  ), unknown AS (
    SELECT *, (jsonb_path_query_first(status,
      '$.conditions[*] ? (@.type == "Ready" && @.status == "Unknown").lastTransitionTime') #>> '{}')::timestamptz AS since
    FROM dependent
  )
  SELECT "onId", kind, id FROM unknown
  ORDER BY CASE WHEN since IS NOT NULL THEN (
      SELECT max(seq) FROM "Change"
      WHERE ("objectId" = unknown.id OR "objectId" IN (SELECT "toId" FROM "Reference" WHERE "fromId" = unknown.id))
        AND operation IN ('CREATE', 'UPDATE', 'DELETE_REQUEST') AND time > since
    ) END NULLS LAST, id`,
}

/** One after the other, in the order given ($1): those that nobody has begun to look at meanwhile. */
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
