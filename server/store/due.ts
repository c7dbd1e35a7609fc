import { locationDepth, locationFields } from '../../schema/locations.ts'
import { run, transaction, type Sql, type Statement } from './sql.ts'

/** Objects whose order is found together: to find it, everything that is due has to be looked at. */
const ordered = 1000

/** An object that has work now. */
export interface DueObject {
  id: bigint
  kind: string
}

/** What is due, in the order in which it is to be reconciled. */
export interface DueQueue {
  /**
   * Takes the next ones; none when nothing is due. They stay with whom they are given to for half a minute, if `give`
   * does not fail: then they are still due.
   */
  take(most: number, give?: (due: readonly DueObject[]) => Promise<void>): Promise<DueObject[]>
}

export interface DueOptions {
  kinds: readonly string[]
  /** Milliseconds for which they are due at least. @default 0 */
  overdue?: number
}

/** Queues of those who ask for the same, so that the order is found once for all of them. */
export function createDueQueues(sql: Sql): (options: DueOptions) => DueQueue {
  const queues = new Map<string, DueQueue>()
  return (options) => {
    const key = JSON.stringify(options)
    const queue = queues.get(key) ?? createDueQueue(sql, options)
    // Workers of two releases ask for two lists of kinds at most.
    if (queues.size > 10) queues.clear()
    queues.set(key, queue)
    return queue
  }
}

export function createDueQueue(sql: Sql, { kinds, overdue = 0 }: DueOptions): DueQueue {
  let order: bigint[] = []
  let goodUntil = 0

  /** Whoever becomes due meanwhile waits until it is found again, which takes a tenth of the time at most. */
  const findOrder = async (): Promise<void> => {
    const started = performance.now()
    order = (await run<{ id: bigint }>(sql, orderDue, [kinds, ordered, overdue])).map(({ id }) => id)
    const found = performance.now()
    goodUntil = found + Math.max(500, 10 * (found - started))
  }

  return {
    take: async (most, give = async () => undefined) => {
      if (order.length === 0 || performance.now() > goodUntil) await findOrder()
      const next = order.splice(0, most)
      if (next.length === 0) return []
      return transaction(sql, async (within) => {
        const due = await run<DueObject & { place: bigint }>(within, postponeDue, [next])
        due.sort((a, b) => Number(a.place) - Number(b.place))
        await give(due)
        return due
      })
    },
  }
}

const steps = Array.from({ length: locationDepth }, (_, index) => index + 1)
const fields = locationFields.map((field) => `'${field}'`).join()

/**
 * `OFFSET 0` has those found that are due, of whatever kind, and not all of the kinds. Projects take turns, and within a
 * project its places, such as clusters, so that one with very much work delays others by one of its objects and not by all.
 * Within a place it is the order in which they became due. References lead there: `place1` from the object, `place2` from
 * what that names.
 */
const orderDue: Statement = {
  name: 'order-due',
  text: `
  WITH due AS (
    SELECT object.id, "projectId", coalesce("nextReconcileAt", "leaseExpiresAt") AS at,
      coalesce(${steps
        .toReversed()
        .map((step) => `place${step}."toId"`)
        .join(', ')}) AS place
    FROM (
      SELECT id, kind, "projectId", "nextReconcileAt", "leaseExpiresAt" FROM "Object"
      WHERE "nextReconcileAt" <= now() - $3::float8 * interval '1 millisecond'
        OR "leaseExpiresAt" <= now() - $3::float8 * interval '1 millisecond'
      OFFSET 0
    ) object
    ${steps
      .map(
        (step) =>
          `LEFT JOIN "Reference" place${step} ON place${step}.field IN (${fields}) AND place${step}."fromId" = ${step === 1 ? 'object.id' : `place${step - 1}."toId"`}`,
      )
      .join('\n    ')}
    WHERE object.kind = ANY($1)
  ), in_place AS (
    SELECT *, row_number() OVER (PARTITION BY "projectId", place ORDER BY at, id) AS turn FROM due
  ), in_project AS (
    SELECT *, row_number() OVER (PARTITION BY "projectId" ORDER BY turn, at, id) AS "projectTurn" FROM in_place
  )
  SELECT id FROM in_project ORDER BY "projectTurn", at, id LIMIT $2`,
}

/** Those of $1 that are still due. A reconcile that runs keeps its lease, and learns in the end that there is more. */
const postponeDue: Statement = {
  name: 'postpone-due',
  text: `
  WITH locked AS (
    SELECT id, place FROM "Object" JOIN unnest($1::bigint[]) WITH ORDINALITY AS chosen (id, place) USING (id)
    WHERE "nextReconcileAt" <= now() OR "leaseExpiresAt" <= now() FOR UPDATE OF "Object" SKIP LOCKED
  )
  UPDATE "Object" object SET "nextReconcileAt" = now() + interval '30 seconds',
    "leaseExpiresAt" = CASE WHEN "leaseExpiresAt" > now() THEN "leaseExpiresAt" END
  FROM locked WHERE object.id = locked.id
  RETURNING object.id, kind, place`,
}
