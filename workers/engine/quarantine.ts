import { spread } from '../../schema/retry.ts'
import { inProject, kebabCase } from '../../schema/names.ts'
import type { ReconcilerState } from '../../schema/reconciler-state.ts'
import type { ReconciledObject } from './start-reconcile.ts'
import { failed, type Failed, type Outcome, type ThreadLoss } from './outcome.ts'
import type { ReconcileContext, Reconciler } from './reconciler.ts'

/* Quarantine limits the cost of an object that keeps failing: once its failure budget is spent, it is retried rarely. */

/** Consecutive failures before quarantine, by reason. All other reasons need a user or a cluster to act. */
const budgets: Readonly<Record<string, number>> = {
  InternalError: 10,
  Internal: 10,
  ThreadLost: 3,
}

/** Reports whether a failure comes from the control plane itself, or costs it about as much. */
export function isInternalFailure(reason: string): boolean {
  return Object.hasOwn(budgets, reason) || reason === 'DeadlineExceeded'
}

const minute = 60_000
/** The interval in milliseconds between retries of a quarantined object, before jitter. */
const quarantineInterval = 60 * minute

/** Returns the outcome, marked as quarantined when it is a failure that exhausts the budget of the object. */
export function quarantineWhenExhausted(
  outcome: Outcome,
  failures: number,
  object: Pick<ReconciledObject, 'kind' | 'name' | 'projectName'>,
): Outcome {
  if (outcome.outcome !== 'failed') return outcome
  const budget = budgets[outcome.cause.reason] ?? Infinity
  if (failures < budget) return outcome
  const message =
    `It has failed ${budget} times in a row, so it is retried only once an hour. ${outcome.cause.message} ` +
    `To retry now: ${reconcileCommand(object)}`
  const retryAfter = spread(quarantineInterval, 0.25)
  return { ...outcome, cause: { ...outcome.cause, message, grace: 0, quarantined: true }, retryAfter }
}

function reconcileCommand({
  kind,
  name,
  projectName,
}: Pick<ReconciledObject, 'kind' | 'name' | 'projectName'>): string {
  return `qleetctl reconcile ${kebabCase(kind)}/${name}${inProject(projectName)}`
}

const losses: Readonly<Record<ThreadLoss, string>> = {
  hung: 'Its reconcile did not return, so its thread was terminated.',
  spun: 'Its reconcile kept a processor busy in an endless loop, so its thread was terminated.',
  outOfMemory: 'Its reconcile needed more memory than its thread has.',
  died: 'Its reconcile crashed its thread.',
}

/** Returns a reconciler that reports a lost thread, on behalf of the reconciler that could not. */
export function lossReporter(why: ThreadLoss): Reconciler<undefined> {
  const report = async ({ updateState }: ReconcileContext): Promise<Failed> => {
    updateState({ threadLost: true })
    return failed({ reason: 'ThreadLost', message: losses[why] })
  }
  return { ensure: report, remove: report }
}

/** Reports whether the previous reconcile lost its thread. */
export function lostThread(state: ReconcilerState): boolean {
  return state['threadLost'] === true
}

/** Returns the state without the record of a lost thread, for a reconcile that still has its thread. */
export function withoutThreadLost(state: ReconcilerState): ReconcilerState {
  const { threadLost: _, ...rest } = state
  return rest
}
