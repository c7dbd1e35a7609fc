import { event } from '../../schema/status.ts'
import {
  ConfirmDeletionDocument,
  RecordAppliedDocument,
  ReportReconcileDocument,
  type AppliedResourceInput,
} from '../generated/documents.ts'
import type { Client } from '../../client-sdk/index.ts'
import type { Removal } from '../../schema/confirmation.ts'
import { isPlatformError, toErrorRecord, type ErrorCode, type ErrorRecord } from '../../schema/errors.ts'
import { defined } from '../../schema/inputs.ts'
import { ReconcilerState } from '../../schema/reconciler-state.ts'
import type { EventReport, ObjectStatus } from '../../schema/status.ts'
import type { Log } from '../../telemetry/log.ts'
import { chunks } from '../chunks.ts'
import { startReconcile, type StartedReconcile } from './start-reconcile.ts'
import { leaseTerm, type LeaseClock } from './lease-clock.ts'
import { nextTry } from './next-try.ts'
import { failed, waitingFor, type Outcome, type ThreadLoss } from './outcome.ts'
import { releaseOwned } from './owned-objects.ts'
import { hasCostThread, quarantinedWhenSpent, withoutThreadLost } from './quarantine.ts'
import type { ReconcileContext, Reconciler } from './reconciler.ts'
import { failingOf, stallOf, withFailing } from './stall.ts'
import { nextStatus } from './status.ts'

/** How one reconcile ended, for the process that gave it out. */
export type ReconcileResult =
  | { result: 'reported'; outcome: Outcome['outcome'] }
  /** The object is not there any more. */
  | { result: 'gone' }
  /** Another reconcile has the object, or has started, or the lease was lost: nothing of this one counts. */
  | { result: 'superseded' }
  /** It has cost a thread the last time, so it is to run where nothing else does. */
  | { result: 'isolate' }
  /** It has cost its thread, which could not report that. */
  | { result: 'lost'; why: ThreadLoss }
  /** Nothing could be reported. */
  | { result: 'failed'; error: ErrorRecord }

export interface ReconcileTask<Environment> {
  id: string
  lease: LeaseClock
  reconciler: Reconciler<Environment>
  environment: Environment
  client: Client
  log: Log
  /** Milliseconds that one reconcile may take. @default 60000 */
  deadline?: number
  /** Whether nothing can suffer with it. @default true */
  alone?: boolean
}

/** One reconcile from its begin to its report. Never throws. */
export async function runReconcile<Environment>(task: ReconcileTask<Environment>): Promise<ReconcileResult> {
  const { id, lease, client } = task
  try {
    const asked = performance.now()
    const started = await startReconcile(client, id, lease.epoch)
    if (started === null) return { result: 'gone' }
    lease.hold(started.epoch, leaseTerm - (performance.now() - asked))
    if (task.alone === false && hasCostThread(started.state)) return { result: 'isolate' }
    return await reconcileStarted(task, started)
  } catch (error) {
    if (isPlatformError(error) && isSuperseding(error.code)) return { result: 'superseded' }
    if (isPlatformError(error) && error.code === 'NOT_FOUND') return { result: 'gone' }
    return { result: 'failed', error: toErrorRecord(error) }
  }
}

