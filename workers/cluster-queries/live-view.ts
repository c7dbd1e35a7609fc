import { setTimeout as sleep } from 'node:timers/promises'
import type { KubeObject } from '../kube/client/client.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import type { InventoryEntry } from '../kube/apply/inventory.ts'
import type { Clusters } from '../runtimes/clusters.ts'
import { listNow, liveList, type ListedResources } from './live-list.ts'
import { operatorNamespaces, uidsOf, unknownOwners } from './owner-chains.ts'

/** What there is of an object in its clusters, as far as it is looked for. */
export interface LiveView {
  /** Reads lists that are new, or begins to follow them. */
  look(entries: readonly InventoryEntry[], follow: boolean): Promise<void>
  /** Everything that is known, by runtime, each object once. */
  objects(): ReadonlyMap<string, readonly KubeObject[]>
  /** Whether something changes within so many milliseconds. */
  change(milliseconds: number): Promise<boolean>
  /** Resolves once nothing is read any more; the signal ends it. */
  ended(): Promise<void>
}

export interface LiveViewOptions {
  clusters: Clusters
  signal: AbortSignal
  /** What is to be listed of what an object has in a cluster. */
  lists(cluster: Cluster, entries: readonly InventoryEntry[]): Promise<readonly ListedResources[]>
}

/** Kinds in one namespace that are listed because they own something there, at most. */
const mostOwnerKinds = 10

export function createLiveView({ clusters, signal, lists: listsOf }: LiveViewOptions): LiveView {
  const lists = new Map<
    string,
    { runtimeId: string; objects: readonly KubeObject[]; running: Promise<void> }
  >()
  /** Kinds of owners that were looked for, by runtime and namespace. */
  const ownerKinds = new Map<string, Set<string>>()
  let dirty = false
  let trigger: () => void = () => undefined
  let failure: unknown
  const changed = (): void => {
    dirty = true
    trigger()
  }

  const read = async (cluster: Cluster, resources: ListedResources, follow: boolean): Promise<void> => {
    const { type, namespace, labelSelector } = resources
    const { group, version, kind } = type
    const key = JSON.stringify([cluster.runtimeId, group, version, kind, namespace, labelSelector])
    if (lists.has(key)) return
    const list = {
      runtimeId: cluster.runtimeId,
      objects: [] as readonly KubeObject[],
      running: Promise.resolve(),
    }
    lists.set(key, list)
    if (!follow) {
      list.objects = [...(await listNow(cluster.client, resources, signal)).objects.values()]
      return
    }
    await new Promise<void>((resolve, reject) => {
      list.running = liveList(cluster.client, resources, {
        signal,
        changed: (objects) => {
          list.objects = [...objects.values()]
          changed()
          resolve()
        },
      }).then(resolve, (error: unknown) => {
        failure = error
        reject(error)
        changed()
      })
    })
  }

  const known = (runtimeId: string): KubeObject[] => {
    const own = [...lists.values()].filter((list) => list.runtimeId === runtimeId)
    const all = own.flatMap(({ objects }) => objects)
    return [...new Map(all.map((object) => [object.metadata.uid, object])).values()]
  }

  /** Lists owners, their owners, and so on, up to what the object has itself. */
  const readOwners = async (
    cluster: Cluster,
    { namespace, roots }: { namespace: string; roots: ReadonlySet<string> },
    follow: boolean,
  ): Promise<void> => {
    const key = `${cluster.runtimeId}/${namespace}`
    const asked = ownerKinds.get(key) ?? new Set<string>()
    ownerKinds.set(key, asked)
    for (;;) {
      const owners = unknownOwners(known(cluster.runtimeId), { namespace, roots })
      const [next] = owners.filter(({ apiVersion, kind }) => !asked.has(`${apiVersion} ${kind}`))
      if (next === undefined || asked.size >= mostOwnerKinds) return
      asked.add(`${next.apiVersion} ${next.kind}`)
      const type = await cluster.discovery.find(next.apiVersion, next.kind)
      if (type?.namespaced === true) await read(cluster, { type, namespace }, follow)
    }
  }

  return {
    look: async (entries, follow) => {
      const lookInto = async (runtimeId: string, own: readonly InventoryEntry[]): Promise<void> => {
        const cluster = await clusters.of(runtimeId)
        const desired = await listsOf(cluster, own)
        await Promise.all(desired.map((resources) => read(cluster, resources, follow)))
        const roots = uidsOf(own)
        for (const namespace of operatorNamespaces(own))
          await readOwners(cluster, { namespace, roots }, follow)
      }
      const byRuntime = Map.groupBy(entries, ({ runtimeId }) => runtimeId)
      await Promise.all([...byRuntime].map(([runtimeId, own]) => lookInto(runtimeId, own)))
    },
    objects: () => {
      if (failure !== undefined) throw failure
      const runtimes = new Set([...lists.values()].map(({ runtimeId }) => runtimeId))
      return new Map([...runtimes].map((runtimeId) => [runtimeId, known(runtimeId)]))
    },
    change: async (milliseconds) => {
      if (!dirty) {
        const ended = new AbortController()
        await Promise.race([
          new Promise<void>((resolve) => (trigger = resolve)),
          sleep(milliseconds, undefined, { signal: AbortSignal.any([signal, ended.signal]) }).catch(
            () => undefined,
          ),
        ])
        ended.abort()
      }
      const isNews = dirty
      dirty = false
      return isNews
    },
    ended: async () => {
      await Promise.allSettled([...lists.values()].map(({ running }) => running))
    },
  }
}
