import { writeKubeconfig } from '../../schema/clusters/kubeconfig/write.ts'

/** Returns a kubeconfig with one context, `a`. */
export function kubeconfigWith({
  server = 'https://cluster.example',
  user = { token: 't' },
}: {
  server?: string
  user?: Record<string, unknown>
}): string {
  return writeKubeconfig({ name: 'a', context: { cluster: 'a', user: 'a' }, cluster: { server }, user })
}
