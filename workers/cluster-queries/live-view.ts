import { pause } from '../../schema/retry.ts'
import type { KubeObject } from '../kube/client/client.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import type { InventoryEntry } from '../kube/apply/inventory.ts'
import type { Clusters } from '../runtimes/clusters.ts'
import { listNow, liveList, type ListedResources } from './live-list.ts'
import { operatorNamespaces, uidsOf, unknownOwners } from './owner-chains.ts'

export interface LiveViewOptions {
  clusters: Clusters
  signal: AbortSignal
  /** Returns the lists that cover the resources of an object in a cluster. */
  lists(cluster: Cluster, entries: readonly InventoryEntry[]): Promise<readonly ListedResources[]>
}

/** The most kinds of owners that are listed in one namespace. */
const maxOwnerKinds = 10

/** The current state of one list of a cluster. */
interface CachedList {
  runtimeId: string
  objects: readonly KubeObject[]
  /** Resolves when the watch of the list has ended. */
  following: Promise<void>
}

/** A live view of the resources of an object in its clusters, as far as they are listed. */
export class LiveView {
  readonly #options: LiveViewOptions
  /** Lists by cluster and {@link ListedResources}. */
  readonly #lists = new Map<string, CachedList>()
  /** Kinds of owners that have been listed, by runtime and namespace. */
  readonly #ownerKinds = new Map<string, Set<string>>()
  /** Reports whether a list has changed since the last {@link waitForChange}. */
  #isDirty = false
  #notify: () => void = () => undefined
  /** The error of a list that cannot be followed. */
  #failure: unknown

  constructor(options: LiveViewOptions) {
    this.#options = options
  }

  /** Reads the lists of new inventory entries, or starts to follow them. */
  async update(entries: readonly InventoryEntry[], follow: boolean): Promise<void> {
    const byRuntime = Map.groupBy(entries, ({ runtimeId }) => runtimeId)
    await Promise.all([...byRuntime].map(([runtimeId, own]) => this.#updateRuntime(runtimeId, own, follow)))
  }

  /** Returns the listed objects by runtime, each once. Throws when a list cannot be followed. */
  objects(): ReadonlyMap<string, readonly KubeObject[]> {
    if (this.#failure !== undefined) throw this.#failure
    const runtimes = new Set([...this.#lists.values()].map(({ runtimeId }) => runtimeId))
    return new Map([...runtimes].map((runtimeId) => [runtimeId, this.#objectsIn(runtimeId)]))
  }

  /** Waits for a change. Reports whether there was one within the given milliseconds. */
  async waitForChange(milliseconds: number): Promise<boolean> {
    if (!this.#isDirty) await this.#changedWithin(milliseconds)
    const hasChanged = this.#isDirty
    this.#isDirty = false
    return hasChanged
  }

  /** Resolves once all watches have ended, which the signal of the view causes. */
  async ended(): Promise<void> {
    await Promise.allSettled([...this.#lists.values()].map(({ following }) => following))
  }

  async #updateRuntime(runtimeId: string, own: readonly InventoryEntry[], follow: boolean): Promise<void> {
    const cluster = await this.#options.clusters.of(runtimeId)
    const desired = await this.#options.lists(cluster, own)
    await Promise.all(desired.map((resources) => this.#read(cluster, resources, follow)))
    const roots = uidsOf(own)
    for (const namespace of operatorNamespaces(own))
      await this.#readOwners(cluster, { namespace, roots }, follow)
  }

  async #read(cluster: Cluster, resources: ListedResources, follow: boolean): Promise<void> {
    const { type, namespace, labelSelector } = resources
    const { group, version, kind } = type
    const key = JSON.stringify([cluster.runtimeId, group, version, kind, namespace, labelSelector])
    if (this.#lists.has(key)) return
    const list: CachedList = { runtimeId: cluster.runtimeId, objects: [], following: Promise.resolve() }
    this.#lists.set(key, list)
    if (follow) return this.#follow(cluster, resources, list)
    const { objects } = await listNow(cluster.client, resources, this.#options.signal)
    list.objects = [...objects.values()]
  }

  /** Starts to follow a list. Resolves once it has been read for the first time. */
  #follow(cluster: Cluster, resources: ListedResources, list: CachedList): Promise<void> {
    const { signal } = this.#options
    return new Promise<void>((resolve, reject) => {
      const changed = (objects: ReadonlyMap<string, KubeObject>): void => {
        list.objects = [...objects.values()]
        this.#changed()
        resolve()
      }
      list.following = liveList(cluster.client, resources, { signal, changed }).then(
        resolve,
        (error: unknown) => {
          this.#failure = error
          reject(error)
          this.#changed()
        },
      )
    })
  }

  /** Lists the owners of listed objects, their owners and so on, up to the resources of the object itself. */
  async #readOwners(
    cluster: Cluster,
    { namespace, roots }: { namespace: string; roots: ReadonlySet<string> },
    follow: boolean,
  ): Promise<void> {
    const key = `${cluster.runtimeId}/${namespace}`
    const seenKinds = this.#ownerKinds.get(key) ?? new Set<string>()
    this.#ownerKinds.set(key, seenKinds)
    for (;;) {
      const owners = unknownOwners(this.#objectsIn(cluster.runtimeId), { namespace, roots })
      const [next] = owners.filter(({ apiVersion, kind }) => !seenKinds.has(`${apiVersion} ${kind}`))
      if (next === undefined || seenKinds.size >= maxOwnerKinds) return
      seenKinds.add(`${next.apiVersion} ${next.kind}`)
      const type = await cluster.discovery.find(next.apiVersion, next.kind)
      if (type?.namespaced === true) await this.#read(cluster, { type, namespace }, follow)
    }
  }

  #objectsIn(runtimeId: string): KubeObject[] {
    const own = [...this.#lists.values()].filter((list) => list.runtimeId === runtimeId)
    const all = own.flatMap(({ objects }) => objects)
    return [...new Map(all.map((object) => [object.metadata.uid, object])).values()]
  }

  #changed(): void {
    this.#isDirty = true
    this.#notify()
  }

  async #changedWithin(milliseconds: number): Promise<void> {
    const ended = new AbortController()
    const signal = AbortSignal.any([this.#options.signal, ended.signal])
    await Promise.race([
      new Promise<void>((resolve) => (this.#notify = resolve)),
      pause(milliseconds, signal),
    ])
    ended.abort()
  }
}
