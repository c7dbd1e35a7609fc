import {
  conditionOf,
  failing,
  progressing,
  ready,
  string,
  type HealthRule,
  type KubeCondition,
} from './fields.ts'

const notObserved = progressing('NotObserved', 'its latest change has not been seen by its controller yet')

function isOutdated(condition: KubeCondition | undefined, generation: number | undefined): boolean {
  const observed = condition?.observedGeneration
  return observed !== undefined && generation !== undefined && observed < generation
}

/* cert-manager: https://cert-manager.io/docs/reference/api-docs/ */

export const certificate: HealthRule = ({ status, generation }) => {
  const condition = conditionOf(status, 'Ready')
  if (isOutdated(condition, generation)) return notObserved
  if (condition?.status === 'True') return ready
  const issuing = conditionOf(status, 'Issuing')
  if (issuing?.status === 'False' && issuing.reason === 'Failed')
    return failing('IssuanceFailed', issuing.message || 'could not be issued')
  return progressing(
    condition?.reason || 'Issuing',
    condition?.message || issuing?.message || 'is being issued',
  )
}

export const certificateRequest: HealthRule = ({ status }) => {
  const denied = conditionOf(status, 'Denied')
  if (denied?.status === 'True') return failing('Denied', denied.message || 'was denied')
  const condition = conditionOf(status, 'Ready')
  if (condition?.status === 'True') return ready
  if (condition?.reason === 'Failed' || condition?.reason === 'Denied')
    return failing(condition.reason, condition.message)
  return progressing(condition?.reason || 'Pending', condition?.message || 'waits for its issuer')
}

/** The health of an issuer. Not ready is a failure: cert-manager retries, but the condition already states the error. */
export const issuer: HealthRule = ({ status, generation }) => {
  const condition = conditionOf(status, 'Ready')
  if (isOutdated(condition, generation)) return notObserved
  if (condition?.status === 'True') return ready
  if (condition?.status === 'False') return failing(condition.reason, condition.message)
  return progressing(condition?.reason || 'Pending', condition?.message || 'waits for cert-manager')
}

export const acme: HealthRule = ({ status }) => {
  const [state, reason] = [string(status['state']), string(status['reason'])]
  if (state === 'valid') return ready
  if (['invalid', 'expired', 'errored'].includes(state))
    return failing('ChallengeFailed', reason || `is ${state}`)
  return progressing('Pending', reason || `is ${state || 'pending'}`)
}
