import { createObjectTable, type ObjectTable } from '../storage/object-table.ts'
import type { StoreEvent } from '../storage/history.ts'
import { pathOf } from '../storage/object-table.ts'
import type { KubeObject } from '../storage/object.ts'
import type { Key, Store } from '../storage/store.ts'

/** A copy of the objects of an API server in memory, which lists and watches keep up to date. */
export interface Mirror extends Store {
  /** Takes over a list of a resource: what it does not contain is gone. */
  replace(resource: string, objects: readonly KubeObject[], revision: number): void
  /** Takes over an event of a watch. */
  observe(resource: string, type: 'ADDED' | 'MODIFIED' | 'DELETED', object: KubeObject): void
}

interface Copy extends ObjectTable {
  listeners: Set<Listener>
  /** The revision up to which lists and watches have reported everything. */
  seen: number
}

type Listener = (event: StoreEvent, resource: string) => void

export function createMirror(): Mirror {
  return new ObjectMirror()
}

class ObjectMirror implements Mirror {
  readonly #copies = new Map<string, Copy>()
  readonly #listenersOfAll = new Set<Listener>()

  get({ resource, namespace, name }: Key): KubeObject | undefined {
    return this.#copies.get(resource)?.get(namespace, name)
  }

  list(resource: string, namespace?: string): KubeObject[] {
    return this.#copies.get(resource)?.list(namespace) ?? []
  }

  ownedBy(resource: string, uid: string): KubeObject[] {
    return this.#copies.get(resource)?.ownedBy(uid) ?? []
  }

  count(resource: string, namespace?: string): number {
    return this.#copies.get(resource)?.count(namespace) ?? 0
  }

  /** Takes over the result of a write, which the watch of the resource may report later. */
  put({ resource }: Key, object: KubeObject): KubeObject {
    const copy = this.#copyOf(resource)
    // The watch has reported its deletion already.
    const isGone = !this.#has(copy, object) && revisionOf(object) <= copy.seen
    if (!isGone) this.#set(resource, object)
    return object
  }

  remove({ resource, namespace, name }: Key): KubeObject | undefined {
    const found = this.get({ resource, namespace, name })
    if (found !== undefined) this.#delete(resource, found)
    return found
  }

  replace(resource: string, objects: readonly KubeObject[], revision: number): void {
    const kept = new Set(objects.map(pathOf))
    for (const object of this.list(resource)) {
      // What a write has returned since then is not in the list.
      if (!kept.has(pathOf(object)) && revisionOf(object) <= revision) this.#delete(resource, object)
    }
    for (const object of objects) this.#set(resource, object)
    this.#copyOf(resource).seen = revision
  }

  observe(resource: string, type: StoreEvent['type'], object: KubeObject): void {
    const copy = this.#copyOf(resource)
    copy.seen = Math.max(copy.seen, revisionOf(object))
    if (type !== 'DELETED') this.#set(resource, object)
    else if (this.get(keyIn(resource, object))?.metadata.uid === object.metadata.uid)
      this.#delete(resource, object)
  }

  subscribe(resource: string | undefined, listener: Listener): () => void {
    const listeners = resource === undefined ? this.#listenersOfAll : this.#copyOf(resource).listeners
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  revision(): number {
    return Math.max(0, ...[...this.#copies.values()].map(({ seen }) => seen))
  }

  // The API server keeps the history, and serves what definitions define.
  startHistory(): void {}

  compact(): void {}

  since(): undefined {
    return undefined
  }

  close(): void {
    this.#copies.clear()
  }

  #copyOf(resource: string): Copy {
    let copy = this.#copies.get(resource)
    if (copy === undefined) {
      copy = { ...createObjectTable(), listeners: new Set(), seen: 0 }
      this.#copies.set(resource, copy)
    }
    return copy
  }

  #has(copy: Copy, { metadata }: KubeObject): boolean {
    return copy.get(metadata.namespace ?? '', metadata.name) !== undefined
  }

  /** Stores an object, unless a newer state of it is known. */
  #set(resource: string, object: KubeObject): void {
    const { namespace, name } = keyIn(resource, object)
    const copy = this.#copyOf(resource)
    const previous = copy.get(namespace, name)
    const revision = revisionOf(object)
    if (previous !== undefined && revisionOf(previous) >= revision) return
    copy.set(namespace, name, object)
    const type = previous === undefined ? 'ADDED' : 'MODIFIED'
    this.#publish(resource, { type, object, revision, ...(previous === undefined ? {} : { previous }) })
  }

  #delete(resource: string, object: KubeObject): void {
    const { namespace, name } = keyIn(resource, object)
    const copy = this.#copyOf(resource)
    const previous = copy.get(namespace, name)
    if (previous === undefined) return
    copy.delete(namespace, name)
    this.#publish(resource, { type: 'DELETED', object, previous, revision: revisionOf(object) })
  }

  #publish(resource: string, event: StoreEvent): void {
    for (const listener of this.#copyOf(resource).listeners) listener(event, resource)
    for (const listener of this.#listenersOfAll) listener(event, resource)
  }
}

function keyIn(resource: string, { metadata }: KubeObject): Key {
  return { resource, namespace: metadata.namespace ?? '', name: metadata.name }
}

/** Returns the revision of an object, which the API server takes from its etcd. */
function revisionOf({ metadata }: KubeObject): number {
  return Number(metadata.resourceVersion)
}
