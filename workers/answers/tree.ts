import { setTimeout as sleep } from 'node:timers/promises'
import type { ResourceNode, TreePart, TreeQuestion } from '../../schema/questions.ts'
import type { KubeObject } from '../kube/client.ts'
import type { Cluster } from '../kube/cluster.ts'
import type { InventoryEntry } from '../kube/inventory.ts'
import { labels } from '../kube/resource.ts'
import type { Clusters } from '../runtimes/clusters.ts'
import { inventoryOfObject, type AnswerContext } from './answer-context.ts'
import { listNow, liveList, type ListedResources } from './live-list.ts'
import { treeNodes } from './tree-nodes.ts'

/** Milliseconds within which changes are told of once. */
const gather = 100
/** Milliseconds between two looks at what the object has: its inventory tells nobody when it changes. */
const inventoryEvery = 2000
/** Nodes of one part. */
const partSize = 500

/** What an object has in clusters, whole; with `follow` again whenever it has changed. */
export async function* readTree(
  { objectId, follow }: TreeQuestion,
  { client, clusters, signal }: AnswerContext,
): AsyncGenerator<TreePart> {
  const ended = new AbortController()
  const view = createView({ objectId, clusters, signal: AbortSignal.any([signal, ended.signal]) })
  let told: string | undefined
  try {
    for (;;) {
      const entries = await inventoryOfObject(client, objectId)
      await view.look(entries, follow)
      for (const until = Date.now() + inventoryEvery; ;) {
        const nodes = treeNodes(entries, view.objects())
        const text = JSON.stringify(nodes)
        if (text !== told) yield* parts(nodes)
        told = text
        if (!follow) return
        const left = until - Date.now()
        if (left <= 0 || !(await view.change(left))) break
        await sleep(gather, undefined, { signal })
      }
      signal.throwIfAborted()
    }
  } finally {
    ended.abort()
    await view.ended()
  }
}

function* parts(nodes: readonly ResourceNode[]): Generator<TreePart> {
  for (let from = 0; from === 0 || from < nodes.length; from += partSize)
    yield { nodes: nodes.slice(from, from + partSize), isLast: from + partSize >= nodes.length }
}

/** What resources own, and who makes it. Those of ours carry our label: it stands in the templates that they are made of. */
const owned = [
  { group: 'apps', version: 'v1', kind: 'ReplicaSet', plural: 'replicasets', namespaced: true },
  { group: 'batch', version: 'v1', kind: 'Job', plural: 'jobs', namespaced: true },
  { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true },
] as const

interface View {
  /** Reads lists that are new, or begins to follow them. */
  look(entries: readonly InventoryEntry[], follow: boolean): Promise<void>
  /** Everything that is known, by runtime. */
  objects(): ReadonlyMap<string, readonly KubeObject[]>
  /** Whether something changes within so many milliseconds. */
  change(milliseconds: number): Promise<boolean>
  ended(): Promise<void>
}

function createView({
  objectId,
  clusters,
  signal,
}: {
  objectId: string
  clusters: Clusters
  signal: AbortSignal
}): View {
  const lists = new Map<
    string,
    { runtimeId: string; objects: readonly KubeObject[]; running: Promise<void> }
  >()
  const labelSelector = `${labels.objectId}=${objectId}`
  let dirty = false
  let wake: () => void = () => undefined
  let failure: unknown
  const changed = (): void => {
    dirty = true
    wake()
  }

  const read = async (cluster: Cluster, resources: ListedResources, follow: boolean): Promise<void> => {
    const { type, namespace } = resources
    const key = JSON.stringify([cluster.runtimeId, type.group, type.version, type.kind, namespace])
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
      }).catch((error: unknown) => {
        failure = error
        reject(error)
        changed()
      })
    })
  }

  return {
    look: async (entries, follow) => {
      const work: Promise<void>[] = []
      for (const [runtimeId, own] of Map.groupBy(entries, (entry) => entry.runtimeId)) {
        const cluster = await clusters.of(runtimeId)
        for (const { type, namespace } of await typesOf(cluster, own))
          work.push(read(cluster, { type, namespace, labelSelector }, follow))
      }
      await Promise.all(work)
    },
    objects: () => {
      if (failure !== undefined) throw failure
      const all = [...lists.values()].flatMap(({ runtimeId, objects }) =>
        objects.map((object) => ({ runtimeId, object })),
      )
      const byRuntime = Map.groupBy(all, ({ runtimeId }) => runtimeId)
      return new Map(
        [...byRuntime].map(([runtimeId, found]) => [runtimeId, found.map(({ object }) => object)]),
      )
    },
    change: async (milliseconds) => {
      if (!dirty) {
        const ended = new AbortController()
        await Promise.race([
          new Promise<void>((resolve) => (wake = resolve)),
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

/** What is to be listed: the kinds of the inventory in their namespaces, and in each namespace what such kinds own. */
async function typesOf(
  { discovery }: Cluster,
  entries: readonly InventoryEntry[],
): Promise<Pick<ListedResources, 'type' | 'namespace'>[]> {
  const found = new Map<string, Pick<ListedResources, 'type' | 'namespace'>>()
  for (const { group, version, kind, namespace } of entries) {
    const key = JSON.stringify([group, kind, namespace])
    if (found.has(key)) continue
    const type = await discovery.find(group === '' ? version : `${group}/${version}`, kind)
    if (type !== undefined) found.set(key, { type, namespace })
  }
  for (const namespace of new Set(entries.map((entry) => entry.namespace).filter((each) => each !== ''))) {
    for (const type of owned)
      found.set(JSON.stringify([type.group, type.kind, namespace]), { type, namespace })
  }
  return [...found.values()]
}
