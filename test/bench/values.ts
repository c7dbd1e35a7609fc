import { isRecord } from '../../schema/manifests.ts'
import type { KubeClient } from '../../workers/kube/client/client.ts'

interface Watched {
  metadata: { name: string; namespace: string }
}

/** The objects of a watch, and the value that each has. */
export interface Values<Item extends Watched> {
  path: string
  valueOf(object: Item): string
}

const configMaps: Values<Watched & { data?: Record<string, string> }> = {
  path: '/api/v1/configmaps',
  valueOf: ({ data }) => data?.['value'] ?? '',
}

/**
 * Reports when an object of that name in a namespace with that prefix has that value, or a later one: only the newest of several has
 * to arrive.
 *
 * @param values The objects. Default: ConfigMaps
 */
export function watchValues<Item extends Watched>(
  cluster: KubeClient,
  { path, valueOf }: Values<Item> = configMaps,
) {
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
    const list = await cluster.request({ method: 'GET', path, query: { limit: '1' } })
    const metadata = isRecord(list) && isRecord(list['metadata']) ? list['metadata'] : {}
    const query = { watch: 'true', resourceVersion: String(metadata['resourceVersion']) }
    began.resolve(undefined)
    for await (const event of cluster.stream({ method: 'GET', path, query, signal: end.signal })) {
      const { object } = event as { object: Item }
      const place = object.metadata.namespace.startsWith('bare-') ? 'bare-' : ''
      arrived(`${place}${object.metadata.name}`, valueOf(object))
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
