import { spread } from '../../schema/retry.ts'
import { defaultProject, kebabCase } from '../../schema/names.ts'
import type { ReconcilerState } from '../../schema/reconciler-state.ts'
import type { ReconciledObject } from './start-reconcile.ts'
import { failed, type Failed, type Outcome, type ThreadLoss } from './outcome.ts'
import type { ReconcileContext, Reconciler } from './reconciler.ts'

/* An object whose reconcile cannot work must not cost more than it has to: after its budget it is parked. */

/** Failures in a row that an object may have, by reason. Of other reasons it is a cluster or a person that has to act. */
const budgets: Readonly<Record<string, number>> = {
  InternalError: 10,
  Internal: 10,
  ThreadLost: 3,
}

/** Whether failures of a reason come from the control plane itself, or cost it about as much. */
export function isOfOurMaking(reason: string): boolean {
  return Object.hasOwn(budgets, reason) || reason === 'DeadlineExceeded'
}

const minute = 60_000
/** Milliseconds between two tries of what is parked, more or less. */
const hour = 60 * minute

/** What a failure is, once it is the last one that the object had left; anything else stays as it is. */
export function quarantinedWhenSpent(
  outcome: Outcome,
  failures: number,
  object: Pick<ReconciledObject, 'kind' | 'name' | 'projectName'>,
): Outcome {
  if (outcome.outcome !== 'failed') return outcome
  const budget = budgets[outcome.cause.reason] ?? Infinity
  if (failures < budget) return outcome
  const message =
    `It has failed ${budget} times in a row, so it is tried only once an hour. ${outcome.cause.message} ` +
    `To try now: ${reconcileCommand(object)}`
  const retryAfter = spread(hour, 0.25)
  return { ...outcome, cause: { ...outcome.cause, message, grace: 0, parked: true }, retryAfter }
}

function reconcileCommand({
  kind,
  name,
  projectName,
}: Pick<ReconciledObject, 'kind' | 'name' | 'projectName'>): string {
  const project = projectName === null || projectName === defaultProject ? '' : ` --project ${projectName}`
  return `qleetctl reconcile ${kebabCase(kind)}/${name}${project}`
}

const losses: Readonly<Record<ThreadLoss, string>> = {
  hung: 'Its reconcile did not come back and its thread had to be ended.',
  spun: 'Its reconcile kept a processor busy without an end and its thread had to be ended.',
  outOfMemory: 'Its reconcile needed more memory than its thread has.',
  died: 'Its reconcile brought its thread down.',
}

/** Says of an object that it has cost a thread, in the place of the reconciler that could not. */
export function reportingLoss(why: ThreadLoss): Reconciler<undefined> {
  const say = async ({ remember }: ReconcileContext): Promise<Failed> => {
    remember({ threadLost: true })
    return failed({ reason: 'ThreadLost', message: losses[why] })
  }
  return { ensure: say, remove: say }
}

/** Whether the reconcile before cost a thread. */
export function hasCostThread(state: ReconcilerState): boolean {
  return state['threadLost'] === true
}

/** What is left for the next reconcile by one that has its thread still. */
export function withoutThreadLost(state: ReconcilerState): ReconcilerState {
  const { threadLost: _, ...rest } = state
  return rest
}
