import type { ReconcileReport } from '../../schema/graphql/store-reconciles.ts'
import { isStalled, type ObjectStatus } from '../../schema/status.ts'
import { dueAfter, logChanges, triggered } from './change-row.ts'
import { isConfirmed, nextConfirmation } from './confirmation.ts'
import type { StoreContext } from './context.ts'
import { deepEqual } from './deep-equal.ts'
import { staleEpoch } from './delete.ts'
import { dropEntries, recordApplied } from './inventory.ts'
import { notFound } from './objects.ts'
import { isReady, run, statusOf, transaction, type Sql, type Statement } from './sql.ts'
import { eventRows, insertEvents } from './reported-events.ts'
import { outputContext } from './secrets.ts'
import { reportedColumns, type Reported } from './started-objects.ts'
import { dependents, triggerReferrers } from './write-object.ts'

/**
 * Stores the result of a reconcile and the resources that it applied. Resolves with whether it may have changed more than the time of
 * the next reconcile. Throws STALE_EPOCH when a later reconcile has started.
 */
export async function report(context: StoreContext, reported: ReconcileReport): Promise<boolean> {
  const result = { ...reported, status: withoutRetry(reported.status) }
  const { id: objectId, epoch, applied } = result
  const started = context.started.take(objectId, epoch)
  if (!isQuiet(result)) {
    await storeAnyReport(context, result, started)
    return true
  }
  if (applied.length > 0) await recordApplied(context, { objectId, epoch }, applied)
  const [found] = await run<Reported & { isStored: boolean }>(context.sql, storeQuietReport, [
    result.id,
    JSON.stringify(result.status),
    result.observedGeneration,
    result.failures,
    result.requeueAfter ?? null,
    result.triggers,
    result.epoch,
    result.confirm === undefined,
    stateOf(result),
  ])
  if (found?.isStored === true) return false
  await storeAnyReport(context, { ...result, applied: [] }, found)
  return true
}

/** The SQL of {@link reportedColumns} of a row `object`, without their values unless a condition holds. */
function reportedIf(condition: string): string {
  return reportedColumns
    .map((column) => `CASE WHEN ${condition} THEN object."${column}" END AS "${column}"`)
    .join(', ')
}

/**
 * Reports whether a report may have changed nothing, as most do. Such a report takes one statement, which has no effect
 * if something did change.
 */
function isQuiet({
  waitingFor,
  secretOutputs,
  events,
  confirm,
  status,
  gone = [],
}: ReconcileReport): boolean {
  const hasNoEffects =
    waitingFor === undefined && secretOutputs === undefined && events.length === 0 && gone.length === 0
  return hasNoEffects && confirm == null && !isStalled(status)
}

function stateOf({ state }: ReconcileReport): string | null {
  return state === undefined ? null : JSON.stringify(state)
}

/**
 * $1 id, $2 status, $3 observed generation, $4 failures, $5 requeue after (ms), $6 triggers, $7 epoch, $8 true to retain a
 * confirmation, $9 reconciler state or null to retain it. Returns the object as it is if the report is not stored.
 */
const storeQuietReport: Statement = {
  name: 'store-quiet-report',
  text: `
  WITH stored AS (
    UPDATE "Object" SET "observedGeneration" = $3, failures = $4, "waitingForId" = NULL, "leaseExpiresAt" = NULL,
      "nextReconcileAt" = CASE WHEN triggers <> $6 THEN now() ELSE ${dueAfter('$5')} END
    WHERE id = $1 AND epoch = $7 AND status = $2::jsonb AND (confirmation IS NULL OR ($8 AND confirmation ? 'confirmedBy'))
      AND NOT stalled AND "reconcilerState" = coalesce($9::jsonb, "reconcilerState")
    RETURNING id
  )
  SELECT object.id, stored.id IS NOT NULL AS "isStored", ${reportedIf('stored.id IS NULL')}
  FROM "Object" object LEFT JOIN stored ON true WHERE object.id = $1`,
}

