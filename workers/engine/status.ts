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

/** The object whose status it is. */
export interface StatusSubject {
  kind: string
  name: string
  generation: number
  deleting: boolean
  status: ObjectStatus
}

type Answer = Pick<Condition, 'status' | 'reason' | 'message'>

/**
 * What an outcome answers to the questions of a status. A condition that does not change keeps its time. When it is tried
 * again is left to the server, which alone knows.
 */
export function nextStatus(
  subject: StatusSubject,
  { outcome, stalled }: { outcome: Outcome } & Pick<Stall, 'stalled'>,
  now: Date,
): ObjectStatus {
  const cause = causeOf(subject, outcome, now)
  const { reason = 'Stalled', message = '' } = cause ?? {}
  const answers: Partial<Record<ConditionType, Answer>> = {
    Accepted: { status: 'True', reason: 'Valid', message: 'The spec is valid.' },
    ...answersOf(outcome),
    ...(stalled ? { Stalled: { status: 'True', reason, message } } : {}),
  }
  const conditions = Object.entries(answers).map(([type, answer]) =>
    condition(subject, { type: type as ConditionType, ...answer }, now),
  )
  return {
    phase: subject.deleting ? 'Deleting' : phaseOf(outcome),
    conditions,
    ...(isRetryable(outcome) ? {} : { retryable: false }),
    ...(cause === undefined ? {} : { cause }),
    outputs: { ...(outputsOf(outcome) ?? subject.status.outputs) },
  }
}

function answersOf(outcome: Outcome): Partial<Record<ConditionType, Answer>> {
  switch (outcome.outcome) {
    case 'done':
      return {
        Progressing: { status: 'False', reason: 'Reconciled', message: 'Nothing is left to do.' },
        Ready: { status: 'True', reason: 'Ready', message: outcome.message },
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
      const { reason, message, unreachable, parked } = outcome.cause
      if (parked === true) {
        return {
          Progressing: { status: 'False', reason: 'Parked', message },
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
      const goesOn = isRetryable(outcome)
      return {
        Progressing: { status: goesOn ? 'True' : 'False', reason: goesOn ? 'Retrying' : reason, message },
        Ready: { status: 'False', reason, message },
      }
    }
  }
}

/** Whether trying again can help; of what waits for another object, whether it can help that. */
function isRetryable(outcome: Outcome): boolean {
  if (outcome.outcome === 'waitingFor') return outcome.object.retryable !== false
  return outcome.outcome !== 'failed' || (outcome.retryable && outcome.cause.blocked !== true)
}

const reachable: Answer = { status: 'True', reason: 'Answered', message: 'What it runs in answers.' }

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
      if (outcome.cause.parked === true) return 'Parked'
      return outcome.cause.blocked === true ? 'Blocked' : 'Failed'
  }
}

function outputsOf(outcome: Outcome): Readonly<Record<string, unknown>> | undefined {
  return outcome.outcome === 'waitingFor' ? undefined : outcome.outputs
}

/** The deepest known cause: that of the awaited object where it has one, else what the outcome says of itself. */
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
      return cause ?? { kind, name, reason: 'Waiting', message: outcome.message }
    }
    case 'failed': {
      const { of, reason, message, parked } = outcome.cause
      return { ...self, ...of, reason: parked === true ? 'Parked' : reason, message }
    }
  }
}

function condition(
  { generation, status }: StatusSubject,
  answer: Answer & { type: ConditionType },
  now: Date,
): Condition {
  const before = conditionOf(status, answer.type)
  const lastTransitionTime = before?.status === answer.status ? before.lastTransitionTime : now.toISOString()
  return { ...answer, observedGeneration: generation, lastTransitionTime }
}
