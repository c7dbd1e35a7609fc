import type { Dependency } from '../../schema/dependencies/declaration.ts'
import type { Manifest } from '../../schema/manifests.ts'
import { templatePath, withContainers } from '../../schema/overriding/pod-templates.ts'
import { ChartError } from '../charts/chart-error.ts'

/** A container that a chart renders. */
interface Target {
  kind: string
  workload: string
  container: string
}

/**
 * Throws InjectionTargetNotFound if a dependency injects variables into a container that the chart does not render. Only the
 * rendering says which there are, so that nothing can be checked before.
 */
export function assertInjectionTargets(
  rendered: readonly Manifest[],
  dependencies: readonly Dependency[],
): void {
  const targets = rendered.flatMap(targetsIn)
  for (const { name, inject = [] } of dependencies) {
    for (const [index, { workload, container }] of inject.entries()) {
      const isFound = targets.some(
        (each) =>
          (workload === undefined || each.workload === workload) &&
          (container === undefined || each.container === container),
      )
      if (!isFound) throw notFound(`dependencies.${name}.inject[${index}]`, { workload, container, targets })
    }
  }
}

function targetsIn(manifest: Manifest): Target[] {
  const targets: Target[] = []
  if (templatePath(manifest) === undefined) return targets
  withContainers(manifest, (container) => {
    const { kind, metadata } = manifest
    targets.push({ kind, workload: metadata.name, container: String(container['name']) })
    return container
  })
  return targets
}

/** The maximum number of containers in a message. */
const maxListed = 20

function notFound(
  field: string,
  {
    workload,
    container,
    targets,
  }: { workload: string | undefined; container: string | undefined; targets: readonly Target[] },
): ChartError {
  const wanted = [
    ...(container === undefined ? [] : [`container ${JSON.stringify(container)}`]),
    ...(workload === undefined ? [] : [`workload ${JSON.stringify(workload)}`]),
  ].join(' of ')
  const listed = targets.slice(0, maxListed).map((each) => `${each.kind} ${each.workload}/${each.container}`)
  const rendered = listed.length === 0 ? 'it renders no containers' : `it renders ${listed.join(', ')}`
  const message = `${field} of the definition names ${wanted === '' ? 'containers' : wanted}, which the chart does not render; ${rendered}. Correct workload and container.`
  return new ChartError('InjectionTargetNotFound', message, { blocked: true })
}
