import type { Pool } from 'pg'
import type { ReconcileReport } from '../../schema/graphql/store-reconciles.ts'
import type { StoreContext } from './context.ts'
import { staleEpoch } from './delete.ts'
import type { Encryption } from './encryption.ts'
import { manyResources, recordAll } from './inventory.ts'
import { effectsOf, mayNotify, type ReportEffects } from './report-effects.ts'
import type { StartedReport } from './reconcile-steps.ts'
import type { Outcome } from './shared-statements.ts'
import { run, transaction, type Statement } from './sql.ts'
import { reportedIf, type Reported } from './started-objects.ts'
import { reportRow, storeReports } from './stored-reports.ts'
import { dependentsOf, triggerReferrersOfAll } from './write-object.ts'

/** Reports whether a report is short, and about nothing but its own object. */
export function isOwnReport({ waitingFor, gone = [], applied }: ReconcileReport): boolean {
  return waitingFor === undefined && gone.length === 0 && applied.length < manyResources
}

interface TogetherContext extends Pick<StoreContext, 'encryption' | 'reconciledKinds'> {
  sql: Pool
  /** Called with each object that has dependents to notify. */
  onDependents(id: bigint): void
}

/**
 * Stores reports of different objects in one transaction, each of which is {@link isOwnReport}. Leaves out those whose objects are locked
 * or that notify others: in what order the rows of those are locked is decided for each report alone.
 */
export function storeTogether(
  { sql, encryption, reconciledKinds, onDependents }: TogetherContext,
  reports: readonly StartedReport[],
): Promise<Map<bigint, Outcome<boolean>>> {
  return transaction(sql, async (client, finish) => {
    const outcomes = new Map<bigint, Outcome<boolean>>()
    const records = reports
      .filter(({ result }) => result.applied.length > 0)
      .map(({ result: { id: objectId, epoch, applied } }) => ({
        holder: { objectId, epoch },
        resources: applied,
      }))
    const ids = reports.map(({ result }) => result.id)
    const toNotify = reports.filter(
      ({ result, started }) => started === undefined || mayNotify(started, result) !== 'none',
    )
    // Sent together. Once the locks are held, no later reconcile can start before the end of the transaction.
    const [locked, recorded] = await Promise.all([
      run<Locked>(client, lockFree, [ids, toNotify.map(({ result }) => result.id), reconciledKinds]),
      recordAll(client, records),
    ])
    const rows: string[] = []
    const notifying: bigint[] = []
    for (const { result } of reports) {
      const { id, epoch, applied, requeueAfter = null } = result
      const before = locked.find((row) => row.id === id)
      if (before === undefined || (applied.length > 0 && !recorded.has(id))) continue
      if (before.epoch !== epoch) {
        outcomes.set(id, staleEpoch(before, epoch))
        continue
      }
      const effects = knownEffects(encryption, before, result)
      if (effects === undefined) continue
      const notifies = effects.notified !== 'none'
      // Of an object that was not expected to notify any, they are not known.
      if (notifies && before.hasDependents !== false) {
        if (before.hasDependents === true) onDependents(id)
        continue
      }
      rows.push(reportRow(result, { effects, next: { requeueAfter, waitingForId: null } }))
      // Others may have started to depend on it since.
      if (notifies) notifying.push(id)
      outcomes.set(id, { result: true })
    }
    if (rows.length > 0) finish(run(client, storeReports, [`[${rows.join()}]`]))
    if (notifying.length > 0) finish(run(client, triggerReferrersOfAll, [notifying, reconciledKinds]))
    return outcomes
  })
}

/** Returns the effects of a report; undefined if a secret of its object cannot be opened, with which only this report fails, alone. */
function knownEffects(
  encryption: Encryption,
  before: Reported,
  result: ReconcileReport,
): ReportEffects | undefined {
  try {
    return effectsOf({ encryption }, before, result)
  } catch {
    return undefined
  }
}

type Locked = Reported & {
  /** Null if it is not known. */
  hasDependents: boolean | null
}

/** Locks those of the objects $1 that are free, and reports which of those in $2 have dependents of the kinds $3. */
const lockFree: Statement = {
  name: 'lock-reported-free',
  text: `
  WITH dependent AS MATERIALIZED (
    SELECT DISTINCT "onId" FROM (${dependentsOf('= ANY($2)')}) dependents
    CROSS JOIN LATERAL (SELECT kind FROM "Object" WHERE id = dependents.id OFFSET 0) object
    WHERE object.kind = ANY($3)
  ), given AS MATERIALIZED (
    SELECT id FROM unnest($1::bigint[]) AS given (id) ORDER BY id
  )
  SELECT object.id, ${reportedIf('true')},
    CASE WHEN object.id = ANY($2) THEN object.id IN (SELECT "onId" FROM dependent) END AS "hasDependents"
  FROM given CROSS JOIN LATERAL (SELECT * FROM "Object" WHERE id = given.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED) object`,
}
