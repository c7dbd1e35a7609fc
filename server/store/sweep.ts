import type { PoolClient } from 'pg'
import type { ConfirmedDeletion } from '../../schema/graphql/store-reconciles.ts'
import type { Write } from '../../schema/graphql/store-writes.ts'
import { parentFields } from '../../schema/parents.ts'
import { logChanges } from './change-row.ts'
import type { StoreContext } from './context.ts'
import { triggerAll } from './reconcile.ts'
import { lockForRemoval } from './removal-locks.ts'
import { distinctEvents, eventsFrom } from './reported-events.ts'
import { listed, run, transaction, type Sql, type Statement } from './sql.ts'

/** The part of the store context that removals need. */
export type RemovalContext = Pick<StoreContext, 'reconciledKinds'>

/** An object of which its reconciler has removed all resources. */
type Confirmed = Pick<ConfirmedDeletion, 'id' | 'gone' | 'events'>

/**
 * Removes the given objects that are being deleted, have no reconciler and no referrers, then the objects that only those
 * referred to, and so on. Triggers the objects that waited for them, their owners, their parents, and the objects that they referred
 * to, whose deletion may now proceed. The transaction must have locked the given objects with `lockForRemoval`. Resolves with the
 * ids of all removed objects.
 */
export function sweep(
  context: RemovalContext,
  sql: Sql,
  { ids, write }: { ids: readonly bigint[]; write: Write },
): Promise<Set<bigint>> {
  return removeAll(context, sql, { objects: ids.map((id) => ({ id })), write, areConfirmed: false })
}

/** Removes objects with a reconciler that has confirmed their deletions, as {@link sweep} does, unless something is left of them. */
export function sweepConfirmed(
  context: RemovalContext,
  sql: Sql,
  { confirmed, write }: { confirmed: readonly Confirmed[]; write: Write },
): Promise<Set<bigint>> {
  return removeAll(context, sql, { objects: confirmed, write, areConfirmed: true })
}

async function removeAll(
  { reconciledKinds }: RemovalContext,
  sql: Sql,
  { objects, write, areConfirmed }: { objects: readonly Confirmed[]; write: Write; areConfirmed: boolean },
): Promise<Set<bigint>> {
  const removed = new Set<bigint>()
  const concerned = new Set<bigint>()
  const { actor, reason = null, traceparent = null } = write
  for (let open = [...objects]; open.length > 0;) {
    const values = [`[${open.map(rowOf).join()}]`, reconciledKinds, areConfirmed, actor, reason, traceparent]
    const found = await run<{ id: bigint; is: 'removed' | 'next' | 'concerned' }>(sql, removeFree, values)
    open = []
    for (const { id, is } of found) {
      if (is === 'next') open.push({ id })
      else (is === 'removed' ? removed : concerned).add(id)
    }
  }
  if (concerned.size > 0) await triggerAll({ sql, reconciledKinds }, { ids: [...concerned] }, write)
  return removed
}

/** Returns the row of an object for {@link removeFree}, as JSON. */
function rowOf({ id, gone = [], events = [] }: Confirmed): string {
  return JSON.stringify({ id: String(id), gone: gone.map(String), events: distinctEvents(events) })
}

/**
 * Removes all objects that are being deleted, have no reconciler and no referrers, because no other event would cause their
 * removal. Resolves with the number of objects found, at most `limit`.
 */
export async function sweepUnreferenced(
  context: Pick<StoreContext, 'sql' | 'reconciledKinds'>,
  { kinds, limit, write }: { kinds: readonly string[]; limit: number; write: Write },
): Promise<number> {
  const found = await run<{ id: bigint }>(context.sql, findUnreferenced, [kinds, limit])
  if (found.length === 0) return 0
  const ids = found.map(({ id }) => id)
  await transaction(context.sql, async (sql: PoolClient) => {
    await lockForRemoval(sql, context, { removed: ids })
    await sweep(context, sql, { ids, write })
  })
  return found.length
}

/**
 * The condition that nothing refers to an object. Looks up one row of each table in the order of an index: with NOT EXISTS, or without
 * an order, Postgres may scan whole tables when most objects belong to one project.
 */
const isUnreferenced = `
  "deletionRequestedAt" IS NOT NULL
    AND (SELECT "fromId" FROM "Reference" WHERE "toId" = object.id ORDER BY "fromId" LIMIT 1) IS NULL
    AND (SELECT id FROM "Object" member WHERE member."projectId" = object.id ORDER BY kind, name LIMIT 1) IS NULL`

