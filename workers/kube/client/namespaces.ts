import type { Manifest } from '../../../schema/manifests.ts'

/** Returns a namespace that is stable between reconciles and unique to the instance. */
export function managedNamespace({ name, id }: { name: string; id: string }): string {
  const readable = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, '-')
    .slice(0, 45)
    .replaceAll(/^-+|-+$/g, '')
  return `${readable === '' ? 'workload' : readable}-${id}`
}

/** Returns the namespace of the resources of a workload: the given one, the only one among its manifests, or one of its own. */
export function workloadNamespace(
  owner: { name: string; id: string },
  given: string | undefined,
  manifests: readonly Manifest[],
): string {
  const own = manifests.filter(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'Namespace')
  const [only, second] = own
  if (given !== undefined) return given
  return only !== undefined && second === undefined ? only.metadata.name : managedNamespace(owner)
}