/** @param found The object, if it was read before: what it depends on is decided again once it is locked. */
async function storeAnyReport(
  context: StoreContext,
  result: ReconcileReport,
  found: Reported | undefined,
): Promise<void> {
  let known = found
  await transaction(context.sql, async (sql, finish) => {
    const awaited = result.waitingFor
    const expected = known ?? (await run<Reported>(sql, findReported, [result.id]))[0]
    // If the transaction is repeated, it has changed.
    known = undefined
    if (expected === undefined) throw notFound({ id: result.id })
    const { id: objectId, epoch, applied, gone = [] } = result
    // Sent together. Once the locks are held, a later reconcile cannot start before the end of the transaction.
    const [locked] = await Promise.all([
      lockForReport(context, sql, { result, expected }),
      applied.length === 0 ? [] : recordApplied({ sql }, { objectId, epoch }, applied),
    ])
    const before = locked.get(result.id)
    if (before === undefined) throw notFound({ id: result.id })
    if (before.epoch !== result.epoch) throw staleEpoch(before, result.epoch)

    const secretOutputs = sealOutputs(context, before, result.secretOutputs)
    const ready = isReady(result.status)
    // A change that arrived during the reconcile may resolve the stall; the next reconcile follows at once and decides.
    const isNewest = result.observedGeneration >= before.generation && result.triggers === before.triggers
    const confirmation = confirmationAfter(before, result, isNewest)
    const stalled = isNewest && isStalled(result.status)
    const changed =
      stalled !== before.stalled ||
      // By the version, a reconcile that starts to wait for this one notices that it has missed it.
      result.observedGeneration !== before.observedGeneration ||
      !deepEqual(result.status, withoutRetry(statusOf(before))) ||
      secretOutputs !== undefined
    const notified =
      secretOutputs !== undefined || stalled !== before.stalled ? 'dependents' : notifiedBy(before, result)
    // The awaited object has changed since it was read, so the next reconcile is due now.
    const missed = awaited !== undefined && (locked.get(awaited.id)?.version ?? 0) !== awaited.version
    const stored = run(sql, storeReport, [
      result.id,
      JSON.stringify(result.status),
      ready,
      result.observedGeneration,
      result.failures,
      missed ? 0 : (result.requeueAfter ?? null),
      result.triggers,
      awaited?.id ?? null,
      secretOutputs ?? null,
      changed,
      notified === 'dependents',
      result.actor,
      result.traceparent ?? null,
      confirmation === null ? null : JSON.stringify(confirmation),
      eventRows(result.events),
      stalled,
      stateOf(result),
    ])
    finish(stored)
    if (gone.length > 0) finish(dropEntries(sql, { objectId, epoch }, gone))
    if (notified === 'dependents') finish(run(sql, triggerReferrers, [result.id, context.reconciledKinds]))
    if (notified === 'waiting') {
      const { actor, traceparent = null } = result
      finish(run(sql, triggerWaiting, [result.id, context.reconciledKinds, actor, traceparent]))
    }
  })
}

/** A locked row: of the object itself with what the report depends on. */
type Locked = Reported & { version: number }

/**
 * Locks the rows that a report may write, in the order of their ids: the object, the one that it waits for, and those that it
 * triggers. In any other order, the reports of an owner and of what it owns would wait for each other until Postgres notices, a
 * second later.
 *
 * @param expected The object before it is locked
 */
async function lockForReport(
  { reconciledKinds }: StoreContext,
  sql: Sql,
  { result, expected }: { result: ReconcileReport; expected: Reported },
): Promise<Map<bigint, Locked>> {
  const { id, waitingFor, secretOutputs } = result
  // What is not foreseen here is triggered all the same.
  const mayNotify =
    secretOutputs !== undefined || expected.stalled || isStalled(result.status)
      ? 'dependents'
      : notifiedBy(expected, result)
  const rows = await run<Locked>(sql, locksFor[mayNotify], [
    id,
    waitingFor?.id ?? null,
    ...(mayNotify === 'none' ? [] : [reconciledKinds]),
  ])
  return new Map(rows.map((row) => [row.id, row]))
}

/** The objects that a report triggers: all that depend on the object, or only those that wait for it. */
type Notified = 'dependents' | 'waiting' | 'none'

/**
 * Returns the objects for which a report contains something new. That an object has observed its latest generation concerns only those
 * that wait for it; otherwise each further owner of a shared object would trigger all others.
 */
function notifiedBy(before: Reported, { status, observedGeneration }: ReconcileReport): Notified {
  if (isReady(status) !== before.ready || affectsDependents(statusOf(before), status)) return 'dependents'
  return observedGeneration === before.observedGeneration ? 'none' : 'waiting'
}

/** Returns the confirmation to store with the report. */
function confirmationAfter(before: Reported, { confirm }: ReconcileReport, isNewest: boolean): unknown {
  // A confirmed removal is still in progress, or has been confirmed during the reconcile, for the next one; an unconfirmed one
  // is no longer pending.
  if (confirm === undefined || (confirm === null && !isNewest))
    return isConfirmed(before) ? before.confirmation : null
  return confirm === null ? null : nextConfirmation(before, confirm, new Date())
}

/**
 * Removes the retry time from a status: it has its own column, which each trigger moves. Only workers and rows of release
 * 0.1.0 have it in the status.
 */
function withoutRetry({ cause, ...status }: ObjectStatus): ObjectStatus {
  if (cause === undefined) return status
  const { retryAt: _, ...lasting } = cause
  return { ...status, cause: lasting }
}

/** Reports whether a status change matters to dependents: the phase, the reason of the cause, or the outputs. */
function affectsDependents(before: ObjectStatus, now: ObjectStatus): boolean {
  return (
    before.phase !== now.phase ||
    before.cause?.reason !== now.cause?.reason ||
    !deepEqual(now.outputs, before.outputs)
  )
}

