import { failing, progressing, ready, record, string, type HealthRule } from './fields.ts'

/* Kinds for network access and storage of workloads. */

export const service: HealthRule = ({ spec, status }) => {
  if (spec['type'] !== 'LoadBalancer') return ready
  const ingress: unknown = record(status['loadBalancer'])['ingress']
  return Array.isArray(ingress) && ingress.length > 0
    ? ready
    : progressing('NoAddress', 'waits for a load balancer address')
}

/** The health of a claim. Only events reveal whether it waits for its first consumer: see `explain.ts`. */
export const claim: HealthRule = ({ status }) => {
  const phase = string(status['phase']) || 'Pending'
  if (phase === 'Bound') return ready
  if (phase === 'Lost') return failing('ClaimLost', 'has lost its volume')
  return progressing('NotBound', `is ${phase}, not bound to a volume`)
}

export const volume: HealthRule = ({ status }) =>
  status['phase'] === 'Failed'
    ? failing(string(status['reason']) || 'VolumeFailed', string(status['message']) || 'cannot be reclaimed')
    : ready

export const snapshot: HealthRule = ({ status }) => {
  if (status['readyToUse'] === true) return ready
  const error = string(record(status['error'])['message'])
  return error === '' ? progressing('NotReady', 'is being taken') : failing('SnapshotFailed', error)
}
