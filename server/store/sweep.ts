import type { PoolClient } from 'pg'
import type { Write } from '../../schema/graphql/store-writes.ts'
import { kindNamed } from '../../schema/kinds/index.ts'
import { parentFields } from '../../schema/parents.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { logChanges, triggered } from './change-row.ts'
import type { StoreContext } from './context.ts'
import { findOwners } from './ownership.ts'
import { lockForRemoval } from './removal-locks.ts'
import { listed, run, transaction, type Sql, type Statement } from './sql.ts'

/** The part of the store context that removals need. */
export type RemovalContext = Pick<StoreContext, 'reconciledKinds'>

/**
 * Removes the given objects that are being deleted, have no reconciler and no referrers, then the objects that only those
 * referred to, and so on. The transaction must have locked them with `lockForRemoval`.
 */
export async function sweep(
  context: RemovalContext,
  sql: Sql,
  { ids, write }: { ids: readonly bigint[]; write: Write },
): Promise<void> {
  for (let open = [...ids]; open.length > 0;) {
    const objects = await run<StoredObject>(sql, findSweepable, [open])
    open = []
    for (const object of objects) {
      if (kindNamed(object.kind).reconciled) continue
      open.push(...(await removeAndTrigger(context, sql, { object, write })))
    }
  }
}

/**
 * Removes an object without referrers, and triggers the objects that waited for it, its owners, its parent, and its targets whose
 * deletion may now proceed. Resolves with the ids of all its targets.
 */
export async function removeAndTrigger(
  { reconciledKinds }: RemovalContext,
  sql: Sql,
  { object, write }: { object: StoredObject; write: Write },
): Promise<bigint[]> {
  const found = await run<{ id: bigint; isParent: boolean }>(sql, findTargets, [object.id])
  const targets = found.map(({ id }) => id)
  const parents = found.flatMap(({ id, isParent }) => (isParent ? [id] : []))
  const owners = object.owned ? (await findOwners(sql, [object.id])).map(({ ownerId }) => ownerId) : []
  await run(sql, removeObject, [object.id, write.actor, write.reason ?? null, write.traceparent ?? null])
  await run(sql, triggerObjects, [object.id, targets, reconciledKinds, write.actor, [...owners, ...parents]])
  return targets
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
 * The condition that nothing refers to an object. Looks up one row of each table by an index, members in index order: with
 * NOT EXISTS, or without an order, Postgres may scan whole tables when most objects belong to one project.
 */
const isUnreferenced = `
  "deletionRequestedAt" IS NOT NULL
    AND (SELECT "toId" FROM "Reference" WHERE "toId" = object.id LIMIT 1) IS NULL
    AND (SELECT id FROM "Object" member WHERE member."projectId" = object.id ORDER BY kind, name LIMIT 1) IS NULL`

/** $1 kinds, $2 limit. Uses the partial index on objects that are being deleted. */
const findUnreferenced: Statement = {
  name: 'find-unreferenced',
  text: `SELECT id FROM "Object" object WHERE kind = ANY($1) AND ${isUnreferenced} ORDER BY id LIMIT $2`,
}

const findSweepable: Statement = {
  name: 'find-sweepable',
  text: `SELECT * FROM "Object" object WHERE id = ANY($1) AND ${isUnreferenced} ORDER BY id`,
}

const findTargets: Statement = {
  name: 'find-targets',
  text: `
  SELECT "toId" AS id, bool_or(field IN (${listed(parentFields)})) AS "isParent" FROM "Reference" WHERE "fromId" = $1 GROUP BY 1
  UNION SELECT "projectId", false FROM "Object" WHERE id = $1 AND "projectId" IS NOT NULL`,
}

const removeObject: Statement = {
  name: 'remove-object',
  text: `
  WITH detached AS (
    INSERT INTO "DetachedEvent" (id, "subjectId", kind, name, "projectId", type, reason, note, fingerprint, count, "firstSeen",
      "lastSeen", reporter)
    SELECT event.id, object.id, object.kind, object.name, object."projectId", event.type, event.reason, event.note,
      event.fingerprint, event.count, event."firstSeen", event."lastSeen", event.reporter
    FROM "ObjectEvent" event JOIN "Object" object ON object.id = event."objectId" WHERE object.id = $1
  ), removed AS (DELETE FROM "Object" WHERE id = $1 RETURNING *)
  ${logChanges('removed', { operation: 'DELETE', version: 'version + 1', actor: '$2', reason: '$3', before: 'spec', traceparent: '$4' })}`,
}

/** $1 the removed object, $2 its targets, $3 reconciled kinds, $4 actor, $5 its owners and its parent. */
const triggerObjects: Statement = {
  name: 'trigger-objects',
  text: `
  WITH triggered AS (
    UPDATE "Object" SET ${triggered}
    WHERE id = ANY(ARRAY(
      SELECT id FROM "Object"
      WHERE ((id = ANY($2) AND "deletionRequestedAt" IS NOT NULL) OR "waitingForId" = $1 OR id = ANY($5)) AND kind = ANY($3)
      ORDER BY id FOR NO KEY UPDATE
    ))
    RETURNING *
  )
  ${logChanges('triggered', { operation: 'TRIGGER', actor: '$4' })}`,
}
