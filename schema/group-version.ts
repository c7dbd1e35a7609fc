/** Returns the `apiVersion` of Kubernetes objects: `v1`, `apps/v1`. */
export function apiVersionOf({ group, version }: { group: string; version: string }): string {
  return group === '' ? version : `${group}/${version}`
}
