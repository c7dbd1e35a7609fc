import type { OtherSpecs, ReferencedSpec, SpecProblem } from './kinds/kind.ts'
import { parseQualifiedName } from './names.ts'
import type { Placement } from './placement/declaration.ts'

/** The fields of an object that is attached to an application. */
interface Attached {
  workloadInstance?: string | undefined
}

/** Returns the contradiction between the runtime of an object and that of the application it is attached to. */
export function elsewhereProblems(
  spec: Attached & { runtime?: string | undefined },
  others: OtherSpecs,
): SpecProblem[] {
  const { workloadInstance: workload } = others.referenced
  if (workload === undefined) return []
  const divided = dividedProblems(spec, others)
  if (divided.length > 0) return divided
  const actual = workload.spec['runtime']
  // Placement has yet to choose it. The object follows, and its reconcile reports another runtime.
  if (actual === undefined || spec.runtime === undefined) return []
  const qualified = (name: unknown, from: string): string => {
    const parsed = parseQualifiedName(String(name), from)
    return `${parsed.project}/${parsed.name}`
  }
  if (qualified(actual, workload.project) === qualified(spec.runtime, others.project)) return []
  const message = `must be the runtime of the workload instance, ${String(actual)}`
  return [{ path: 'runtime', code: 'CONFLICT', message, remedy: 'Omit it.' }]
}

/** Returns a problem for an object that is attached to an application with several locations, which runs nowhere itself. */
export function dividedProblems(
  { workloadInstance }: Attached,
  { referenced: { workloadInstance: workload }, project }: OtherSpecs,
): SpecProblem[] {
  const { locations } = placementOf(workload) ?? {}
  if (workloadInstance === undefined || workload === undefined || locations === undefined) return []
  const { name } = parseQualifiedName(workloadInstance, project)
  const message = 'runs in several locations, each with an instance of its own'
  const remedy = `Use the instance of one of them, ${locations.join(' or ')}. See: qleetctl describe workload ${name}`
  return [{ path: 'workloadInstance', code: 'CONFLICT', message, remedy }]
}

function placementOf(workload: ReferencedSpec | undefined): Placement | undefined {
  // The field was validated with the schema of placement when it was written.
  return workload?.spec['placement'] as Placement | undefined
}
