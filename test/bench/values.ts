import { isRecord } from '../../schema/manifests.ts'
import type { KubeClient } from '../../workers/kube/client/client.ts'

/**
 * Reports when a ConfigMap of that name in a namespace with that prefix has that value, or a later one: only the newest
 * of several has to arrive.
 */
export function watchValues(cluster: KubeClient) {
  const waiting = new Map<string, Map<string, (at: number) => void>>()
  const arrived = (key: string, value: string): void => {
    const asked = waiting.get(key)
    if (asked?.has(value) !== true) return
    for (const [earlier, resolve] of asked) {
      asked.delete(earlier)
      resolve(performance.now())
      if (earlier === value) return
    }
  }
  const end = new AbortController()
  const began = Promise.withResolvers<undefined>()
  const run = async (): Promise<void> => {
    const path = '/api/v1/configmaps'
    const list = await cluster.request({ method: 'GET', path, query: { limit: '1' } })
    const metadata = isRecord(list) && isRecord(list['metadata']) ? list['metadata'] : {}
    const query = { watch: 'true', resourceVersion: String(metadata['resourceVersion']) }
    began.resolve(undefined)
    for await (const event of cluster.stream({ method: 'GET', path, query, signal: end.signal })) {
      const { object } = event as { object: { metadata: { name: string; namespace: string }; data?: Values } }
      const place = object.metadata.namespace.startsWith('bare-') ? 'bare-' : ''
      arrived(`${place}${object.metadata.name}`, object.data?.['value'] ?? '')
    }
  }
  run().catch((error: unknown) => {
    if (!end.signal.aborted) began.reject(error)
  })
  return {
    started: began.promise,
    once: (name: string, value: string, place: string): Promise<number> =>
      new Promise((resolve) => {
        const asked = waiting.get(`${place}${name}`) ?? new Map<string, (at: number) => void>()
        waiting.set(`${place}${name}`, asked.set(value, resolve))
      }),
    end: () => end.abort(),
  }
}

type Values = Record<string, string>
