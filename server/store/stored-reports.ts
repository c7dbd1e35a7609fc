import type { ReconcileReport } from '../../schema/graphql/store-reconciles.ts'
import { dueAfter, logChanges } from './change-row.ts'
import type { ReportEffects } from './report-effects.ts'
import { distinctEvents, eventsFrom, insertEvents } from './reported-events.ts'
import type { Statement } from './sql.ts'

/** What becomes of the object of a report besides its effects. */
interface Following {
  /** Milliseconds until the next reconcile; null if there is none. */
  requeueAfter: number | null
  /** The object that it waits for. */
  waitingForId: bigint | null
}

/** Returns the row of a report for {@link storeReports}, as JSON. */
export function reportRow(
  {
    id,
    epoch,
    status,
    observedGeneration,
    failures,
    triggers,
    actor,
    traceparent,
    events,
    state,
  }: ReconcileReport,
  { effects, next }: { effects: ReportEffects; next: Following },
): string {
  const { ready, stalled, changed, notified, confirmation, secretOutputs } = effects
  return JSON.stringify({
    id: String(id),
    epoch,
    status,
    ready,
    stalled,
    observed: observedGeneration,
    failures,
    triggers,
    requeueAfter: next.requeueAfter,
    waitingForId: next.waitingForId === null ? null : String(next.waitingForId),
    confirmation,
    secretOutputs,
    state,
    events: distinctEvents(events),
    changed,
    triggersReferrers: notified === 'dependents',
    actor,
    traceparent,
  })
}

/**
 * Stores the reports ($1, a JSON array of rows) of objects that the transaction has locked. Without secret outputs or a reconciler state,
 * an object keeps those that it has. A trigger that arrived after the start makes the next reconcile due at once.
 */
export const storeReports: Statement = {
  name: 'store-reports',
  text: `
  WITH item AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS given (
      id bigint, epoch int, status jsonb, ready boolean, stalled boolean, observed int, failures int, triggers int, "requeueAfter" bigint,
      "waitingForId" bigint, confirmation jsonb, "secretOutputs" jsonb, state jsonb, events jsonb, changed boolean,
      "triggersReferrers" boolean, actor text, traceparent text
    )
  ), updated AS (
    UPDATE "Object" object SET status = item.status, ready = item.ready, stalled = item.stalled,
      "observedGeneration" = item.observed, failures = item.failures, version = version + changed::int,
      "waitingForId" = item."waitingForId", confirmation = item.confirmation,
      "secretOutputs" = coalesce(item."secretOutputs", object."secretOutputs"), "leaseExpiresAt" = NULL,
      "reconcilerState" = coalesce(item.state, object."reconcilerState"),
      "nextReconcileAt" = CASE WHEN object.triggers <> item.triggers THEN now() ELSE ${dueAfter('item."requeueAfter"')} END,
      "updatedAt" = CASE WHEN changed THEN now() ELSE object."updatedAt" END
    FROM item WHERE object.id = ANY(ARRAY(SELECT id FROM item)) AND object.id = item.id AND object.epoch = item.epoch
    RETURNING object.*
  ), recorded AS (
    ${insertEvents('item.id', `item CROSS JOIN LATERAL ${eventsFrom('item.events')}`)}
  )
  ${logChanges(
    'updated',
    {
      operation: 'STATUS',
      actor: 'actor',
      after: 'updated.status',
      triggersReferrers: '"triggersReferrers"',
      traceparent: 'traceparent',
    },
    'JOIN item ON item.id = updated.id WHERE changed ORDER BY updated.id',
  )}`,
}
