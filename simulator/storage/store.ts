import { openDatabase } from './database.ts'
import { createHistory, type History, type StoreEvent } from './history.ts'
import { createObjectTable, type ObjectTable } from './object-table.ts'
import type { KubeObject } from './object.ts'

export interface Key {
  /** The resource under which the objects are stored: `pods`, `deployments.apps`, whatever version a request names. */
  resource: string
  /** The namespace; empty for cluster-scoped objects. */
  namespace: string
  name: string
}

/**
 * All objects of a cluster: in memory for reading, on disk before a write returns. Every write gets the next revision,
 * which is the `metadata.resourceVersion` of the written object. Returned objects are shared: never change them.
 */
export interface Store {
  /** Returns the revision of the last write. */
  revision(): number
  get(key: Key): KubeObject | undefined
  /** Lists objects in the order of namespace and name; of all namespaces if none is given. */
  list(resource: string, namespace?: string): KubeObject[]
  /** Returns the objects with an owner; with an empty uid, those without one. */
  ownedBy(resource: string, uid: string): KubeObject[]
  count(resource: string, namespace?: string): number
  /** Writes the object and returns it with its new resourceVersion. */
  put(key: Key, object: KubeObject): KubeObject
  /** Removes an object. @param last Its last state. @default the stored one */
  remove(key: Key, last?: KubeObject): KubeObject | undefined
  /** Starts the history of a resource now: a watch from an earlier revision is too old. */
  startHistory(resource: string): void
  /** Evicts the events of all resources that are older than that many milliseconds. */
  compact(age: number): void
  /** Returns the events after `revision`, or undefined if some are already evicted. */
  since(resource: string, revision: number): StoreEvent[] | undefined
  /** Calls the listener with every later event of the resource, or of all resources, until the returned function is called. */
  subscribe(resource: string | undefined, listener: (event: StoreEvent, resource: string) => void): () => void
  close(): void
}

interface ResourceTable extends ObjectTable {
  history: History
  listeners: Set<(event: StoreEvent, resource: string) => void>
}

/** Opens a store. @param options.history The number of events of each resource to retain for watches */
export function openStore(options: { file: string; history: number }): Store {
  const database = openDatabase(options.file)
  const loaded = database.load()
  let revision = loaded.revision
  const tables = new Map<string, ResourceTable>()
  const listenersOfAll: ResourceTable['listeners'] = new Set()

  function tableOf(resource: string, from = loaded.revision): ResourceTable {
    let table = tables.get(resource)
    if (table === undefined) {
      // A resource without events can be watched from the start of this process.
      table = {
        ...createObjectTable(),
        history: createHistory(from, options.history),
        listeners: new Set(),
      }
      tables.set(resource, table)
    }
    return table
  }

  function publish(resource: string, event: StoreEvent): void {
    const table = tableOf(resource)
    table.history.add(event)
    for (const listener of table.listeners) listener(event, resource)
    for (const listener of listenersOfAll) listener(event, resource)
  }

  for (const row of loaded.rows) tableOf(row.resource).set(row.namespace, row.name, row.object)

  return {
    revision: () => revision,
    get: (key) => tables.get(key.resource)?.get(key.namespace, key.name),
    list: (resource, namespace) => tables.get(resource)?.list(namespace) ?? [],
    ownedBy: (resource, uid) => tables.get(resource)?.ownedBy(uid) ?? [],
    count: (resource, namespace) => tables.get(resource)?.count(namespace) ?? 0,
    put(key, object) {
      const table = tableOf(key.resource)
      const previous = table.get(key.namespace, key.name)
      const written = withRevision(object, revision + 1)
      const replaced = previous && revisionOf(previous)
      database.put({ ...key, revision: revision + 1, object: written }, replaced)
      revision += 1
      table.set(key.namespace, key.name, written)
      publish(
        key.resource,
        previous === undefined
          ? { type: 'ADDED', object: written, revision }
          : { type: 'MODIFIED', object: written, previous, revision },
      )
      return written
    },
    remove(key, last) {
      const table = tableOf(key.resource)
      const previous = table.get(key.namespace, key.name)
      if (previous === undefined) return undefined
      database.remove(revisionOf(previous), revision + 1)
      revision += 1
      table.delete(key.namespace, key.name)
      const object = withRevision(last ?? previous, revision)
      publish(key.resource, { type: 'DELETED', object, previous, revision })
      return object
    },
    startHistory(resource) {
      tableOf(resource, revision)
    },
    compact(age) {
      for (const { history } of tables.values()) history.compact(age)
    },
    since: (resource, from) => tableOf(resource).history.since(from),
    subscribe(resource, listener) {
      const listeners = resource === undefined ? listenersOfAll : tableOf(resource).listeners
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      database.close()
    },
  }
}

function revisionOf({ metadata }: KubeObject): number {
  return Number(metadata.resourceVersion)
}

function withRevision(object: KubeObject, revision: number): KubeObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } }
}
