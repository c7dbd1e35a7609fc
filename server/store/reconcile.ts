import type { Pool } from 'pg'
import { PlatformError, shownValue } from '../../schema/errors.ts'
import type { StartedReconcile, SeenResource } from '../../schema/graphql/store-reconciles.ts'
import type { ObjectTarget, Write } from '../../schema/graphql/store-writes.ts'
import { mergeVariables, receivingKinds } from '../../schema/application-variables.ts'
import { findKind } from '../../schema/kinds/index.ts'
import { reconcileLease } from '../../schema/reconcile-lease.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { logChanges, triggered } from './change-row.ts'
import { confirmedRemovals } from './confirmation.ts'
import { togetherIn, type StoreContext } from './context.ts'
import { idOf } from './lookups.ts'
import { keyOf, notFound } from './objects.ts'
import type { Start, StartedRow } from './reconcile-steps.ts'
import { sharedStatement, type Alone } from './shared-statements.ts'
import { listed, run, type Sql, type Statement } from './sql.ts'
import { givesVariables } from './write-object.ts'

/**
 * Starts a reconcile: takes the next epoch, which fences off every report of an earlier one, and the lease of the object.
 * Throws LEASE_HELD while another reconcile has the lease, unless that is the one of `epoch`, which this one succeeds. When
 * the lease expires without a report, for example because the worker died, resync triggers the object again.
 */
export async function startReconcile(
  context: StoreContext,
  id: bigint,
  epoch: number | null = null,
): Promise<StartedReconcile | undefined> {
  const started = await (togetherIn(context)?.start ?? startAlone(context.sql))({ id, epoch })
  if (started === undefined) return undefined
  const { controlPlane, labelId, mayHaveOrphans, owns, variables, ...found } = started
  const { isHeld, isUnreported, hasApplied, hasExternal, hasAbandoned, ...object } = found
  const startedAt = startOf(object)
  context.started.remember(object)
  return {
    object,
    startedAt,
    controlPlane,
    labelId,
    mayHaveOrphans,
    owns,
    isHeld,
    hasApplied: hasApplied || isUnreported,
    hasExternal: hasExternal || isUnreported,
    hasAbandoned,
    variables: mergeVariables(variables ?? []),
    confirmed: confirmedRemovals(object, startedAt),
  }
}

/** Resolves with undefined for an object that is gone. */
type StartOne = (start: Start) => Promise<StartedRow | undefined>

function startAlone(sql: Sql): StartOne {
  return async ({ id, epoch }) => {
    const [started] = await run<StartedRow>(sql, startStatement, [id, epoch])
    if (started !== undefined) return started
    const [held] = await run<Pick<StoredObject, 'kind' | 'name'>>(sql, findHeld, [id])
    if (held === undefined) return undefined
    throw new PlatformError('LEASE_HELD', `${held.kind} ${shownValue(held.name)} is already being reconciled`)
  }
}

/** Returns a function that starts the reconciles that arrive together in one statement. */
export function startsTogether(sql: Pool, limit: Alone): StartOne {
  return sharedStatement<Start, StartedRow | undefined>(limit, {
    together: async (starts) => {
      const rows = await run<StartedRow>(sql, startAllStatement, [
        starts.map(({ id }) => id),
        starts.map(({ epoch }) => epoch),
      ])
      return new Map(rows.map((row) => [row.id, { result: row }]))
    },
    keyOf: ({ id }) => id,
    alone: startAlone(sql),
  })
}

/** Returns the time at which the database has granted the lease of an object. */
function startOf({ leaseExpiresAt }: StoredObject): Date {
  if (leaseExpiresAt === null) throw new Error('a reconcile has started without a lease')
  return new Date(leaseExpiresAt.getTime() - reconcileLease)
}

const lease = `${reconcileLease} milliseconds`

const leased = `epoch = object.epoch + 1, "nextReconcileAt" = NULL, "leaseExpiresAt" = now() + interval '${lease}'`

