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
  /** Called after each published batch with its size and the age of its oldest entry in seconds. */
  onPublished?: (entries: number, lag: number) => void
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
            onPublished(changes.length, (Date.now() - (changes[0]?.time.getTime() ?? Date.now())) / 1000)
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

/** Who may have work after these changes; each object once. */
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
  if (causes.size > 0) {
    const dependents = await run<Dependent>(pool, findDependents, [[...causes.keys()]])
    for (const { kind, id, onId } of dependents) add(kind, id, causes.get(onId)?.traceparent ?? null)
  }
  return [...wakeUps.values()]
}

interface Dependent {
  kind: string
  id: bigint
  onId: bigint
}

const findDependents: Statement = {
  name: 'find-dependents',
  text: `
  SELECT "toId" AS "onId", object.kind, object.id
  FROM "Reference" JOIN "Object" object ON object.id = "fromId" WHERE "toId" = ANY($1)
  UNION SELECT "waitingForId", kind, id FROM "Object" WHERE "waitingForId" = ANY($1)`,
}
