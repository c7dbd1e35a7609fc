import {
  conditionOf,
  type Cause,
  type Condition,
  type ConditionType,
  type ObjectStatus,
  type Phase,
} from '../../schema/status.ts'
import type { Outcome } from './outcome.ts'
import type { Stall } from './stall.ts'

/** The object whose status is computed. */
export interface StatusSubject {
  kind: string
  name: string
  generation: number
  deleting: boolean
  status: ObjectStatus
}

type ConditionState = Pick<Condition, 'status' | 'reason' | 'message'>

/**
 * Computes the status of an object from the outcome of its reconcile. A condition whose status does not change keeps its
 * transition time. The server adds the time of the next retry.
 */
export function nextStatus(
  subject: StatusSubject,
  { outcome, stalled }: { outcome: Outcome } & Pick<Stall, 'stalled'>,
  now: Date,
): ObjectStatus {
  const cause = causeOf(subject, outcome, now)
  const { reason = 'Stalled', message = '' } = cause ?? {}
  const states: Partial<Record<ConditionType, ConditionState>> = {
    Accepted: { status: 'True', reason: 'Valid', message: 'The spec is valid.' },
    ...statesOf(outcome),
    ...(stalled ? { Stalled: { status: 'True', reason, message } } : {}),
  }
  const conditions = Object.entries(states).map(([type, state]) =>
    condition(subject, { type: type as ConditionType, ...state }, now),
  )
  return {
    phase: subject.deleting ? 'Deleting' : phaseOf(outcome),
    conditions,
    ...(isRetryable(outcome) ? {} : { retryable: false }),
    ...(outcome.outcome === 'failed' && outcome.final === true ? { final: true } : {}),
    ...(cause === undefined ? {} : { cause }),
    outputs: { ...(outputsOf(outcome) ?? subject.status.outputs) },
  }
}

function statesOf(outcome: Outcome): Partial<Record<ConditionType, ConditionState>> {
  switch (outcome.outcome) {
    case 'done':
      return {
        Progressing: { status: 'False', reason: 'Reconciled', message: 'Nothing is left to do.' },
        Ready: { status: 'True', reason: outcome.reason ?? 'Ready', message: outcome.message },
        Reachable: reachable,
      }
    case 'requeueAfter': {
      const { reason, message } = outcome
      return {
        Progressing: { status: 'True', reason, message },
        Ready: { status: 'False', reason, message },
        Reachable: reachable,
      }
    }
    case 'waitingFor': {
      const why = { reason: 'Waiting', message: outcome.message }
      return { Progressing: { status: 'True', ...why }, Ready: { status: 'False', ...why } }
    }
    case 'failed': {
      const { reason, message, unreachable, quarantined } = outcome.cause
      if (quarantined === true) {
        return {
          Progressing: { status: 'False', reason: 'Quarantined', message },
          Ready: { status: 'False', reason, message },
        }
      }
      if (unreachable === true) {
        return {
          Progressing: { status: 'Unknown', reason, message },
          Ready: { status: 'Unknown', reason, message },
          Reachable: { status: 'False', reason, message },
        }
      }
      const willRetry = isRetryable(outcome)
      return {
        Progressing: {
          status: willRetry ? 'True' : 'False',
          reason: willRetry ? 'Retrying' : reason,
          message,
        },
        Ready: { status: 'False', reason, message },
      }
    }
  }
}

/** Reports whether a retry can succeed; for an object that waits, whether a retry of the awaited object can. */
function isRetryable(outcome: Outcome): boolean {
  if (outcome.outcome === 'waitingFor') return outcome.object.retryable !== false
  return outcome.outcome !== 'failed' || (outcome.retryable && outcome.cause.blocked !== true)
}

const reachable: ConditionState = { status: 'True', reason: 'Answered', message: 'Its runtime is reachable.' }

function phaseOf(outcome: Outcome): Phase {
  switch (outcome.outcome) {
    case 'done':
      return 'Ready'
    case 'requeueAfter':
      return 'Progressing'
    case 'waitingFor':
      return 'Waiting'
    case 'failed':
      if (outcome.cause.unreachable === true) return 'Unreachable'
      if (outcome.cause.quarantined === true) return 'Quarantined'
      return outcome.cause.blocked === true ? 'Blocked' : 'Failed'
  }
}

function outputsOf(outcome: Outcome): Readonly<Record<string, unknown>> | undefined {
  return outcome.outputs
}

/** Returns the root cause: that of the awaited object if it has one, otherwise that of the outcome. */
function causeOf({ kind, name, status }: StatusSubject, outcome: Outcome, now: Date): Cause | undefined {
  const found = describeCause({ kind, name }, outcome)
  if (found === undefined) return undefined
  const before = status.cause
  const same =
    before?.kind === found.kind &&
    before.name === found.name &&
    before.reason === found.reason &&
    before.message === found.message
  return { ...found, since: same ? before.since : now.toISOString() }
}

function describeCause(
  self: { kind: string; name: string },
  outcome: Outcome,
): Omit<Cause, 'since' | 'retryAt'> | undefined {
  switch (outcome.outcome) {
    case 'done':
      return undefined
    case 'requeueAfter':
      return { ...self, reason: outcome.reason, message: outcome.message }
    case 'waitingFor': {
      const { kind, name, cause } = outcome.object
      // The cause has the name of the object.
      return cause ?? { kind, name, reason: 'Waiting', message: `Waiting until it ${outcome.condition}.` }
    }
    case 'failed': {
      const { subject, reason, message, quarantined } = outcome.cause
      return { ...self, ...subject, reason: quarantined === true ? 'Quarantined' : reason, message }
    }
  }
}

function condition(
  { generation, status }: StatusSubject,
  state: ConditionState & { type: ConditionType },
  now: Date,
): Condition {
  const before = conditionOf(status, state.type)
  const lastTransitionTime = before?.status === state.status ? before.lastTransitionTime : now.toISOString()
  return { ...state, observedGeneration: generation, lastTransitionTime }
}
