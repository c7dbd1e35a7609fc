import { allKinds, findKind } from './kinds/index.ts'

/** Returns the name of the controller that reported an event: that of a client, or the reconcilers of the concept of the kind. */
export function reporterOf({ reporter, kind }: { reporter: string | null; kind: string | null }): string {
  return reporter ?? controllerOf(kind === null ? undefined : findKind(kind)?.concept)
}

/** Returns the kinds whose events QleetOS reports under the name of a controller. */
export function kindsReportedBy(controller: string): string[] {
  return allKinds.flatMap(({ kind, concept }) => (controllerOf(concept) === controller ? [kind] : []))
}

/** The names that the legacy system gave to its controllers: `WorkloadController` for `workload`. */
function controllerOf(concept = 'qleetos'): string {
  const name = concept.replaceAll(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase())
  return `${name}Controller`
}
