import { byCondition } from './conventional.ts'
import {
  conditionOf,
  failing,
  progressing,
  ready,
  record,
  records,
  string,
  type Fields,
  type Health,
  type HealthRule,
  type KubeCondition,
} from './fields.ts'

/* Gateway API: https://gateway-api.sigs.k8s.io/reference/spec/ */

const notObserved = progressing('NotObserved', 'its latest change has not been seen by its controller yet')

const unclaimed = progressing('Pending', 'no controller has accepted it yet')

export const gatewayClass: HealthRule = ({ status, generation }) => accepted(status, generation) ?? unclaimed

export const gateway: HealthRule = ({ status, generation }) => {
  const first = accepted(status, generation)
  if (first === undefined) return unclaimed
  // A Gateway is refused because of its listeners, which say more.
  const listeners = first.reason === 'NotObserved' ? undefined : listenersHealth(status, generation)
  if (listeners !== undefined) return listeners
  return first.state === 'ready' ? programmed(status, generation) : first
}

function programmed(status: Fields, generation: number | undefined): Health {
  const condition = byCondition(status, {
    type: 'Programmed',
    otherwise: 'is not programmed into its data plane yet',
    generation,
  })
  if (condition === undefined)
    return progressing('NotProgrammed', 'is not programmed into its data plane yet')
  if (condition.state !== 'ready') return condition
  // The address may come later than the condition.
  if (records(status['addresses']).length === 0)
    return progressing('AddressNotAssigned', 'waits for an address')
  return ready
}

/** Returns the health of the first listener that is not ready; undefined if all are, or while none is reported. */
function listenersHealth(status: Fields, generation: number | undefined): Health | undefined {
  for (const listener of records(status['listeners'])) {
    const name = `listener ${string(listener['name'])}`
    const conflicted = conditionOf(listener, 'Conflicted')
    if (conflicted?.status === 'True' && isCurrent(conflicted, generation))
      return failing(conflicted.reason, `${name}: ${conflicted.message || 'conflicts with another one'}`)
    const first = accepted(listener, generation)
    if (first?.state === 'failed') return { ...first, message: `${name}: ${first.message}` }
    const resolved = conditionOf(listener, 'ResolvedRefs')
    if (resolved?.status === 'False' && isCurrent(resolved, generation))
      // A certificate may be issued shortly after its listener.
      return progressing(resolved.reason, `${name}: ${resolved.message || 'a referenced object is missing'}`)
  }
  return undefined
}

function isCurrent({ observedGeneration }: KubeCondition, generation: number | undefined): boolean {
  return observedGeneration === undefined || generation === undefined || observedGeneration >= generation
}

/** The health of a route, aggregated from the statuses that its controllers report for each of its parents. */
export const route: HealthRule = ({ spec, status, generation }) => {
  const statuses = records(status['parents'])
  const refs = records(spec['parentRefs'])
  const healths = statuses.map((each) => healthInParent(each, generation))
  const worst =
    healths.find(({ state }) => state === 'failed') ?? healths.find(({ state }) => state !== 'ready')
  if (worst !== undefined) return worst
  const missing = refs.find((ref) => !statuses.some((each) => isSameParent(ref, record(each['parentRef']))))
  if (missing === undefined) return ready
  return progressing('Pending', `waits for ${nameOf(missing)} to accept it`)
}

function healthInParent(parentStatus: Fields, generation: number | undefined): Health {
  const parent = nameOf(record(parentStatus['parentRef']))
  const first = accepted(parentStatus, generation)
  if (first === undefined) return progressing('Pending', `waits for ${parent} to accept it`)
  if (first.state !== 'ready') return { ...first, message: `${parent}: ${first.message}` }
  const resolved = conditionOf(parentStatus, 'ResolvedRefs')
  if (resolved !== undefined && !isCurrent(resolved, generation)) return notObserved
  if (resolved === undefined || resolved.status === 'True') return ready
  const message = `${parent}: ${resolved.message || 'a referenced object is missing'}`
  // A backend may be created, and its pods may start, shortly after its route.
  return resolved.reason === 'BackendNotFound' || resolved.reason === 'EndpointsNotFound'
    ? progressing(resolved.reason, message)
    : failing(resolved.reason, message)
}

/** Returns the health by the condition `Accepted`; undefined if no controller has set it yet. */
function accepted(status: Fields, generation: number | undefined): Health | undefined {
  const condition = conditionOf(status, 'Accepted')
  if (condition === undefined) return undefined
  const { reason, message } = condition
  if (!isCurrent(condition, generation)) return notObserved
  if (condition.status === 'True') return ready
  if (condition.status === 'Unknown' || reason === 'Pending')
    return progressing(reason || 'Pending', message || 'is not accepted yet')
  return failing(reason || 'NotAccepted', message || 'is not accepted')
}

function isSameParent(ref: Fields, reported: Fields): boolean {
  return ['name', 'sectionName', 'port'].every((field) => ref[field] === reported[field])
}

function nameOf(ref: Fields): string {
  const section = string(ref['sectionName'])
  return `${string(ref['kind']) || 'Gateway'} ${string(ref['name'])}${section === '' ? '' : ` (${section})`}`
}
