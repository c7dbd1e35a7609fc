import type { OtherSpecs, ReferencedSpec, SpecProblem } from './kinds/kind.ts'
import { parseQualifiedName, qualify } from './names.ts'
import type { Placement } from './placement/declaration.ts'

/** The fields of an object that is attached to an application. */
export interface Attached {
  workloadInstance?: string | undefined
  helmWorkloadInstance?: string | undefined
}

/** The fields by which an object is attached, each with the noun of its application. */
const applicationFields = { workloadInstance: 'workload', helmWorkloadInstance: 'helm-workload' } as const
type ApplicationField = keyof typeof applicationFields

/** Returns the field by which an object is attached, and its application; undefined if it is attached to none. */
function applicationOf({
  referenced,
}: OtherSpecs): { field: ApplicationField; spec: ReferencedSpec } | undefined {
  for (const field of Object.keys(applicationFields) as ApplicationField[]) {
    const spec = referenced[field]
    if (spec !== undefined) return { field, spec }
  }
  return undefined
}

/** Returns the problem of an object that has to be attached to one application, and names none or several. */
export function attachmentProblems(spec: Attached): SpecProblem[] {
  if (fieldsOf(spec).length > 0) return severalProblems(spec)
  const remedy = 'Name the workload or the Helm workload that it belongs to.'
  return [{ path: 'workloadInstance', code: 'REQUIRED', message: 'is missing', remedy }]
}

/** Returns the problem of an object that names several applications. */
export function severalProblems(spec: Attached): SpecProblem[] {
  const [field, other] = fieldsOf(spec)
  if (other === undefined) return []
  const remedy = 'Set one of them.'
  return [{ path: other, code: 'FORBIDDEN', message: `cannot be combined with ${field}`, remedy }]
}

function fieldsOf(spec: Attached): ApplicationField[] {
  return (Object.keys(applicationFields) as ApplicationField[]).filter((each) => spec[each] !== undefined)
}

/** Returns the contradiction between the runtime of an object and that of the application it is attached to. */
export function elsewhereProblems(
  spec: Attached & { runtime?: string | undefined },
  others: OtherSpecs,
): SpecProblem[] {
  const { field, spec: application } = applicationOf(others) ?? {}
  if (application === undefined || field === undefined) return []
  const divided = dividedProblems(spec, others)
  if (divided.length > 0) return divided
  const actual = application.spec['runtime']
  // Placement has yet to choose it. The object follows, and its reconcile reports another runtime.
  if (actual === undefined || spec.runtime === undefined) return []
  if (qualify(String(actual), application.project) === qualify(spec.runtime, others.project)) return []
  const message = `must be the runtime of the workload instance, ${String(actual)}`
  return [{ path: 'runtime', code: 'CONFLICT', message, remedy: 'Omit it.' }]
}

/** Returns a problem for an object that is attached to an application with several locations, which runs nowhere itself. */
export function dividedProblems(spec: Attached, others: OtherSpecs): SpecProblem[] {
  const { field, spec: application } = applicationOf(others) ?? {}
  const { locations } = placementOf(application) ?? {}
  const attachedTo = field && spec[field]
  if (field === undefined || attachedTo === undefined || locations === undefined) return []
  const { name } = parseQualifiedName(attachedTo, others.project)
  const message = 'runs in several locations, each with an instance of its own'
  const remedy = `Use the instance of one of them, ${locations.join(' or ')}. See: qleetctl describe ${applicationFields[field]} ${name}`
  return [{ path: field, code: 'CONFLICT', message, remedy }]
}

function placementOf(application: ReferencedSpec | undefined): Placement | undefined {
  // The field was validated with the schema of placement when it was written.
  return application?.spec['placement'] as Placement | undefined
}
