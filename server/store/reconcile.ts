import { createHash } from 'node:crypto'
import { PlatformError, shownValue } from '../../schema/errors.ts'
import type { Begun, ObjectTarget, ReconcileReport, Write } from '../../schema/graphql/store.ts'
import { findKind, kindNamed } from '../../schema/kinds/index.ts'
import type { ObjectStatus } from '../../schema/status.ts'
import type { StoredObject } from '../../prisma/client.ts'
import type { StoreContext } from './context.ts'
import { staleEpoch } from './delete.ts'
import { deepEqual } from './deep-equal.ts'
import { secretContext } from './drafts.ts'
import { keyOf, notFound } from './objects.ts'
import { isReady, run, statusOf, transaction, type Statement } from './rows.ts'
import { wakeReferrers } from './write-object.ts'

/**
 * Begins a reconcile: takes the next epoch, so that every report of an earlier one is refused from now on. If
 * nothing is heard of it for the visibility time, for example because the worker died, resync wakes it again.
 */
export async function begin(context: StoreContext, id: bigint): Promise<Begun | undefined> {
  const [object] = await run<StoredObject>(context.pool, beginReconcile, [id])
  return object === undefined ? undefined : { object }
}

/** As long as a lock lives without renewal; a worker says every few seconds which reconciles it still runs. */
const visibility = '15 seconds'

const beginReconcile: Statement = {
  name: 'begin-reconcile',
  text: `
  UPDATE "Object" SET epoch = epoch + 1, "nextReconcileAt" = NULL, "reconcilingUntil" = now() + interval '${visibility}'
  WHERE id = $1 RETURNING *`,
}

/** The reconciles that a worker still runs stay its own for another while; those that are over are left alone. */
export async function keepReconciling(context: StoreContext, ids: readonly bigint[]): Promise<void> {
  await run(context.pool, extendReconciles, [ids])
}

const extendReconciles: Statement = {
  name: 'extend-reconciles',
  text: `
  UPDATE "Object" SET "reconcilingUntil" = now() + interval '${visibility}'
  WHERE id IN (
    SELECT id FROM "Object" WHERE id = ANY($1) AND "reconcilingUntil" IS NOT NULL ORDER BY id FOR NO KEY UPDATE
  )`,
}

/** Stores what a reconcile found. Refused with CONFLICT when a later reconcile has begun. */
export async function report(context: StoreContext, result: ReconcileReport): Promise<void> {
  await transaction(context.pool, async (sql) => {
    const awaited = result.waitingFor
    const seen =
      awaited === undefined ? undefined : await run<{ version: number }>(sql, lockAwaited, [awaited.id])
    const [before] = await run<StoredObject>(sql, lockReported, [result.id])
    if (before === undefined) throw notFound({ id: result.id })
    if (before.epoch !== result.epoch) throw new PlatformError('CONFLICT', staleEpoch(before, result.epoch))

    const secretOutputs = sealOutputs(context, before, result.secretOutputs)
    const changed = !deepEqual(result.status, before.status) || secretOutputs !== undefined
    const ready = isReady(result.status)
    const tells =
      ready !== before.ready || secretOutputs !== undefined || concernsOthers(statusOf(before), result.status)
    // What is awaited has changed since it was looked at, so looking again is due now.
    const missed = awaited !== undefined && (seen?.[0]?.version ?? 0) !== awaited.version
    await run(sql, storeReport, [
      result.id,
      JSON.stringify(result.status),
      ready,
      result.observedGeneration,
      result.failures,
      missed ? 0 : (result.requeueAfter ?? null),
      result.wakes,
      awaited?.id ?? null,
      secretOutputs ?? null,
      changed,
      tells,
      result.actor,
      result.traceparent ?? null,
    ])
    for (const { type, reason, note } of result.events) {
      const fingerprint = createHash('sha256').update([type, reason, note].join('\0')).digest('hex')
      await run(sql, countEvent, [result.id, type, reason, note, fingerprint])
    }
    if (tells) await run(sql, wakeReferrers, [result.id, context.reconciledKinds])
  })
}

/** Whether those that depend on an object see it differently now: what it tells, how it is, or why. */
function concernsOthers(before: ObjectStatus, now: ObjectStatus): boolean {
  return (
    before.phase !== now.phase ||
    before.cause?.reason !== now.cause?.reason ||
    !deepEqual(now.outputs, before.outputs)
  )
}

/** Secret outputs as they are stored, or nothing when they are what is stored already. */
function sealOutputs(
  context: StoreContext,
  object: StoredObject,
  outputs: Readonly<Record<string, string>> | undefined,
): string | undefined {
  if (outputs === undefined) return undefined
  const stored = (object.secretOutputs ?? {}) as Record<string, string>
  const entries = Object.entries(outputs)
  const same = entries.every(([name, value]) => {
    const sealed = stored[name]
    return sealed !== undefined && context.encryption.open(sealed, outputContext(object, name)) === value
  })
  if (same && entries.length === Object.keys(stored).length) return undefined
  const sealed = entries.map(([name, value]) => [
    name,
    context.encryption.seal(value, outputContext(object, name)),
  ])
  return JSON.stringify(Object.fromEntries(sealed))
}

function outputContext({ id }: StoredObject, name: string): string {
  return `${id}/${name}`
}

const lockAwaited: Statement = {
  name: 'lock-awaited',
  text: 'SELECT version FROM "Object" WHERE id = $1 FOR SHARE',
}

