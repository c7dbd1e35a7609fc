import { PlatformError, shownValue } from '../../schema/errors.ts'
import type { Begun, ObjectTarget, SeenResource, Write } from '../../schema/graphql/store.ts'
import { findKind } from '../../schema/kinds/index.ts'
import { reconcileLease } from '../../schema/reconcile-lease.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { confirmedRemovals } from './confirmation.ts'
import type { StoreContext } from './context.ts'
import { idOf } from './lookups.ts'
import { keyOf, notFound } from './objects.ts'
import { run, type Statement } from './sql.ts'

/**
 * Begins a reconcile: takes the next epoch, so that every report of an earlier one is refused from now on, and the lease
 * of the object. Throws LEASE_HELD while another reconcile has the lease, but for one of `epoch`, which is followed. If
 * nothing is heard of it until the lease ends, for example because the worker died, resync wakes the object again.
 */
export async function begin(context: StoreContext, id: bigint, epoch?: number): Promise<Begun | undefined> {
  const [begun] = await run<BegunRow>(context.sql, beginReconcile, [id, epoch ?? null])
  if (begun === undefined) {
    const [held] = await run<Pick<StoredObject, 'kind' | 'name'>>(context.sql, findHeld, [id])
    if (held === undefined) return undefined
    throw new PlatformError('LEASE_HELD', `${held.kind} ${shownValue(held.name)} is being reconciled already`)
  }
  const { controlPlane, labelId, seeksLost, ...object } = begun
  return { object, controlPlane, labelId, seeksLost, confirmed: confirmedRemovals(object, new Date()) }
}

type BegunRow = StoredObject & Pick<Begun, 'controlPlane' | 'labelId' | 'seeksLost'>

const lease = `${reconcileLease} milliseconds`

const beginReconcile: Statement = {
  name: 'begin-reconcile',
  text: `
  WITH begun AS (
    UPDATE "Object" SET epoch = epoch + 1, "nextReconcileAt" = NULL, "reconcilingUntil" = now() + interval '${lease}'
    WHERE id = $1 AND ("reconcilingUntil" IS NULL OR "reconcilingUntil" <= now() OR epoch = $2::int) RETURNING *
  )
  SELECT begun.*, plane.id AS "controlPlane", coalesce(former.id, begun.id) AS "labelId",
    former.id IS NULL AND NOT isempty(plane.lost) AND begun.id > lower(plane.lost) AS "seeksLost"
  FROM begun CROSS JOIN "ControlPlane" plane LEFT JOIN "FormerId" former ON former."objectId" = begun.id`,
}

const findHeld: Statement = { name: 'find-held', text: 'SELECT kind, name FROM "Object" WHERE id = $1' }

/** The reconciles that a worker still runs keep their leases for another while; those that are over are left alone. */
export async function keepReconciling(context: StoreContext, ids: readonly bigint[]): Promise<void> {
  await run(context.sql, extendReconciles, [ids])
}

const extendReconciles: Statement = {
  name: 'extend-reconciles',
  text: `
  UPDATE "Object" SET "reconcilingUntil" = now() + interval '${lease}'
  WHERE id = ANY(ARRAY(
    SELECT id FROM "Object" WHERE id = ANY($1) AND "reconcilingUntil" IS NOT NULL ORDER BY id FOR NO KEY UPDATE
  ))`,
}

/** The same for reconciles by their epochs; resolves with those that still have their leases, which end later now. */
export async function keepLeases(
  context: StoreContext,
  held: readonly { id: bigint; epoch: number }[],
): Promise<bigint[]> {
  const columns = [held.map(({ id }) => id), held.map(({ epoch }) => epoch)]
  return (await run<{ id: bigint }>(context.sql, extendLeases, columns)).map(({ id }) => id)
}

const extendLeases: Statement = {
  name: 'extend-leases',
  text: `
  UPDATE "Object" SET "reconcilingUntil" = now() + interval '${lease}'
  WHERE id = ANY(ARRAY(
    SELECT id FROM "Object" JOIN unnest($1::bigint[], $2::int[]) AS held (id, epoch) USING (id, epoch)
    WHERE "reconcilingUntil" IS NOT NULL ORDER BY id FOR NO KEY UPDATE OF "Object"
  )) RETURNING id`,
}

/** Wakes the reconciler of an object now, whatever it waits for. */
export async function wake(context: StoreContext, target: ObjectTarget, write: Write): Promise<StoredObject> {
  const key = await keyOf(context, target)
  if (findKind(key.kind)?.reconciled !== true) {
    const message = `${key.kind} ${shownValue(key.name)} has no reconciler: it is ready as soon as it is accepted`
    throw new PlatformError('INVALID_INPUT', message, { details: { fields: [{ path: 'kind', message }] } })
  }
  const [row] = await run<StoredObject>(context.sql, wakeObject, [
    key.kind,
    key.project ?? null,
    key.name,
    write.actor,
    write.reason ?? null,
    write.traceparent ?? null,
    key.id ?? null,
  ])
  if (row === undefined) throw notFound({ kind: key.kind, name: key.name })
  return row
}