/** Returns the condition that no reconcile has the lease of an object, other than the one with an epoch. */
function mayStart(epoch: string): string {
  return `(object."leaseExpiresAt" IS NULL OR object."leaseExpiresAt" <= now() OR object.epoch = ${epoch})`
}

/** The application to which objects with variables are attached: a canary has those of its workload. */
const receiver = `CASE started.kind WHEN 'CanaryWorkload'
        THEN (SELECT own."toId" FROM "Reference" own WHERE own."fromId" = started.id AND own.field = 'workloadInstance')
        ELSE started.id END`

/**
 * The columns of a {@link StartedRow} besides those of `started`. With `OFFSET 0`, Postgres looks for the rows of the object, and does not
 * read all rows of a table into a hash table.
 */
const startedColumns = `
  SELECT started.*, plane.id AS "controlPlane", coalesce(former.id, started.id) AS "labelId",
    former.id IS NULL AND NOT isempty(plane."orphanedIds") AND started.id > lower(plane."orphanedIds") AS "mayHaveOrphans",
    EXISTS (SELECT FROM "Ownership" WHERE "ownerId" = started.id OFFSET 0) AS owns,
    started."deletionRequestedAt" IS NOT NULL
      AND EXISTS (SELECT FROM "Reference" WHERE "toId" = started.id OFFSET 0) AS "isHeld",
    EXISTS (SELECT FROM "AppliedResource" WHERE "objectId" = started.id OFFSET 0) AS "hasApplied",
    EXISTS (SELECT FROM "ExternalResource" WHERE "objectId" = started.id OFFSET 0) AS "hasExternal",
    started.kind = 'KubernetesRuntimeInstance'
      AND EXISTS (SELECT FROM "AbandonedResource" WHERE "runtimeId" = started.id OFFSET 0) AS "hasAbandoned",
    CASE WHEN started.kind IN (${listed(receivingKinds)}) THEN (
      SELECT jsonb_agg(giver.status #> '{outputs,variables}' ORDER BY giver.id)
      FROM "Reference" JOIN "Object" giver ON giver.id = "fromId"
      WHERE "toId" = ${receiver} AND ${givesVariables} AND giver."deletionRequestedAt" IS NULL
        AND giver.status #> '{outputs,variables}' IS NOT NULL
    ) END AS variables
  FROM started CROSS JOIN "ControlPlane" plane LEFT JOIN "FormerId" former ON former."objectId" = started.id`

/**
 * Starts the reconcile of the object $1, which may succeed the one with the epoch $2. A reconcile that has not reported may still have
 * recorded something while this statement waited for it, which the snapshot of the statement does not contain: its inventories are
 * read in any case.
 */
const startStatement: Statement = {
  name: 'start-reconcile',
  text: `
  WITH started AS (
    UPDATE "Object" object SET ${leased}
    FROM (SELECT id, "leaseExpiresAt" IS NOT NULL AS "isUnreported" FROM "Object" WHERE id = $1) former
    WHERE object.id = $1 AND former.id = object.id AND ${mayStart('$2::int')}
    RETURNING object.*, "isUnreported"
  )
  ${startedColumns}`,
}

/**
 * Starts the reconciles of different objects ($1), each of which may succeed the one with the epoch of the same place in $2, as
 * {@link startStatement} does. Leaves out what is locked, so that the others do not wait for it.
 */
