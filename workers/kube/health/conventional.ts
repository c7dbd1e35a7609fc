import {
  conditionOf,
  failing,
  progressing,
  ready,
  text,
  type Fields,
  type Health,
  type HealthRule,
} from './fields.ts'

/** Conditions that are bad when True. */
const bad = ['Stalled', 'Failed', 'Failure', 'Degraded'] as const

/** Conditions that are good when True, the most telling first; what False means differs. */
const good: readonly { type: string; otherwise: string; isFailureWhenFalse?: boolean }[] = [
  { type: 'Ready', otherwise: 'is not ready' },
  { type: 'Available', otherwise: 'is not available' },
  { type: 'Healthy', otherwise: 'is not healthy' },
  // As Tekton has it: Unknown while it runs, False once it has failed.
  { type: 'Succeeded', otherwise: 'has not succeeded', isFailureWhenFalse: true },
  { type: 'Complete', otherwise: 'is not complete' },
  { type: 'Completed', otherwise: 'is not complete' },
  { type: 'Programmed', otherwise: 'is not programmed' },
  { type: 'Accepted', otherwise: 'is not accepted', isFailureWhenFalse: true },
]

/**
 * Any kind with conditions as the API conventions name them
 * (https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md), or with
 * a phase in words that mean one thing only. Any other is ready by being there.
 */
export const conventional: HealthRule = ({ status, generation }) => {
  for (const type of bad) {
    const condition = conditionOf(status, type)
    if (condition?.status === 'True')
      return failing(condition.reason || type, condition.message || `is ${type.toLowerCase()}`)
  }
  const reconciling = conditionOf(status, 'Reconciling')
  if (reconciling?.status === 'True') return progressing(reconciling.reason, reconciling.message)
  // As Crossplane has it: what is desired could not be told to whom it concerns.
  const synced = conditionOf(status, 'Synced')
  if (synced?.status === 'False') return progressing(synced.reason, synced.message)
  for (const each of good) {
    const health = byCondition(status, { ...each, generation })
    if (health !== undefined) return health
  }
  return byPhase(status) ?? ready
}

export interface GoodCondition {
  type: string
  /** What is said when the condition says nothing. */
  otherwise: string
  isFailureWhenFalse?: boolean
  generation?: number | undefined
}

/** Undefined when the resource has no such condition. */
export function byCondition(status: Fields, good: GoodCondition): Health | undefined {
  const { type, otherwise, isFailureWhenFalse = false, generation } = good
  const condition = conditionOf(status, type)
  if (condition === undefined) return undefined
  const { observedGeneration } = condition
  if (observedGeneration !== undefined && generation !== undefined && observedGeneration < generation)
    return progressing('NotObserved', 'its latest change has not been seen by its controller yet')
  if (condition.status === 'True') return ready
  const reason = condition.reason || `Not${type}`
  const message = condition.message || otherwise
  return isFailureWhenFalse && condition.status === 'False' && reason !== 'Pending'
    ? failing(reason, message)
    : progressing(reason, message)
}

const badPhases = new Set(['failed', 'error', 'degraded', 'unhealthy'])
const unfinishedPhases = new Set([
  'pending',
  'progressing',
  'creating',
  'provisioning',
  'initializing',
  'updating',
])

function byPhase(status: Fields): Health | undefined {
  const phase = text(status['phase'])
  const message = text(status['message'])
  if (badPhases.has(phase.toLowerCase())) return failing(phase, message || `is ${phase}`)
  return unfinishedPhases.has(phase.toLowerCase()) ? progressing(phase, message || `is ${phase}`) : undefined
}
