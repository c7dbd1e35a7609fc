import type { Manifest } from '../../schema/manifests.ts'
import { templatePath, withContainers } from '../../schema/overriding/pod-templates.ts'
import { withEnv } from './bindings.ts'

/**
 * Returns manifests whose pods have the environment variables that attached objects give them. Jobs have none, because their
 * pods cannot change, and variables may arrive later. The given manifests are not changed.
 */
export function withVariables(
  manifests: readonly Manifest[],
  variables: Readonly<Record<string, string>>,
): readonly Manifest[] {
  const added = Object.entries(variables).map(([name, value]) => ({ name, value }))
  if (added.length === 0) return manifests
  return manifests.map((manifest) =>
    templatePath(manifest) === undefined || manifest.kind === 'Job'
      ? manifest
      : withContainers(manifest, (container) => withEnv(container, added)),
  )
}
