import type { Manifest } from '../../schema/manifests.ts'

/** Returns a ConfigMap with one value, as the YAML of a definition. */
export function configMapYaml(name: string, value: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  value: "${value}"\n`
}

/** Returns the same ConfigMap as it is applied to a cluster. */
export function configMap(
  name: string,
  { namespace, value, labels }: { namespace: string; value: string; labels: Record<string, string> },
): Manifest {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace, labels }, data: { value } }
}
