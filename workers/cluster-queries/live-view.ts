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
  /** What is to be listed of what an object has in a cluster. */
  lists(cluster: Cluster, entries: readonly InventoryEntry[]): Promise<readonly ListedResources[]>
}

/** Kinds in one namespace that are listed because they own something there, at most. */
const mostOwnerKinds = 10

/** One list of a cluster, as it is now. */
interface KnownList {
  runtimeId: string
  objects: readonly KubeObject[]
  /** Resolves when it is followed no more. */
  following: Promise<void>
}

/** What there is of an object in its clusters, as far as it is looked for. */
export class LiveView {
  readonly #options: LiveViewOptions
  /** By cluster and what is listed of it. */
  readonly #lists = new Map<string, KnownList>()
  /** Kinds of owners that were looked for, by runtime and namespace. */
  readonly #ownerKinds = new Map<string, Set<string>>()
  /** Whether something has changed since that was asked last. */
  #isDirty = false
  #notify: () => void = () => undefined
  /** Why a list cannot be followed. */
  #failure: unknown

  constructor(options: LiveViewOptions) {
    this.#options = options
  }

  /** Reads lists that are new, or begins to follow them. */
  async look(entries: readonly InventoryEntry[], follow: boolean): Promise<void> {
    const byRuntime = Map.groupBy(entries, ({ runtimeId }) => runtimeId)
    await Promise.all([...byRuntime].map(([runtimeId, own]) => this.#lookInto(runtimeId, own, follow)))
  }

  /** Everything that is known, by runtime, each object once. Throws when a list cannot be followed. */
  objects(): ReadonlyMap<string, readonly KubeObject[]> {
    if (this.#failure !== undefined) throw this.#failure
    const runtimes = new Set([...this.#lists.values()].map(({ runtimeId }) => runtimeId))
    return new Map([...runtimes].map((runtimeId) => [runtimeId, this.#known(runtimeId)]))
  }

  /** Whether something changes within so many milliseconds. */
  async change(milliseconds: number): Promise<boolean> {
    if (!this.#isDirty) await this.#changedWithin(milliseconds)
    const isNews = this.#isDirty
    this.#isDirty = false
    return isNews
  }

  /** Resolves once nothing is read any more; the signal ends it. */
  async ended(): Promise<void> {
    await Promise.allSettled([...this.#lists.values()].map(({ following }) => following))
  }

  async #lookInto(runtimeId: string, own: readonly InventoryEntry[], follow: boolean): Promise<void> {
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
    const list: KnownList = { runtimeId: cluster.runtimeId, objects: [], following: Promise.resolve() }
    this.#lists.set(key, list)
    if (follow) return this.#follow(cluster, resources, list)
    const { objects } = await listNow(cluster.client, resources, this.#options.signal)
    list.objects = [...objects.values()]
  }

  /** Resolves with the first list. */
  #follow(cluster: Cluster, resources: ListedResources, list: KnownList): Promise<void> {
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

  /** Lists owners, their owners, and so on, up to what the object has itself. */
  async #readOwners(
    cluster: Cluster,
    { namespace, roots }: { namespace: string; roots: ReadonlySet<string> },
    follow: boolean,
  ): Promise<void> {
    const key = `${cluster.runtimeId}/${namespace}`
    const asked = this.#ownerKinds.get(key) ?? new Set<string>()
    this.#ownerKinds.set(key, asked)
    for (;;) {
      const owners = unknownOwners(this.#known(cluster.runtimeId), { namespace, roots })
      const [next] = owners.filter(({ apiVersion, kind }) => !asked.has(`${apiVersion} ${kind}`))
      if (next === undefined || asked.size >= mostOwnerKinds) return
      asked.add(`${next.apiVersion} ${next.kind}`)
      const type = await cluster.discovery.find(next.apiVersion, next.kind)
      if (type?.namespaced === true) await this.#read(cluster, { type, namespace }, follow)
    }
  }

  #known(runtimeId: string): KubeObject[] {
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
