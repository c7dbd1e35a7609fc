import { byCondition } from './conventional.ts'
import {
  conditionOf,
  failing,
  progressing,
  ready,
  records,
  text,
  type Fields,
  type HealthRule,
} from './fields.ts'

/* What the cluster itself is made of. */

export function phaseOf(desired: string): HealthRule {
  return ({ status }) =>
    status['phase'] === undefined || status['phase'] === desired
      ? ready
      : progressing(`Not${desired}`, `is ${text(status['phase'])}`)
}

/** Conditions of a namespace on its way out; each that is True says what it still has. */
const remaining = [
  'NamespaceDeletionDiscoveryFailure',
  'NamespaceDeletionGroupVersionParsingFailure',
  'NamespaceDeletionContentFailure',
  'NamespaceContentRemaining',
  'NamespaceFinalizersRemaining',
]

/** What keeps a namespace from going; empty when nothing is known to. */
export function namespaceRemains(status: Fields): string {
  return records(status['conditions'])
    .filter(({ type, status: answer }) => answer === 'True' && remaining.includes(text(type)))
    .sort((a, b) => remaining.indexOf(text(a['type'])) - remaining.indexOf(text(b['type'])))
    .map(({ message }) => text(message))
    .filter((message) => message !== '')
    .join('; ')
}

/** A budget that is not met says something about pods, not about the budget. */
export const disruptionBudget: HealthRule = ({ status }) => {
  const condition = conditionOf(status, 'DisruptionAllowed')
  return condition?.reason === 'SyncFailed' ? failing('SyncFailed', condition.message) : ready
}

/** Whether a cluster has metrics is not for the autoscaler to answer for; that it can never work is. */
export const autoscaler: HealthRule = ({ status }) => {
  const able = conditionOf(status, 'AbleToScale')
  if (able?.status === 'False') return progressing(able.reason, able.message)
  const active = conditionOf(status, 'ScalingActive')
  const isWrong = active?.status === 'False' && /^(Invalid|Ambiguous)/.test(active.reason)
  return isWrong ? failing(active.reason, active.message) : ready
}

export const crd: HealthRule = ({ status }) => {
  const names = conditionOf(status, 'NamesAccepted')
  if (names?.status === 'False') return failing(names.reason, names.message)
  return (
    byCondition(status, { type: 'Established', otherwise: 'is not established' }) ??
    progressing('NotEstablished', 'is not established yet')
  )
}

export const apiService: HealthRule = ({ status }) =>
  byCondition(status, { type: 'Available', otherwise: 'its API does not answer' }) ??
  progressing('NotAvailable', 'its API does not answer')
