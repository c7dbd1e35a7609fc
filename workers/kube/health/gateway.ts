import {
  conditionOf,
  failing,
  progressing,
  ready,
  record,
  records,
  text,
  type Fields,
  type Health,
  type HealthRule,
} from './fields.ts'

/* Gateway API: https://gateway-api.sigs.k8s.io/reference/spec/ */

const unclaimed = progressing('Pending', 'no controller has taken it on yet')

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

/** A route belongs to each of its parents, and each of them answers for itself. */
export const route: HealthRule = ({ spec, status, generation }) => {
  const answers = records(status['parents'])
  const asked = records(spec['parentRefs'])
  const told = answers.map((answer) => ofParent(answer, generation))
  const worst = told.find(({ state }) => state === 'failed') ?? told.find(({ state }) => state !== 'ready')
  if (worst !== undefined) return worst
  const silent = asked.find(
    (ref) => !answers.some((answer) => isSameParent(ref, record(answer['parentRef']))),
  )
  if (silent === undefined) return ready
  return progressing('Pending', `waits for ${nameOf(silent)} to take it on`)
}

function ofParent(answer: Fields, generation: number | undefined): Health {
  const parent = nameOf(record(answer['parentRef']))
  const first = accepted(answer, generation)
  if (first === undefined) return progressing('Pending', `waits for ${parent} to take it on`)
  if (first.state !== 'ready') return { ...first, message: `${parent}: ${first.message}` }
  const resolved = conditionOf(answer, 'ResolvedRefs')
  if (resolved === undefined || resolved.status === 'True') return ready
  const message = `${parent}: ${resolved.message || 'something that it refers to is missing'}`
  // A backend may come a moment after its route.
  return resolved.reason === 'BackendNotFound'
    ? progressing(resolved.reason, message)
    : failing(resolved.reason, message)
}

/** Undefined when nobody has said anything yet. */
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

function isSameParent(asked: Fields, answered: Fields): boolean {
  return ['name', 'sectionName', 'port'].every((field) => asked[field] === answered[field])
}

function nameOf(ref: Fields): string {
  const section = text(ref['sectionName'])
  return `${text(ref['kind']) || 'Gateway'} ${text(ref['name'])}${section === '' ? '' : ` (${section})`}`
}