const startAllStatement: Statement = {
  name: 'start-reconciles',
  text: `
  WITH given AS MATERIALIZED (
    SELECT id, epoch FROM unnest($1::bigint[], $2::int[]) AS given (id, epoch) ORDER BY id
  ), former AS MATERIALIZED (
    SELECT object.* FROM given CROSS JOIN LATERAL (
      SELECT id, "leaseExpiresAt" IS NOT NULL AS "isUnreported" FROM "Object" WHERE id = given.id OFFSET 0
    ) object
  ), free AS MATERIALIZED (
    SELECT object.id, given.epoch FROM given CROSS JOIN LATERAL (
      SELECT id FROM "Object" WHERE id = given.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
    ) object
  ), started AS (
    UPDATE "Object" object SET ${leased}
    FROM free JOIN former USING (id)
    WHERE object.id = ANY(ARRAY(SELECT id FROM free)) AND object.id = free.id AND ${mayStart('free.epoch')}
    RETURNING object.*, "isUnreported"
  )
  ${startedColumns}`,
}

const findHeld: Statement = { name: 'find-held', text: 'SELECT kind, name FROM "Object" WHERE id = $1' }

/**
 * Renews the leases of reconciles that a worker still runs, by their epochs; resolves with the objects that still have
 * one.
 */
export async function renewLeases(
  context: StoreContext,
  held: readonly { id: bigint; epoch: number }[],
): Promise<bigint[]> {
  const columns = [held.map(({ id }) => id), held.map(({ epoch }) => epoch)]
  return (await run<{ id: bigint }>(context.sql, extendLeases, columns)).map(({ id }) => id)
}

const extendLeases: Statement = {
  name: 'extend-leases',
  text: `
  UPDATE "Object" SET "leaseExpiresAt" = now() + interval '${lease}'
  WHERE id = ANY(ARRAY(
    SELECT id FROM "Object" JOIN unnest($1::bigint[], $2::int[]) AS held (id, epoch) USING (id, epoch)
    WHERE "leaseExpiresAt" IS NOT NULL ORDER BY id FOR NO KEY UPDATE OF "Object"
  )) RETURNING id`,
}