/** Whether another reconcile has the object, or what is to be reported of it is true no more. */
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
  let state = withoutThreadLost(started.state)
  const ended = new AbortController()
  const timer = setTimeout(() => ended.abort(new Error('the deadline is over')), task.deadline ?? 60_000)
  const watch = setInterval(() => lease.left() === 0 && ended.abort(new LeaseLost()), 500)
  const context: ReconcileContext = {
    object,
    owner: started.owner,
    mayHaveOrphans: started.mayHaveOrphans,
    claims: started.claims,
    inventory: started.inventory,
    external: started.external,
    secrets: started.secrets as Record<string, string>,
    digestKey: started.digestKey,
    epoch: started.epoch,
    confirmed: new Set(started.confirmed),
    forced: started.forced,
    client,
    signal: ended.signal,
    assertHeld: () => {
      if (lease.left() === 0) throw new LeaseLost()
    },
    recordApplied: (resources) => void applied.push(...resources),
    tell: (told) => void events.push(told),
    state: started.state,
    remember: (changes) => void (state = ReconcilerState.parse(defined({ ...state, ...changes }))),
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
    if (error instanceof LeaseLost || lease.left() === 0) return { result: 'superseded' }
    if (isPlatformError(error) && error.code === 'STALE_EPOCH') return { result: 'superseded' }
    outcome = failureOf(error, ended.signal)
    context.log[outcome.cause.reason === 'InternalError' ? 'error' : 'warn'](
      { err: error },
      'reconcile failed',
    )
  } finally {
    clearTimeout(timer)
    clearInterval(watch)
  }
  if (outcome.outcome === 'done' && object.deletionRequestedAt !== null) {
    await client.execute(ConfirmDeletionDocument, {
      id: object.id,
      epoch: started.epoch,
      leaveBehind: outcome.leaveBehind ?? false,
    })
    return { result: 'reported', outcome: 'done' }
  }
  await report(client, started, { outcome, state, events, applied })
  return { result: 'reported', outcome: outcome.outcome }
}

/** What is to be done: bringing about, or taking down once nobody needs it any more. */
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
  const awaited = { id: holder.id, kind: holder.kind, name: holder.name, version: holder.version }
  return waitingFor(awaited, `Waiting until ${holder.kind} ${holder.name} is gone.`)
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
  // Not a failure that a reconciler expects: it is ours, so its text is for the log, and what people see says so.
  const message = `An internal error: ${error instanceof Error ? error.message : String(error)}`
  return failed({ reason: 'InternalError', message, grace: 60_000 })
}

function pascalCase(code: string): string {
  return code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

interface Findings {
  outcome: Outcome
  state: ReconcilerState
  events: readonly EventReport[]
  applied: readonly AppliedResourceInput[]
}

async function report(
  client: Client,
  { object, epoch, triggers, failures }: StartedReconcile,
  { outcome: found, state, events, applied }: Findings,
): Promise<void> {
  // What was changed since the failures may be what they were about.
  const failuresBefore = object.observedGeneration === object.generation ? failures : 0
  const failuresNow = found.outcome === 'failed' ? failuresBefore + 1 : 0
  const outcome = quarantinedWhenSpent(found, failuresNow, object)
  const { generation } = object
  const now = new Date()
  const stall = stallOf(outcome, { generation, failing: failingOf(state), now })
  const { after: requeueAfter, watching } = nextTry(outcome, failuresNow, stall.after)
  const subject = {
    kind: object.kind,
    name: object.name,
    generation,
    deleting: object.deletionRequestedAt !== null,
    // The server parsed it with the same schema on the way in.
    status: object.status as ObjectStatus,
  }
  const status = nextStatus(subject, { outcome, stalled: stall.stalled }, now)
  const told =
    outcome.outcome === 'failed'
      ? [
          ...events,
          event(
            'Warning',
            outcome.cause.parked === true ? 'Parked' : outcome.cause.reason,
            outcome.cause.message,
          ),
        ]
      : events
  const { id } = object
  const parts = [...chunks(applied)]
  const last = parts.pop() ?? []
  for (const resources of parts) await client.execute(RecordAppliedDocument, { id, epoch, resources })
  await client.execute(ReportReconcileDocument, {
    id,
    epoch,
    applied: last,
    report: {
      triggers,
      observedGeneration: generation,
      status,
      failures: failuresNow,
      state: withFailing(state, stall.failing),
      events: told.slice(0, 100),
      ...(requeueAfter === undefined ? {} : { requeueAfter: Math.round(requeueAfter) }),
      ...(watching === undefined ? {} : { waitingFor: watching }),
      ...confirmBy(outcome),
      ...(outcome.outcome === 'done' && outcome.secretOutputs !== undefined
        ? { secretOutputs: outcome.secretOutputs }
        : {}),
    },
  })
}

/** A removal that waits; a confirmation is used up when everything is done. */
function confirmBy(outcome: Outcome): { confirm?: readonly Removal[] | null } {
  if (outcome.outcome === 'done') return { confirm: null }
  return outcome.outcome === 'failed' && outcome.cause.confirm !== undefined
    ? { confirm: outcome.cause.confirm }
    : {}
}
