import type { OtherSpecs, SpecProblem } from './kinds/kind.ts'
import { parseQualifiedName } from './names.ts'

/** Returns the contradiction between the runtime of an object and that of the application it is attached to. */
export function elsewhereProblems(
  { runtime }: { runtime: string },
  { referenced: { workloadInstance: workload }, project }: OtherSpecs,
): SpecProblem[] {
  // The runtime of an application that is not placed yet is unknown.
  if (workload?.spec['runtime'] === undefined) return []
  const qualified = (name: unknown, from: string): string => {
    const parsed = parseQualifiedName(String(name), from)
    return `${parsed.project}/${parsed.name}`
  }
  if (qualified(workload.spec['runtime'], workload.project) === qualified(runtime, project)) return []
  const message = `must be the runtime of the workload instance, ${String(workload.spec['runtime'])}`
  return [{ path: 'runtime', code: 'CONFLICT', message, remedy: 'Omit it.' }]
}
