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
} from './fields.ts'

/* Gateway API: https://gateway-api.sigs.k8s.io/reference/spec/ */

const unclaimed = progressing('Pending', 'no controller has accepted it yet')

export const gatewayClass: HealthRule = ({ status, generation }) => accepted(status, generation) ?? unclaimed

export const gateway: HealthRule = ({ status, generation }) => {
  const first = accepted(status, generation)
  if (first === undefined) return unclaimed
  if (first.state !== 'ready') return first
  const programmed = conditionOf(status, 'Programmed')
  if (programmed?.status === 'True') return ready
  return progressing(
    programmed?.reason || 'NotProgrammed',
    programmed?.message || 'is not programmed into its data plane yet',
  )
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
  if (resolved === undefined || resolved.status === 'True') return ready
  const message = `${parent}: ${resolved.message || 'a referenced object is missing'}`
  // A backend may be created shortly after its route.
  return resolved.reason === 'BackendNotFound'
    ? progressing(resolved.reason, message)
    : failing(resolved.reason, message)
}

/** Returns the health by the condition `Accepted`; undefined if no controller has set it yet. */
function accepted(status: Fields, generation: number | undefined): Health | undefined {
  const condition = conditionOf(status, 'Accepted')
  if (condition === undefined) return undefined
  const { observedGeneration, reason, message } = condition
  if (observedGeneration !== undefined && generation !== undefined && observedGeneration < generation)
    return progressing('NotObserved', 'its latest change has not been seen by its controller yet')
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