/** Seals secret outputs; returns undefined when they equal the stored ones. */
function sealOutputs(
  context: StoreContext,
  object: Reported,
  outputs: Readonly<Record<string, string>> | undefined,
): string | undefined {
  if (outputs === undefined) return undefined
  const stored = (object.secretOutputs ?? {}) as Record<string, string>
  const entries = Object.entries(outputs)
  const isUnchanged = entries.every(([name, value]) => {
    const sealed = stored[name]
    return sealed !== undefined && context.encryption.open(sealed, outputContext(object, name)) === value
  })
  if (isUnchanged && entries.length === Object.keys(stored).length) return undefined
  const sealed = entries.map(([name, value]) => [
    name,
    context.encryption.seal(value, outputContext(object, name)),
  ])
  return JSON.stringify(Object.fromEntries(sealed))
}

const findReported: Statement = {
  name: 'find-reported',
  text: `SELECT object.id, ${reportedIf('true')} FROM "Object" object WHERE object.id = $1`,
}

/** Returns the SQL that locks the reported object $1, the awaited one $2 unless it is null, and others. */
const lockReportedAnd = (others: string): string => `
  SELECT object.id, object.version, ${reportedIf('object.id = $1')}
  FROM "Object" object WHERE ${others} ORDER BY object.id FOR NO KEY UPDATE`

/** $1 id, $2 the id of the awaited object, or null. */
const lockBoth: Statement = {
  name: 'lock-reported-and-awaited',
  text: lockReportedAnd('object.id = ANY(ARRAY[$1, $2]::bigint[])'),
}

/** $1 id, $2 the id of the awaited object, or null, $3 reconciled kinds. */
const lockWithDependents: Statement = {
  name: 'lock-reported-with-dependents',
  text: lockReportedAnd(`
    object.id = ANY(${dependents} || ARRAY[$1, $2]::bigint[]) AND (object.kind = ANY($3) OR object.id = $1 OR object.id = $2)`),
}

/** $1 id, $2 the id of the awaited object, or null, $3 reconciled kinds. */
const lockWithWaiting: Statement = {
  name: 'lock-reported-with-waiting',
  text: lockReportedAnd(`object.id = ANY(ARRAY(${waiting('$3')}) || ARRAY[$1, $2]::bigint[])`),
}

const locksFor: Readonly<Record<Notified, Statement>> = {
  dependents: lockWithDependents,
  waiting: lockWithWaiting,
  none: lockBoth,
}

/** Returns the SQL of a query for the objects that wait for $1. */
function waiting(kinds: string): string {
  return `SELECT id FROM "Object" WHERE "waitingForId" = $1 AND kind = ANY(${kinds})`
}

/**
 * $1 id, $2 reconciled kinds, $3 actor, $4 traceparent. A separate statement, as {@link triggerReferrers} is. Each object gets an
 * entry of its own in the log, since that of the report is for all dependents.
 */
const triggerWaiting: Statement = {
  name: 'trigger-waiting',
  text: `
  WITH triggered AS (
    UPDATE "Object" SET ${triggered}
    WHERE id = ANY(ARRAY(${waiting('$2')} ORDER BY id FOR NO KEY UPDATE))
    RETURNING *
  )
  ${logChanges('triggered', { operation: 'TRIGGER', actor: '$3', traceparent: '$4' })}`,
}

export const lockReported: Statement = {
  name: 'lock-reported',
  text: 'SELECT * FROM "Object" WHERE id = $1 FOR NO KEY UPDATE',
}

/**
 * $1 id, $2 status, $3 ready, $4 observed generation, $5 failures, $6 requeue after (ms), $7 triggers seen at the start, $8
 * awaited id, $9 secret outputs, $10 changed, $11 triggers referrers, $12 actor, $13 traceparent, $14 confirmation, $15
 * events, $16 stalled, $17 reconciler state or null to retain it. A trigger that arrived after the start makes the next
 * reconcile due at once.
 */
const storeReport: Statement = {
  name: 'store-report',
  text: `
  WITH updated AS (
    UPDATE "Object" SET status = $2, ready = $3, "observedGeneration" = $4, failures = $5,
      version = version + $10::boolean::int, "waitingForId" = $8, "secretOutputs" = coalesce($9, "secretOutputs"),
      "leaseExpiresAt" = NULL, confirmation = $14::jsonb, stalled = $16,
      "reconcilerState" = coalesce($17::jsonb, "reconcilerState"),
      "nextReconcileAt" = CASE WHEN triggers <> $7 THEN now() ELSE ${dueAfter('$6')} END,
      "updatedAt" = CASE WHEN $10 THEN now() ELSE "updatedAt" END
    WHERE id = $1 RETURNING *
  ), recorded AS (
    ${insertEvents('$1', '$15')}
  )
  ${logChanges('updated', { operation: 'STATUS', actor: '$12', after: 'status', triggersReferrers: '$11', traceparent: '$13' }, 'WHERE $10')}`,
}
