import { accessTo } from './access-to.ts'
import { createKubeClient, type KubeClient, type KubeObject } from '../../workers/kube/client/client.ts'
import { isKubeError } from '../../workers/kube/client/kube-error.ts'
import type { TestControlPlane } from './control-plane.ts'

/** A cluster as another user sees it. */
export interface TestCluster {
  client: KubeClient
  get(path: string): Promise<KubeObject | undefined>
  merge(path: string, patch: object): Promise<KubeObject>
  delete(path: string): Promise<void>
  close(): Promise<void>
}

export async function clusterOf(plane: TestControlPlane, runtime: string): Promise<TestCluster> {
  const kubeconfig = await plane.client.kubeconfig({ name: runtime })
  if (kubeconfig === undefined) throw new Error(`runtime ${runtime} has no kubeconfig yet`)
  const client = createKubeClient({ access: accessTo(kubeconfig) })
  return {
    client,
    get: async (path) => {
      try {
        return (await client.request({ method: 'GET', path })) as KubeObject
      } catch (error) {
        if (isKubeError(error, 'notFound')) return undefined
        throw error
      }
    },
    merge: async (path, patch) =>
      (await client.request({
        method: 'PATCH',
        path,
        query: { fieldManager: 'somebody' },
        contentType: 'application/merge-patch+json',
        body: patch,
      })) as KubeObject,
    delete: async (path) => {
      await client.request({ method: 'DELETE', path })
    },
    close: () => client.close(),
  }
}

/** Returns the values of a Secret as text, by key. */
export function decoded(secret: { [field: string]: unknown } | undefined): Record<string, string> {
  const data = (secret?.['data'] ?? {}) as Record<string, string>
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]),
  )
}
