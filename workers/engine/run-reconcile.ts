import { event } from '../../schema/status.ts'
import {
  RecordAppliedDocument,
  ReportReconcileDocument,
  type AppliedResourceInput,
} from '../generated/documents.ts'
import type { Client } from '../api-client.ts'
import type { Removal } from '../../schema/confirmation.ts'
import { isPlatformError, toErrorRecord, type ErrorCode, type ErrorRecord } from '../../schema/errors.ts'
import { defined } from '../../schema/defined.ts'
import { ReconcilerState } from '../../schema/reconciler-state.ts'
import type { EventReport, ObjectStatus } from '../../schema/status.ts'
import type { Log } from '../../telemetry/log.ts'
import { chunks } from '../../schema/chunks.ts'
import { sendWithGone } from '../gone-entries.ts'
import { confirmDeletion, eventsOfReport } from './confirm-deletion.ts'
import { startReconcile, type StartedReconcile } from './start-reconcile.ts'
import { leaseTerm, type LeaseClock } from './lease-clock.ts'
import { nextReconcile } from './next-reconcile.ts'
import { failed, waitingFor, type Outcome, type ThreadLoss } from './outcome.ts'
import { releaseAttached, releaseOwned } from './owned-objects.ts'
import { lostThread, quarantineWhenExhausted, withoutThreadLost } from './quarantine.ts'
import type { ReconcileContext, Reconciler } from './reconciler.ts'
import { failingOf, stallOf, withFailing } from './stall.ts'
import { nextStatus } from './status.ts'

/** The result of one reconcile, for the process that dispatched it. */
export type ReconcileResult =
  | { result: 'reported'; outcome: Outcome['outcome'] }
  /** The object no longer exists. */
  | { result: 'gone' }
  /** Another reconcile holds or has taken over the lease: this one has no effect. */
  | { result: 'superseded' }
  /** The previous reconcile lost its thread, so this one has to run in a thread of its own. */
  | { result: 'isolate' }
  /** The reconcile lost its thread, which therefore could not report. */
  | { result: 'lost'; why: ThreadLoss }
  /** The outcome could not be reported. */
  | { result: 'failed'; error: ErrorRecord }

export interface ReconcileTask<Environment> {
  id: string
  lease: LeaseClock
  reconciler: Reconciler<Environment>
  environment: Environment
  client: Client
  log: Log
  /** Milliseconds after which the reconcile is aborted. @default 60000 */
  deadline?: number
  /** Reports whether no other reconcile shares the thread. @default true */
  isolated?: boolean
}

/** Runs one reconcile from acquiring the lease to the report. Never throws. */
export async function runReconcile<Environment>(task: ReconcileTask<Environment>): Promise<ReconcileResult> {
  const { id, lease, client } = task
  try {
    const requestedAt = performance.now()
    const started = await startReconcile(client, id, lease.epoch)
    if (started === null) return { result: 'gone' }
    lease.grant(started.epoch, leaseTerm - (performance.now() - requestedAt))
    if (task.isolated === false && lostThread(started.state)) return { result: 'isolate' }
    return await reconcileStarted(task, started)
  } catch (error) {
    if (isPlatformError(error) && isSuperseding(error.code)) return { result: 'superseded' }
    if (isPlatformError(error) && error.code === 'NOT_FOUND') return { result: 'gone' }
    return { result: 'failed', error: toErrorRecord(error) }
  }
}

/** Reports whether an error means that another reconcile has taken over or that the object has changed since. */
function isSuperseding(code: ErrorCode): boolean {
  return code === 'LEASE_HELD' || code === 'STALE_EPOCH' || code === 'CONFLICT'
}

async function reconcileStarted<Environment>(
  task: ReconcileTask<Environment>,
  started: StartedReconcile,
): Promise<ReconcileResult> {
  const { lease, client } = task
  const { object } = started
  const events: EventReport[] = []
  const applied: AppliedResourceInput[] = []
  const gone = new Set<string>()
  let state = withoutThreadLost(started.state)
  const ended = new AbortController()
  const timer = setTimeout(() => ended.abort(new Error('the deadline has passed')), task.deadline ?? 60_000)
  const leaseCheck = setInterval(() => lease.remaining() === 0 && ended.abort(new LeaseLost()), 500)
  const context: ReconcileContext = {
    object,
    owner: started.owner,
    mayHaveOrphans: started.mayHaveOrphans,
    hasAbandoned: started.hasAbandoned,
    claims: started.claims,
    owns: started.owns,
    variables: started.variables,
    inventory: started.inventory,
    external: started.external,
    secrets: started.secrets as Record<string, string>,
    definition: started.definition,
    digestKey: started.digestKey,
    epoch: started.epoch,
    confirmed: new Set(started.confirmed),
    forced: started.forced,
    client,
    signal: ended.signal,
    assertHeld: () => {
      if (lease.remaining() === 0) throw new LeaseLost()
    },
    recordApplied: (resources) => void applied.push(...resources),
    gone,
    recordEvent: (recorded) => void events.push(recorded),
    now: started.now,
    state: started.state,
    updateState: (changes) => void (state = ReconcilerState.parse(defined({ ...state, ...changes }))),
    log: task.log.child({
      kind: object.kind,
      name: object.name,
      id: object.id,
      generation: object.generation,
    }),
  }
  let outcome: Outcome
  try {
    outcome = await decide(task, started, context)
  } catch (error) {
    if (error instanceof LeaseLost || lease.remaining() === 0) return { result: 'superseded' }
    if (isPlatformError(error) && error.code === 'STALE_EPOCH') return { result: 'superseded' }
    outcome = failureOf(error, ended.signal)
    context.log[outcome.cause.reason === 'InternalError' ? 'error' : 'warn'](
      { err: error },
      'reconcile failed',
    )
  } finally {
    clearTimeout(timer)
    clearInterval(leaseCheck)
  }
  if (outcome.outcome === 'done' && object.deletionRequestedAt !== null) {
    await confirmDeletion(client, { id: object.id, epoch: started.epoch }, { outcome, events, gone })
    return { result: 'reported', outcome: 'done' }
  }
  await report(client, started, { outcome, state, events, applied, gone })
  return { result: 'reported', outcome: outcome.outcome }
}

