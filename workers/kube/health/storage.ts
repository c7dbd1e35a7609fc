import { failing, progressing, ready, record, text, type HealthRule } from './fields.ts'

/* What workloads are reached by, and what they keep their data in. */

export const service: HealthRule = ({ spec, status }) => {
  if (spec['type'] !== 'LoadBalancer') return ready
  const ingress: unknown = record(status['loadBalancer'])['ingress']
  return Array.isArray(ingress) && ingress.length > 0
    ? ready
    : progressing('NoAddress', 'waits for an address of the load balancer')
}

/** Whether a claim only waits for its first pod is told by events: see `explain.ts`. */
export const claim: HealthRule = ({ status }) => {
  const phase = text(status['phase']) || 'Pending'
  if (phase === 'Bound') return ready
  if (phase === 'Lost') return failing('ClaimLost', 'has lost its volume')
  return progressing('NotBound', `is ${phase}, not bound to a volume`)
}

export const volume: HealthRule = ({ status }) =>
  status['phase'] === 'Failed'
    ? failing(text(status['reason']) || 'VolumeFailed', text(status['message']) || 'cannot be reclaimed')
    : ready

export const snapshot: HealthRule = ({ status }) => {
  if (status['readyToUse'] === true) return ready
  const error = text(record(status['error'])['message'])
  return error === '' ? progressing('NotReady', 'is being taken') : failing('SnapshotFailed', error)
}
