import type { Pool } from 'pg'
import { pause } from '../../schema/retry.ts'
import type { LoggedChange } from '../../schema/graphql/store-queries.ts'
import { findKind } from '../../schema/kinds/index.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Broker } from './broker.ts'
import type { ChangeFeed } from './change-feed.ts'
import type { LeasedWork } from './leader-leases.ts'
import { createFairQueue, leaveDue, type Triggered } from './fair-queue.ts'
import { run, type Statement } from '../store/sql.ts'
import { dependentsOf } from '../store/write-object.ts'

export interface RelayOptions {
  pool: Pool
  feed: ChangeFeed
  broker: Pick<Broker, 'publish' | 'queued'>
  log: Log
  /** Called with changes whose triggers are published, or whose objects have become due for resync. */
  onPassed?: (changes: readonly LoggedChange[]) => void
}

/**
 * Publishes triggers for the change log, in order. One server at a time does this; the next holder of the lease resumes
 * where it stopped.
 */
export function relayWork({ pool, feed, broker, log, onPassed = () => undefined }: RelayOptions): LeasedWork {
  return {
    name: 'relay',
    work: async ({ position, signal, save }) => {
      let current = position
      let saved = position
      let failing = false
      const pass = createPass(pool, broker)
      const saveCurrent = async (): Promise<void> => {
        const reached = current
        if (reached > saved && (await save(reached))) saved = reached
      }
      // Publishing a trigger twice is harmless, so the next relay may resume from a position that is slightly old.
      const saving = setInterval(() => void saveCurrent().catch(() => undefined), saveEvery)
      try {
        while (!signal.aborted && !feed.stopped) {
          const { watermark } = feed
          const changes = await feed.read(current, 500)
          const last = changes.at(-1)
          if (last === undefined) {
            await feed.past(watermark, signal)
            continue
          }
          let failure: unknown
          try {
            ;({ failure } = await pass(changes))
            current = last.seq
            onPassed(changes)
          } catch (error) {
            failure = error
            await pause(250, signal)
          }
          if (failure !== undefined && !failing) log.warn({ err: failure }, 'cannot publish triggers')
          failing = failure !== undefined
        }
      } finally {
        clearInterval(saving)
        await saveCurrent().catch(() => undefined)
      }
    },
  }
}

/** Milliseconds between two saves of the position. */
const saveEvery = 250

/**
 * Creates a function that triggers the objects that changes affect. While the broker is unavailable, these objects become
 * due at once instead, for resync and for workers that take due objects, so the relay never falls behind.
 */
export function createPass(
  pool: Pool,
  broker: Pick<Broker, 'publish' | 'queued'>,
): (changes: readonly LoggedChange[]) => Promise<{ failure?: unknown }> {
  const queue = createFairQueue(pool, broker)
  return async (changes) => {
    const triggered = await triggersOf(pool, changes)
    try {
      await broker.publish(await queue.now(triggered))
      return {}
    } catch (failure) {
      await leaveDue(pool, triggered)
      return { failure }
    }
  }
}

const triggersItself = new Set<LoggedChange['operation']>(['CREATE', 'UPDATE', 'DELETE_REQUEST', 'TRIGGER'])

/**
 * Returns the objects that may need a reconcile after these changes, each once, in the order in which to reconcile
 * them.
 */
export async function triggersOf(pool: Pool, changes: readonly LoggedChange[]): Promise<Triggered[]> {
  const triggers = new Map<string, Triggered>()
  const add = ({ kind, id, projectId }: Omit<Dependent, 'onId'>, traceparent: string | null): void => {
    if (findKind(kind)?.reconciled !== true) return
    const trigger = { v: 1, kind, id: String(id), ...(traceparent === null ? {} : { traceparent }) } as const
    triggers.set(trigger.id, { trigger, projectId })
  }
  for (const change of changes) {
    const { kind, objectId: id, projectId, operation, traceparent } = change
    if (triggersItself.has(operation)) add({ kind, id, projectId }, traceparent)
  }
  const causes = new Map(
    changes.filter((change) => change.triggersReferrers).map((change) => [change.objectId, change]),
  )
  if (causes.size === 0) return [...triggers.values()]
  for (const { onId, ...dependent } of await run<Dependent>(pool, findDependents, [[...causes.keys()]]))
    add(dependent, causes.get(onId)?.traceparent ?? null)
  return [...triggers.values()]
}

interface Dependent {
  kind: string
  id: bigint
  onId: bigint
  projectId: bigint | null
}

/**
 * Finds the dependents of objects, in the order in which to reconcile them. When a cluster recovers, objects that were
 * changed while it was unreachable come first, ordered by their newest change; then those that were not changed.
 */
const findDependents: Statement = {
  name: 'find-dependents',
  text: `
  WITH dependent AS (
    SELECT "onId", kind, id, "projectId", status FROM (${dependentsOf('= ANY($1)')}) dependents JOIN "Object" USING (id)
  ), unknown AS (
    SELECT *, (jsonb_path_query_first(status,
      '$.conditions[*] ? (@.type == "Ready" && @.status == "Unknown").lastTransitionTime') #>> '{}')::timestamptz AS since
    FROM dependent
  )
  SELECT "onId", kind, id, "projectId" FROM unknown
  ORDER BY CASE WHEN since IS NOT NULL THEN (
      SELECT max(newest.seq)
      FROM (SELECT unknown.id UNION ALL SELECT "toId" FROM "Reference" WHERE "fromId" = unknown.id) desired
      CROSS JOIN LATERAL (
        SELECT max(seq) AS seq FROM "Change"
        WHERE "objectId" = desired.id AND operation IN ('CREATE', 'UPDATE', 'DELETE_REQUEST') AND time > since
      ) newest
    ) END NULLS LAST, id`,
}