/** Triggers the reconciler of an object now, regardless of what the object waits for. */
export async function trigger(
  context: StoreContext,
  target: ObjectTarget,
  write: Write,
): Promise<StoredObject> {
  const key = await keyOf(context, target)
  if (findKind(key.kind)?.reconciled !== true) {
    const message = `${key.kind} ${shownValue(key.name)} has no reconciler: it is ready as soon as it is accepted`
    throw new PlatformError('INVALID_INPUT', message, {
      details: { fields: [{ path: 'kind', code: 'INVALID', message }] },
    })
  }
  const [row] = await run<StoredObject>(context.sql, triggerObject, [
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

const triggerObject: Statement = {
  name: 'trigger-object',
  text: `
  WITH triggered AS (
    UPDATE "Object" object SET ${triggered}, stalled = false
    WHERE id = ANY(ARRAY(${idOf({ kind: '$1', project: '$2::text', name: '$3' })})) AND ($7::bigint IS NULL OR id = $7)
    RETURNING *
  ), logged AS (
    ${logChanges('triggered', { operation: 'TRIGGER', actor: '$4', reason: '$5', traceparent: '$6' })}
  )
  SELECT * FROM triggered`,
}

/**
 * Triggers objects by their ids. Skips objects that are gone or have no reconciler, and with `idle` also those that are being
 * reconciled. Resolves with the ids of the triggered objects.
 */
export async function triggerAll(
  context: Pick<StoreContext, 'reconciledKinds'> & { sql: Sql },
  { ids, idle = false }: { ids: readonly bigint[]; idle?: boolean },
  write: Write,
): Promise<Set<bigint>> {
  const triggered = await run<{ id: bigint }>(context.sql, triggerMany, [
    ids,
    context.reconciledKinds,
    write.actor,
    write.reason ?? null,
    write.traceparent ?? null,
    idle,
  ])
  return new Set(triggered.map(({ id }) => id))
}

const triggerMany: Statement = {
  name: 'trigger-many',
  text: `
  WITH triggered AS (
    UPDATE "Object" SET ${triggered}
    WHERE id = ANY(ARRAY(
      SELECT id FROM "Object" WHERE id = ANY($1) AND kind = ANY($2)
        AND NOT ($6 AND coalesce("leaseExpiresAt" > now(), false))
      ORDER BY id FOR NO KEY UPDATE
    ))
    RETURNING *
  ), logged AS (
    ${logChanges('triggered', { operation: 'TRIGGER', actor: '$3', reason: '$4', traceparent: '$5' })}
  )
  SELECT id FROM triggered`,
}

/** Triggers objects that have resources in a runtime, or the runtime itself: the given ones, or all that have resources. */
export async function triggerRuntime(
  context: StoreContext,
  runtimeId: bigint,
  { ids, ...write }: Write & { ids?: readonly bigint[] | undefined },
): Promise<void> {
  const owners = await run<{ objectId: bigint }>(context.sql, findOwners, [runtimeId, ids ?? null])
  if (owners.length > 0) await triggerAll(context, { ids: owners.map(({ objectId }) => objectId) }, write)
}

const findOwners: Statement = {
  name: 'find-owners',
  text: `
  SELECT DISTINCT "objectId" FROM "AppliedResource"
  WHERE "runtimeId" = $1 AND ($2::bigint[] IS NULL OR "objectId" = ANY($2))
  UNION SELECT $1 WHERE $1 = ANY($2)`,
}

/**
 * Triggers the owners of resources that have changed since they were applied last. What a reconcile applied is known only
 * after its report, so an owner that is being reconciled is not triggered but returned as undecided, to be retried. An owner that is
 * being deleted is triggered only once something is gone that it waits for, unless it has Jobs, which may run on its deletion.
 */
export async function triggerOwners(
  context: StoreContext,
  seen: readonly SeenResource[],
  write: Write,
): Promise<{ triggered: bigint[]; undecided: bigint[] }> {
  const changed = await run<{ ownerId: bigint; objectId: bigint }>(context.sql, findChanged, [
    JSON.stringify(seen.map(({ ownerId, ...rest }) => ({ ...rest, ownerId: String(ownerId) }))),
    context.reconciledKinds,
  ])
  if (changed.length === 0) return { triggered: [], undecided: [] }
  const triggered = await triggerAll(
    context,
    { ids: changed.map(({ objectId }) => objectId), idle: true },
    write,
  )
  const undecided = changed.filter(({ objectId }) => !triggered.has(objectId)).map(({ ownerId }) => ownerId)
  return { triggered: [...triggered], undecided }
}

/** With `OFFSET 0`, Postgres looks for the resources of each owner, and does not read those of all into a hash table. */
const findChanged: Statement = {
  name: 'find-changed',
  text: `
  SELECT DISTINCT "ownerId", owner.id AS "objectId"
  FROM jsonb_to_recordset($1::jsonb) AS seen ("ownerId" bigint, uid text, "resourceVersion" text)
  LEFT JOIN "FormerId" former ON former.id = seen."ownerId"
  CROSS JOIN LATERAL (
    SELECT id, kind, "deletionRequestedAt" IS NOT NULL AND NOT EXISTS (
      SELECT FROM "AppliedResource"
      WHERE "objectId" = object.id AND "group" = 'batch' AND kind = 'Job'
      OFFSET 0
    ) AS "onlyLeaves"
    FROM "Object" object WHERE id = coalesce(former."objectId", seen."ownerId") OFFSET 0
  ) owner
  WHERE owner.kind = ANY($2) AND CASE
    WHEN "onlyLeaves" THEN seen."resourceVersion" IS NULL AND EXISTS (
      SELECT FROM "AppliedResource" applied
      WHERE applied."objectId" = owner.id AND coalesce(applied.uid, seen.uid) = seen.uid
      OFFSET 0
    )
    ELSE NOT EXISTS (
      SELECT FROM "AppliedResource" applied
      WHERE applied."objectId" = owner.id AND applied.uid = seen.uid
        AND applied."resourceVersion" = seen."resourceVersion"
      OFFSET 0
    )
  END`,
}