/** Calls `ensure`, or `remove` once the deletion is requested and no other object depends on this one. */
async function decide<Environment>(
  { reconciler, environment }: ReconcileTask<Environment>,
  { object, holders, owns }: StartedReconcile,
  context: ReconcileContext,
): Promise<Outcome> {
  if (object.deletionRequestedAt === null) return reconciler.ensure(context, environment)
  const [holder] = holders
  if (holder === undefined) {
    const removed = await reconciler.remove(context, environment)
    return removed.outcome === 'done' && owns ? ((await releaseOwned(context)) ?? removed) : removed
  }
  const attached = await releaseAttached(context)
  if (attached !== undefined) return attached
  const awaited = { id: holder.id, kind: holder.kind, name: holder.name, version: holder.version }
  return waitingFor(awaited, 'is gone')
}

class LeaseLost extends Error {}

function failureOf(error: unknown, signal: AbortSignal) {
  if (signal.aborted) {
    return failed({ reason: 'DeadlineExceeded', message: 'The reconcile took too long and was stopped.' })
  }
  if (isPlatformError(error)) {
    const blocked = error.code === 'BLOCKED'
    return failed(
      { reason: pascalCase(error.code), message: error.message, blocked },
      { retryable: !blocked },
    )
  }
  // Not a failure that reconcilers expect but a bug: the log has the details, and the message says that it is internal.
  const message = `An internal error: ${error instanceof Error ? error.message : String(error)}`
  return failed({ reason: 'InternalError', message, grace: 60_000 })
}

function pascalCase(code: string): string {
  return code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

interface ReconcileReport {
  outcome: Outcome
  state: ReconcilerState
  events: readonly EventReport[]
  applied: readonly AppliedResourceInput[]
  /** The ids of inventory entries whose resources are gone. */
  gone: ReadonlySet<string>
}

async function report(
  client: Client,
  { object, epoch, triggers, failures, now: currentTime }: StartedReconcile,
  { outcome: found, state, events, applied, gone }: ReconcileReport,
): Promise<void> {
  // A new generation may have fixed what the earlier failures were about.
  const failuresBefore = object.observedGeneration === object.generation ? failures : 0
  const failuresNow = found.outcome === 'failed' ? failuresBefore + 1 : 0
  const outcome = quarantineWhenExhausted(found, failuresNow, object)
  const { generation } = object
  const now = new Date(currentTime())
  const stall = stallOf(outcome, { generation, failing: failingOf(state), now })
  const { after: requeueAfter, watching } = nextReconcile(outcome, failuresNow, stall.after)
  const subject = {
    kind: object.kind,
    name: object.name,
    generation,
    deleting: object.deletionRequestedAt !== null,
    // The server parsed it with the same schema when it was written.
    status: object.status as ObjectStatus,
  }
  const status = nextStatus(subject, { outcome, stalled: stall.stalled }, now)
  const allEvents =
    outcome.outcome === 'failed'
      ? [
          ...events,
          event(
            'Warning',
            outcome.cause.quarantined === true ? 'Quarantined' : outcome.cause.reason,
            outcome.cause.message,
          ),
        ]
      : events
  const { id } = object
  const batches = [...chunks(applied)]
  const last = batches.pop() ?? []
  for (const resources of batches) await client.execute(RecordAppliedDocument, { id, epoch, resources })
  const result = {
    triggers,
    observedGeneration: generation,
    status,
    failures: failuresNow,
    state: withFailing(state, stall.failing),
    events: allEvents.slice(0, eventsOfReport),
    ...(requeueAfter === undefined ? {} : { requeueAfter: Math.round(requeueAfter) }),
    ...(watching === undefined ? {} : { waitingFor: watching }),
    ...pendingConfirmation(outcome),
    ...('secretOutputs' in outcome ? defined({ secretOutputs: outcome.secretOutputs }) : {}),
  }
  await sendWithGone(client, { id, epoch, gone }, (dropped) =>
    client.execute(ReportReconcileDocument, { id, epoch, ...dropped, applied: last, report: result }),
  )
}

/** Returns the removals that wait for a confirmation; null when all is done, which clears a used confirmation. */
function pendingConfirmation(outcome: Outcome): { confirm?: readonly Removal[] | null } {
  if (outcome.outcome === 'done') return { confirm: null }
  return outcome.outcome === 'failed' && outcome.cause.confirm !== undefined
    ? { confirm: outcome.cause.confirm }
    : {}
}
