import type { FoundResource } from '../../schema/graphql/store-reconciles.ts'
import type { StoreContext } from './context.ts'
import type { Holder } from './reconcile-steps.ts'
import { run, type Sql, type Statement } from './sql.ts'

/*
 * After a restore, clusters contain resources that no object knows; see docs/decisions/008-re-adoption-after-a-restore.md.
 */

/** Returns the identity of the control plane. */
export async function findControlPlane({ sql }: Pick<StoreContext, 'sql'>): Promise<string> {
  const [plane] = await run<{ id: string }>(sql, readControlPlane, [])
  if (plane === undefined) throw new Error('the control plane has no identity: its migrations are incomplete')
  return plane.id
}

const readControlPlane: Statement = { name: 'read-control-plane', text: 'SELECT id FROM "ControlPlane"' }

/** Returns the id with which the resources of an object are labelled in clusters. */
export async function findLabelId({ sql }: StoreContext, id: bigint): Promise<bigint> {
  return (await findLabelIds(sql, [id])).get(id) ?? id
}

/** Returns the ids with which the resources of objects are labelled, of those that have a former one. */
export async function findLabelIds(sql: Sql, ids: readonly bigint[]): Promise<Map<bigint, bigint>> {
  const rows = await run<{ id: bigint; objectId: bigint }>(sql, readFormerIds, [ids])
  return new Map(rows.map(({ id, objectId }) => [objectId, id]))
}

const readFormerIds: Statement = {
  name: 'read-former-ids',
  text: 'SELECT id, "objectId" FROM "FormerId" WHERE "objectId" = ANY($1)',
}

/**
 * Gives an object the newest of these ids that was orphaned by a restore, as the id with which its resources are labelled.
 * Skips ids of existing objects, and ids whose resources are to be deleted as abandoned resources.
 */
export async function readopt(
  { sql }: StoreContext,
  { objectId, epoch }: Holder,
  orphanedIds: readonly bigint[],
): Promise<bigint | undefined> {
  for (;;) {
    const [taken] = await run<{ id: bigint | null }>(sql, insertFormerId, [objectId, epoch, orphanedIds])
    if (taken === undefined) return undefined
    // Another object has taken that id first: try the next newest.
    if (taken.id !== null) return taken.id
  }
}

const insertFormerId: Statement = {
  name: 'insert-former-id',
  text: `
  WITH holder AS (
    SELECT id FROM "Object" WHERE id = $1 AND epoch = $2 FOR SHARE
  ), free AS (
    SELECT given.id, holder.id AS "objectId" FROM holder, unnest($3::bigint[]) AS given (id), "ControlPlane" plane
    WHERE plane."orphanedIds" @> given.id
      AND NOT EXISTS (SELECT FROM "Object" object WHERE object.id = given.id)
      AND NOT EXISTS (SELECT FROM "AbandonedResource" abandoned WHERE abandoned."objectId" = given.id)
      AND NOT EXISTS (SELECT FROM "FormerId" former WHERE former.id = given.id OR former."objectId" = holder.id)
    ORDER BY given.id DESC LIMIT 1
  ), taken AS (
    INSERT INTO "FormerId" (id, "objectId") SELECT id, "objectId" FROM free ON CONFLICT DO NOTHING RETURNING id
  )
  SELECT taken.id FROM free LEFT JOIN taken ON true`,
}

/** Returns the resources in a runtime that are in no inventory and not abandoned. */
export async function findOrphans<Resource extends FoundResource>(
  { sql }: StoreContext,
  runtimeId: bigint,
  found: readonly Resource[],
): Promise<Resource[]> {
  const rows = await run<{ uid: string }>(sql, listUnrecorded, [runtimeId, JSON.stringify(found)])
  const unrecorded = new Set(rows.map(({ uid }) => uid))
  return found.filter(({ uid }) => unrecorded.has(uid))
}

const listUnrecorded: Statement = {
  name: 'list-unknown',
  text: `
  SELECT uid FROM jsonb_to_recordset($2::jsonb)
    AS found ("group" text, kind text, namespace text, name text, uid text)
  WHERE NOT EXISTS (
      SELECT FROM "AppliedResource" applied
      WHERE applied."runtimeId" = $1 AND (applied.uid = found.uid OR (applied."group" = found."group"
        AND applied.kind = found.kind AND applied.namespace = found.namespace AND applied.name = found.name))
    )
    AND NOT EXISTS (
      SELECT FROM "AbandonedResource" abandoned
      WHERE abandoned."runtimeId" = $1 AND (abandoned.uid = found.uid OR (abandoned."group" = found."group"
        AND abandoned.kind = found.kind AND abandoned.namespace = found.namespace AND abandoned.name = found.name))
    )`,
}
