import { completeKind, type Kind } from './kind.ts'
import { kinds as kubernetesRuntime } from './kubernetes-runtime.ts'
import { kinds as project } from './project.ts'
import { kinds as workload } from './workload.ts'
import { kinds as workloadServiceDependency } from './workload-service-dependency.ts'

/** The registry: one line a concept. A contract test compares it with the files of every layer. */
const concepts = {
  project,
  'kubernetes-runtime': kubernetesRuntime,
  workload,
  'workload-service-dependency': workloadServiceDependency,
} as const satisfies Record<string, readonly Parameters<typeof completeKind>[1][]>

export const allKinds: readonly Kind[] = Object.entries(concepts).flatMap(([concept, kinds]) =>
  kinds.map((facts) => completeKind(concept, facts)),
)

export const conceptNames: readonly string[] = Object.keys(concepts)

const byName = new Map(allKinds.map((kind) => [kind.kind, kind]))

export function findKind(kind: string): Kind | undefined {
  return byName.get(kind)
}

/** For names that were checked before, for example those read from the database. */
export function kindNamed(kind: string): Kind {
  const found = byName.get(kind)
  if (found === undefined) throw new Error(`no kind ${kind}`)
  return found
}