/** The condition that an object has no resources but those of the given entries, no resources of others in it, and owns nothing. */
const hasNothing = `
  (SELECT id FROM "AppliedResource" WHERE "objectId" = object.id AND id <> ALL(gone) ORDER BY "order" LIMIT 1) IS NULL
    AND (SELECT id FROM "AppliedResource" WHERE "runtimeId" = object.id ORDER BY "group", version, kind, id LIMIT 1) IS NULL
    AND (SELECT id FROM "ExternalResource" WHERE "objectId" = object.id ORDER BY "order" LIMIT 1) IS NULL
    AND (SELECT "ownedId" FROM "Ownership" WHERE "ownerId" = object.id ORDER BY "ownedId" LIMIT 1) IS NULL`

/** $1 kinds, $2 limit. Uses the partial index on objects that are being deleted. */
const findUnreferenced: Statement = {
  name: 'find-unreferenced',
  text: `SELECT id FROM "Object" object WHERE kind = ANY($1) AND ${isUnreferenced} ORDER BY id LIMIT $2`,
}

const freeIds = 'ARRAY(SELECT id FROM free)'

/**
 * Removes those of some objects that nothing holds. $1 a JSON array of the objects, each with the inventory entries of its resources that
 * are gone and with its last events, $2 kinds with a reconciler, whose objects are removed only if $3 is true, $4 actor, $5 reason,
 * $6 traceparent. Returns the ids of what is removed, of what it referred to and may be removed next, which has no reconciler, and of what
 * is to be triggered. Both LIMITs make Postgres read objects by their ids instead of scanning everything that is being deleted.
 */
const removeFree: Statement = {
  name: 'remove-free',
  text: `
  WITH given AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS given (id bigint, gone bigint[], events jsonb)
  ), free AS MATERIALIZED (
    SELECT object.*, gone, events FROM given
    CROSS JOIN LATERAL (SELECT * FROM "Object" WHERE id = given.id LIMIT 1) object
    WHERE ${isUnreferenced} AND (kind <> ALL($2) OR $3 AND ${hasNothing})
  ), detached AS (
    INSERT INTO "DetachedEvent" (id, "subjectId", kind, name, "projectId", type, reason, note, fingerprint, count, "firstSeen",
      "lastSeen", reporter)
    SELECT coalesce(event.id, nextval('"ObjectEvent_id_seq"')), free.id, free.kind, free.name, free."projectId",
      coalesce(event.type, last.type), coalesce(event.reason, last.reason), coalesce(event.note, last.note), fingerprint,
      coalesce(event.count, 0) + coalesce(last.count, 0), coalesce(event."firstSeen", now()),
      CASE WHEN last.count IS NULL THEN event."lastSeen" ELSE now() END, event.reporter
    FROM (SELECT * FROM "ObjectEvent" WHERE "objectId" = ANY(${freeIds})) event
    FULL JOIN (
      SELECT free.id AS "objectId", event.* FROM free CROSS JOIN LATERAL ${eventsFrom('events')}
    ) last USING ("objectId", fingerprint)
    JOIN free ON free.id = "objectId"
  ), dropped AS (
    DELETE FROM "AppliedResource" WHERE "objectId" = ANY(${freeIds}) AND id = ANY(ARRAY(SELECT unnest(gone) FROM free))
  ), removed AS (
    DELETE FROM "Object" WHERE id = ANY(${freeIds}) RETURNING *
  ), logged AS (
    ${logChanges('removed', { operation: 'DELETE', version: 'version + 1', actor: '$4', reason: '$5', before: 'spec', traceparent: '$6' }, 'ORDER BY removed.id')}
  ), target AS (
    SELECT target.*, "isParent" FROM (
      SELECT "toId" AS id, bool_or(field IN (${listed(parentFields)})) AS "isParent"
      FROM "Reference" WHERE "fromId" = ANY(${freeIds}) GROUP BY 1
      UNION SELECT "projectId", false FROM free WHERE "projectId" IS NOT NULL
    ) named
    CROSS JOIN LATERAL (
      SELECT id, kind = ANY($2) AS reconciled, "deletionRequestedAt" IS NOT NULL AS going
      FROM "Object" WHERE id = named.id LIMIT 1
    ) target
  )
  SELECT id, 'removed' AS is FROM removed
  UNION ALL SELECT id, 'next' FROM target WHERE going AND NOT reconciled
  UNION ALL SELECT id, 'concerned' FROM target WHERE reconciled AND (going OR "isParent")
  UNION ALL SELECT id, 'concerned' FROM "Object" WHERE "waitingForId" = ANY(${freeIds})
  UNION ALL SELECT "ownerId", 'concerned' FROM "Ownership" WHERE "ownedId" = ANY(ARRAY(SELECT id FROM free WHERE owned))`,
}