const wakeObject: Statement = {
  name: 'wake-object',
  text: `
  WITH woken AS (
    UPDATE "Object" object SET wakes = wakes + 1, "nextReconcileAt" = now() + interval '5 seconds'
    WHERE id = ANY(ARRAY(${idOf({ kind: '$1', project: '$2::text', name: '$3' })})) AND ($7::bigint IS NULL OR id = $7)
    RETURNING *
  ), logged AS (
    INSERT INTO "Change" ("objectId", "projectId", kind, name, operation, generation, version, actor, reason, traceparent)
    SELECT id, "projectId", kind, name, 'WAKE', generation, version, $4, $5, $6 FROM woken
  )
  SELECT * FROM woken`,
}

/**
 * Wakes many by id; those that are gone, or have no reconciler, are left out, and with `idle` those that are being
 * reconciled. Resolves with those that were woken.
 */
async function wakeAll(
  context: StoreContext,
  { ids, idle = false }: { ids: readonly bigint[]; idle?: boolean },
  write: Write,
): Promise<Set<bigint>> {
  const woken = await run<{ id: bigint }>(context.sql, wakeMany, [
    ids,
    context.reconciledKinds,
    write.actor,
    write.reason ?? null,
    write.traceparent ?? null,
    idle,
  ])
  return new Set(woken.map(({ id }) => id))
}

const wakeMany: Statement = {
  name: 'wake-many',
  text: `
  WITH woken AS (
    UPDATE "Object" SET wakes = wakes + 1, "nextReconcileAt" = now() + interval '5 seconds'
    WHERE id = ANY(ARRAY(
      SELECT id FROM "Object" WHERE id = ANY($1) AND kind = ANY($2)
        AND NOT ($6 AND coalesce("reconcilingUntil" > now(), false))
      ORDER BY id FOR NO KEY UPDATE
    ))
    RETURNING *
  ), logged AS (
    INSERT INTO "Change" ("objectId", "projectId", kind, name, operation, generation, version, actor, reason, traceparent)
    SELECT id, "projectId", kind, name, 'WAKE', generation, version, $3, $4, $5 FROM woken
  )
  SELECT id FROM woken`,
}

/** Wakes all that have something in a runtime. */
export async function wakeRuntime(context: StoreContext, runtimeId: bigint, write: Write): Promise<void> {
  const owners = await run<{ objectId: bigint }>(context.sql, findOwners, [runtimeId])
  await wakeAll(context, { ids: owners.map(({ objectId }) => objectId) }, write)
}

const findOwners: Statement = {
  name: 'find-owners',
  text: 'SELECT DISTINCT "objectId" FROM "AppliedResource" WHERE "runtimeId" = $1',
}

/**
 * Wakes the owners of resources that are not as they were when they were applied last. What a reconcile has applied is
 * known once it has reported, so an owner that is being reconciled is not woken but returned: to be asked again.
 */
export async function wakeOwners(
  context: StoreContext,
  seen: readonly SeenResource[],
  write: Write,
): Promise<{ woken: bigint[]; undecided: bigint[] }> {
  const changed = await run<{ ownerId: bigint; objectId: bigint }>(context.sql, findChanged, [
    JSON.stringify(seen.map(({ ownerId, ...rest }) => ({ ...rest, ownerId: String(ownerId) }))),
    context.reconciledKinds,
  ])
  if (changed.length === 0) return { woken: [], undecided: [] }
  const woken = await wakeAll(context, { ids: changed.map(({ objectId }) => objectId), idle: true }, write)
  const undecided = changed.filter(({ objectId }) => !woken.has(objectId)).map(({ ownerId }) => ownerId)
  return { woken: [...woken], undecided }
}

const findChanged: Statement = {
  name: 'find-changed',
  text: `
  SELECT DISTINCT "ownerId", owner.id AS "objectId"
  FROM jsonb_to_recordset($1::jsonb) AS seen ("ownerId" bigint, uid text, "resourceVersion" text)
  LEFT JOIN "FormerId" former ON former.id = seen."ownerId"
  CROSS JOIN LATERAL (
    SELECT id, kind FROM "Object" WHERE id = coalesce(former."objectId", seen."ownerId") OFFSET 0
  ) owner
  WHERE owner.kind = ANY($2) AND NOT EXISTS (
    SELECT FROM "AppliedResource" applied
    WHERE applied."objectId" = owner.id AND applied.uid = seen.uid
      AND applied."resourceVersion" = seen."resourceVersion"
  )`,
}
