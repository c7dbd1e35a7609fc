import { locationDepth, locationFields } from '../../schema/locations.ts'
import { run, transaction, type Sql, type Statement } from './sql.ts'

/** The number of objects that one query orders; ordering has to read everything that is due. */
const orderedObjects = 1000

/** An object that needs a reconcile now. */
export interface DueObject {
  id: bigint
  kind: string
}

/** The due objects, in the order in which to reconcile them. */
export interface DueQueue {
  /**
   * Takes the next objects; resolves with none when nothing is due. They become due again after 30 seconds, or stay due when
   * `give` fails.
   */
  take(max: number, give?: (due: readonly DueObject[]) => Promise<void>): Promise<DueObject[]>
}

export interface DueOptions {
  kinds: readonly string[]
  /** The minimum time, in milliseconds, for which objects have been due. @default 0 */
  overdue?: number
}

/**
 * Creates a factory that shares one queue among callers with the same options, so that the order is queried once for
 * all.
 */
export function createDueQueues(sql: Sql): (options: DueOptions) => DueQueue {
  const queues = new Map<string, DueQueue>()
  return (options) => {
    const key = JSON.stringify(options)
    const queue = queues.get(key) ?? createDueQueue(sql, options)
    // Workers of two releases use at most two lists of kinds.
    if (queues.size > 10) queues.clear()
    queues.set(key, queue)
    return queue
  }
}

export function createDueQueue(sql: Sql, { kinds, overdue = 0 }: DueOptions): DueQueue {
  let order: bigint[] = []
  let validUntil = 0

  /**
   * Queries the order. Objects that become due later wait for the next query; queries take at most a tenth of the time.
   */
  const findOrder = async (): Promise<void> => {
    const started = performance.now()
    order = (await run<{ id: bigint }>(sql, orderDue, [kinds, orderedObjects, overdue])).map(({ id }) => id)
    const found = performance.now()
    validUntil = found + Math.max(500, 10 * (found - started))
  }

  return {
    take: async (max, give = async () => undefined) => {
      if (order.length === 0 || performance.now() > validUntil) await findOrder()
      const next = order.splice(0, max)
      if (next.length === 0) return []
      return transaction(sql, async (within) => {
        const due = await run<DueObject & { rank: bigint }>(within, postponeDue, [next])
        due.sort((a, b) => Number(a.rank) - Number(b.rank))
        await give(due)
        return due
      })
    },
  }
}

const steps = Array.from({ length: locationDepth }, (_, index) => index + 1)
const fields = locationFields.map((field) => `'${field}'`).join()

const locationOf = (id: string): string =>
  `SELECT "toId" FROM "Reference" WHERE "fromId" = ${id} AND field IN (${fields}) OFFSET 0`

/**
 * Orders due objects. Projects take turns, and within a project its locations, such as clusters, so that one with much work
 * delays others by one object and not by all. Within a location, objects are ordered by their due time. An object is located
 * by its references: `location1` is what the object refers to, `location2` what that refers to. `OFFSET 0` makes Postgres
 * select by due time first, and not by kind, and look up the references of each object, and not join those of all objects. Several
 * references of an object that lead to its location are one row.
 */
const orderDue: Statement = {
  name: 'order-due',
  text: `
  WITH due AS (
    SELECT DISTINCT object.id, "projectId", coalesce("nextReconcileAt", "leaseExpiresAt") AS at,
      coalesce(${steps
        .toReversed()
        .map((step) => `location${step}."toId"`)
        .join(', ')}) AS location
    FROM (
      SELECT id, kind, "projectId", "nextReconcileAt", "leaseExpiresAt" FROM "Object"
      WHERE "nextReconcileAt" <= now() - $3::float8 * interval '1 millisecond'
        OR "leaseExpiresAt" <= now() - $3::float8 * interval '1 millisecond'
      OFFSET 0
    ) object
    ${steps
      .map(
        (step) =>
          `LEFT JOIN LATERAL (${locationOf(step === 1 ? 'object.id' : `location${step - 1}."toId"`)}) location${step} ON true`,
      )
      .join('\n    ')}
    WHERE object.kind = ANY($1)
  ), in_location AS (
    SELECT *, row_number() OVER (PARTITION BY "projectId", location ORDER BY at, id) AS turn FROM due
  ), in_project AS (
    SELECT *, row_number() OVER (PARTITION BY "projectId" ORDER BY turn, at, id) AS "projectTurn" FROM in_location
  )
  SELECT id FROM in_project ORDER BY "projectTurn", at, id LIMIT $2`,
}

/**
 * Postpones the objects $1 that are still due. A running reconcile keeps its lease, and its report makes the object due
 * again.
 */
const postponeDue: Statement = {
  name: 'postpone-due',
  text: `
  WITH locked AS (
    SELECT object.id, rank FROM unnest($1::bigint[]) WITH ORDINALITY AS chosen (id, rank) CROSS JOIN LATERAL (
      SELECT id FROM "Object" WHERE id = chosen.id AND ("nextReconcileAt" <= now() OR "leaseExpiresAt" <= now())
      LIMIT 1 FOR UPDATE SKIP LOCKED
    ) object
  )
  UPDATE "Object" object SET "nextReconcileAt" = now() + interval '30 seconds',
    "leaseExpiresAt" = CASE WHEN "leaseExpiresAt" > now() THEN "leaseExpiresAt" END
  FROM locked WHERE object.id = locked.id
  RETURNING object.id, kind, rank`,
}