const lockReported: Statement = {
  name: 'lock-reported',
  text: 'SELECT * FROM "Object" WHERE id = $1 FOR NO KEY UPDATE',
}

/**
 * $1 id, $2 status, $3 ready, $4 observed generation, $5 failures, $6 requeue after (ms), $7 wakes seen at the
 * begin, $8 awaited id, $9 secret outputs, $10 changed, $11 wakes referrers, $12 actor, $13 traceparent. A wake that
 * came after the begin makes the next reconcile due at once.
 */
const storeReport: Statement = {
  name: 'store-report',
  text: `
  WITH updated AS (
    UPDATE "Object" SET status = $2, ready = $3, "observedGeneration" = $4, failures = $5,
      version = version + $10::boolean::int, "waitingForId" = $8, "secretOutputs" = coalesce($9, "secretOutputs"),
      "reconcilingUntil" = NULL,
      "nextReconcileAt" = CASE WHEN wakes <> $7 THEN now() WHEN $6::bigint IS NULL THEN NULL
        ELSE now() + $6::bigint * interval '1 millisecond' END,
      "updatedAt" = CASE WHEN $10 THEN now() ELSE "updatedAt" END
    WHERE id = $1 RETURNING *
  )
  INSERT INTO "Change" ("objectId", "projectId", kind, name, operation, generation, version, actor, after,
    "wakesReferrers", traceparent)
  SELECT id, "projectId", kind, name, 'STATUS', generation, version, $12, status, $11, $13 FROM updated WHERE $10`,
}

const countEvent: Statement = {
  name: 'count-event',
  text: `
  INSERT INTO "ObjectEvent" ("objectId", type, reason, note, fingerprint) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT ("objectId", fingerprint) DO UPDATE SET count = "ObjectEvent".count + 1, "lastSeen" = now()`,
}

/** Wakes the reconciler of an object now, whatever it waits for. */
export async function wake(context: StoreContext, target: ObjectTarget, write: Write): Promise<StoredObject> {
  const key = await keyOf(context, target)
  if (findKind(key.kind)?.reconciled !== true) {
    const message = `${key.kind} ${shownValue(key.name)} has no reconciler: it is ready as soon as it is accepted`
    throw new PlatformError('INVALID_INPUT', message, { details: { fields: [{ path: 'kind', message }] } })
  }
  const [row] = await run<StoredObject>(context.pool, wakeObject, [
    key.kind,
    key.project ?? null,
    key.name,
    write.actor,
    write.reason ?? null,
    write.traceparent ?? null,
  ])
  if (row === undefined) throw notFound({ kind: key.kind, name: key.name })
  return row
}

const wakeObject: Statement = {
  name: 'wake-object',
  text: `
  WITH woken AS (
    UPDATE "Object" object SET wakes = wakes + 1, "nextReconcileAt" = now() + interval '5 seconds'
    WHERE kind = $1 AND name = $3
      AND "projectId" IS NOT DISTINCT FROM (SELECT id FROM "Object" WHERE kind = 'Project' AND name = $2 AND "projectId" IS NULL)
    RETURNING *
  ), logged AS (
    INSERT INTO "Change" ("objectId", "projectId", kind, name, operation, generation, version, actor, reason, traceparent)
    SELECT id, "projectId", kind, name, 'WAKE', generation, version, $4, $5, $6 FROM woken
  )
  SELECT * FROM woken`,
}

/** Wakes many by id; those that are gone, or have no reconciler, are left out. */
export async function wakeAll(context: StoreContext, ids: readonly bigint[], write: Write): Promise<void> {
  await run(context.pool, wakeMany, [
    ids,
    context.reconciledKinds,
    write.actor,
    write.reason ?? null,
    write.traceparent ?? null,
  ])
}

const wakeMany: Statement = {
  name: 'wake-many',
  text: `
  WITH woken AS (
    UPDATE "Object" SET wakes = wakes + 1, "nextReconcileAt" = now() + interval '5 seconds'
    WHERE id IN (SELECT id FROM "Object" WHERE id = ANY($1) AND kind = ANY($2) ORDER BY id FOR NO KEY UPDATE)
    RETURNING *
  )
  INSERT INTO "Change" ("objectId", "projectId", kind, name, operation, generation, version, actor, reason, traceparent)
  SELECT id, "projectId", kind, name, 'WAKE', generation, version, $3, $4, $5 FROM woken`,
}

/** Values of secret spec fields and secret outputs, in the clear. */
export async function openSecrets(context: StoreContext, id: bigint): Promise<Record<string, string>> {
  const [row] = await run<StoredObject & { project: string | null }>(context.pool, findSealed, [id])
  if (row === undefined) throw notFound({ id })
  const owner = { kind: kindNamed(row.kind), project: row.project ?? '', name: row.name }
  const open = (sealed: unknown, place: (field: string) => string): [string, string][] =>
    Object.entries((sealed ?? {}) as Record<string, string>).map(([field, value]) => [
      field,
      context.encryption.open(value, place(field)),
    ])
  return Object.fromEntries([
    ...open(row.secrets, (field) => secretContext(owner, field)),
    ...open(row.secretOutputs, (name) => outputContext(row, name)),
  ])
}

const findSealed: Statement = {
  name: 'find-sealed',
  text: `
  SELECT object.*, project.name AS project
  FROM "Object" object LEFT JOIN "Object" project ON project.id = object."projectId" WHERE object.id = $1`,
}
