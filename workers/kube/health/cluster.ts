import { byCondition } from './conventional.ts'
import {
  conditionOf,
  failing,
  progressing,
  ready,
  records,
  string,
  type Fields,
  type HealthRule,
} from './fields.ts'

/* Kinds that configure the cluster itself. */

/** Returns a rule that is ready in the desired phase, or without a phase. */
export function phaseOf(desired: string): HealthRule {
  return ({ status }) =>
    status['phase'] === undefined || status['phase'] === desired
      ? ready
      : progressing(`Not${desired}`, `is ${string(status['phase'])}`)
}

/** Conditions of a terminating namespace, in order of importance; each that is True describes remaining content. */
const remaining = [
  'NamespaceDeletionDiscoveryFailure',
  'NamespaceDeletionGroupVersionParsingFailure',
  'NamespaceDeletionContentFailure',
  'NamespaceContentRemaining',
  'NamespaceFinalizersRemaining',
]

/** Describes what blocks the deletion of a namespace; empty if no condition does. */
export function namespaceRemains(status: Fields): string {
  return records(status['conditions'])
    .filter(({ type, status: value }) => value === 'True' && remaining.includes(string(type)))
    .sort((a, b) => remaining.indexOf(string(a['type'])) - remaining.indexOf(string(b['type'])))
    .map(({ message }) => string(message))
    .filter((message) => message !== '')
    .join('; ')
}

/** The health of a disruption budget. An unmet budget is a problem of its pods. */
export const disruptionBudget: HealthRule = ({ status }) => {
  const condition = conditionOf(status, 'DisruptionAllowed')
  return condition?.reason === 'SyncFailed' ? failing('SyncFailed', condition.message) : ready
}

/** The health of an autoscaler. Missing metrics are a problem of the cluster; an invalid or ambiguous target is its own. */
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
  byCondition(status, { type: 'Available', otherwise: 'its API is unavailable' }) ??
  progressing('NotAvailable', 'its API is unavailable')
