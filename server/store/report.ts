import { LRUCache } from 'lru-cache'
import type { Pool } from 'pg'
import type { ReconcileReport } from '../../schema/graphql/store-reconciles.ts'
import { isStalled } from '../../schema/status.ts'
import { dueAfter, logChanges, triggered } from './change-row.ts'
import { togetherIn, type StoreContext } from './context.ts'
import { staleEpoch } from './delete.ts'
import { dropEntries, recordApplied } from './inventory.ts'
import { notFound } from './objects.ts'
import type { StartedReport } from './reconcile-steps.ts'
import { effectsOf, mayNotify, withoutRetry, type Notified } from './report-effects.ts'
import { isOwnReport, storeTogether } from './reports-together.ts'
import { sharedStatement, type Alone } from './shared-statements.ts'
import { run, transaction, type Sql, type Statement } from './sql.ts'
import { reportedIf, type Reported } from './started-objects.ts'
import { reportRow, storeReports } from './stored-reports.ts'
import { dependents, triggerReferrers } from './write-object.ts'

/**
 * Stores the result of a reconcile and the resources that it applied. Resolves with whether it may have changed more than the time of
 * the next reconcile. Throws STALE_EPOCH when a later reconcile has started.
 */
export function report(context: StoreContext, reported: ReconcileReport): Promise<boolean> {
  const result = { ...reported, status: withoutRetry(reported.status) }
  const started = context.started.take(result.id, result.epoch)
  return togetherIn(context)?.report({ result, started }) ?? reportAlone(context, { result, started })
}

type ReportContext = Pick<StoreContext, 'sql' | 'encryption' | 'reconciledKinds'>

/** The objects that are remembered because their reports notify others. */
const rememberedDependents = 10_000

/** Returns a function that stores the reports that arrive together in one transaction. */
export function reportsTogether(
  context: ReportContext & { sql: Pool },
  limit: Alone,
): (report: StartedReport) => Promise<boolean> {
  const withDependents = new LRUCache<bigint, true>({ max: rememberedDependents })
  const onDependents = (id: bigint): void => void withDependents.set(id, true)
  return sharedStatement(limit, {
    keyOf: ({ result }) => result.id,
    isShared: ({ result }) => !isQuiet(result) && isOwnReport(result) && !withDependents.has(result.id),
    together: (reports) => storeTogether({ ...context, onDependents }, reports),
    alone: (started) => reportAlone(context, started),
  })
}

async function reportAlone(context: ReportContext, { result, started }: StartedReport): Promise<boolean> {
  if (!isQuiet(result)) {
    await storeAnyReport(context, result, started)
    return true
  }
  const { id: objectId, epoch, applied } = result
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
    result.state === undefined ? null : JSON.stringify(result.state),
  ])
  if (found?.isStored === true) return false
  await storeAnyReport(context, { ...result, applied: [] }, found)
  return true
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
  context: ReportContext,
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

    const effects = effectsOf(context, before, result)
    const { notified } = effects
    // The awaited object has changed since it was read, so the next reconcile is due now.
    const missed = awaited !== undefined && (locked.get(awaited.id)?.version ?? 0) !== awaited.version
    const requeueAfter = missed ? 0 : (result.requeueAfter ?? null)
    const row = reportRow(result, { effects, next: { requeueAfter, waitingForId: awaited?.id ?? null } })
    finish(run(sql, storeReports, [`[${row}]`]))
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
  { reconciledKinds }: ReportContext,
  sql: Sql,
  { result, expected }: { result: ReconcileReport; expected: Reported },
): Promise<Map<bigint, Locked>> {
  const { id, waitingFor } = result
  // What is not foreseen here is triggered all the same.
  const foreseen = mayNotify(expected, result)
  const rows = await run<Locked>(sql, locksFor[foreseen], [
    id,
    waitingFor?.id ?? null,
    ...(foreseen === 'none' ? [] : [reconciledKinds]),
  ])
  return new Map(rows.map((row) => [row.id, row]))
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
