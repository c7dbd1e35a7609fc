import { groupOf, type Manifest } from '../../schema/manifests.ts'

/** Returns the manifests with that of their namespace, unless they declare it themselves. */
export function withNamespace(namespace: string, manifests: readonly Manifest[]): Manifest[] {
  if (manifestsOfNamespace(namespace, manifests).length > 0) return [...manifests]
  return [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }, ...manifests]
}

/** Returns the manifests of a namespace itself: at most one of those that are valid. */
export function manifestsOfNamespace(namespace: string, manifests: readonly Manifest[]): Manifest[] {
  return manifests.filter(
    ({ apiVersion, kind, metadata }) =>
      kind === 'Namespace' && groupOf(apiVersion) === '' && metadata.name === namespace,
  )
}

/**
 * Returns a namespace whose pods may read files of their nodes and use their networks, which restricted clusters refuse
 * elsewhere: https://kubernetes.io/docs/concepts/security/pod-security-standards/
 */
export function privilegedNamespace(name: string): Manifest {
  const labels = { 'pod-security.kubernetes.io/enforce': 'privileged' }
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } }
}
