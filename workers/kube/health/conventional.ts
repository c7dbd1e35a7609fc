import {
  conditionOf,
  failing,
  progressing,
  ready,
  string,
  type Fields,
  type Health,
  type HealthRule,
} from './fields.ts'

/** Conditions that indicate a failure if True. */
const failureConditions = ['Stalled', 'Failed', 'Failure', 'Degraded'] as const

/** Conditions that indicate readiness if True, most significant first; the meaning of False differs. */
const readyConditions: readonly { type: string; otherwise: string; isFailureWhenFalse?: boolean }[] = [
  { type: 'Ready', otherwise: 'is not ready' },
  { type: 'Available', otherwise: 'is not available' },
  { type: 'Healthy', otherwise: 'is not healthy' },
  // Used by Tekton: Unknown while running, False after a failure.
  { type: 'Succeeded', otherwise: 'has not succeeded', isFailureWhenFalse: true },
  { type: 'Complete', otherwise: 'is not complete' },
  { type: 'Completed', otherwise: 'is not complete' },
  { type: 'Programmed', otherwise: 'is not programmed' },
  { type: 'Accepted', otherwise: 'is not accepted', isFailureWhenFalse: true },
]

/**
 * The rule for kinds without a rule of their own. Evaluates the conditions that the API conventions name
 * (https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md), or a phase
 * with an unambiguous name. A resource with neither is ready once it exists.
 */
export const conventional: HealthRule = ({ status, generation }) => {
  for (const type of failureConditions) {
    const condition = conditionOf(status, type)
    if (condition?.status === 'True')
      return failing(condition.reason || type, condition.message || `is ${type.toLowerCase()}`)
  }
  const reconciling = conditionOf(status, 'Reconciling')
  if (reconciling?.status === 'True') return progressing(reconciling.reason, reconciling.message)
  // Used by Crossplane: False if the desired state could not be sent to the external system.
  const synced = conditionOf(status, 'Synced')
  if (synced?.status === 'False') return progressing(synced.reason, synced.message)
  for (const each of readyConditions) {
    const health = byCondition(status, { ...each, generation })
    if (health !== undefined) return health
  }
  return byPhase(status) ?? ready
}

/** A condition that indicates readiness if True. */
export interface ReadyCondition {
  type: string
  /** The message if the condition has none. */
  otherwise: string
  isFailureWhenFalse?: boolean
  generation?: number | undefined
}

/** Returns the health by one condition; undefined if the resource does not have it. */
export function byCondition(
  status: Fields,
  { type, otherwise, isFailureWhenFalse = false, generation }: ReadyCondition,
): Health | undefined {
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

const failedPhases = new Set(['failed', 'error', 'degraded', 'unhealthy'])
const unfinishedPhases = new Set([
  'pending',
  'progressing',
  'creating',
  'provisioning',
  'initializing',
  'updating',
])

function byPhase(status: Fields): Health | undefined {
  const phase = string(status['phase'])
  const message = string(status['message'])
  if (failedPhases.has(phase.toLowerCase())) return failing(phase, message || `is ${phase}`)
  return unfinishedPhases.has(phase.toLowerCase()) ? progressing(phase, message || `is ${phase}`) : undefined
}
