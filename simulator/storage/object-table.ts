import type { KubeObject } from './object.ts'

/** The objects of one resource, indexed by name, order and owner. */
export interface ObjectTable {
  get(namespace: string, name: string): KubeObject | undefined
  set(namespace: string, name: string, object: KubeObject): void
  delete(namespace: string, name: string): void
  /** Lists objects in the order of namespace and name; of all namespaces if none is given. */
  list(namespace: string | undefined): KubeObject[]
  count(namespace: string | undefined): number
  /** Returns the objects with this owner; with an empty uid, those without one. */
  ownedBy(uid: string): KubeObject[]
}

interface NamespaceIndex {
  objects: Map<string, KubeObject>
  /** The sorted names; recomputed after an addition or removal. */
  sorted: string[] | undefined
}

export function createObjectTable(): ObjectTable {
  const namespaces = new Map<string, NamespaceIndex>()
  const owned = new Map<string, Map<string, KubeObject>>()

  function removeFromOwners(object: KubeObject): void {
    for (const uid of ownersOf(object)) {
      const known = owned.get(uid)
      known?.delete(pathOf(object))
      if (known?.size === 0) owned.delete(uid)
    }
  }

  function addToOwners(object: KubeObject): void {
    for (const uid of ownersOf(object)) {
      const known = owned.get(uid)
      if (known === undefined) owned.set(uid, new Map([[pathOf(object), object]]))
      else known.set(pathOf(object), object)
    }
  }

  return {
    get: (namespace, name) => namespaces.get(namespace)?.objects.get(name),
    set(namespace, name, object) {
      let names = namespaces.get(namespace)
      if (names === undefined) namespaces.set(namespace, (names = { objects: new Map(), sorted: undefined }))
      const previous = names.objects.get(name)
      if (previous === undefined) names.sorted = undefined
      else removeFromOwners(previous)
      names.objects.set(name, object)
      addToOwners(object)
    },
    delete(namespace, name) {
      const names = namespaces.get(namespace)
      const previous = names?.objects.get(name)
      if (names === undefined || previous === undefined) return
      removeFromOwners(previous)
      names.objects.delete(name)
      names.sorted = undefined
      if (names.objects.size === 0) namespaces.delete(namespace)
    },
    list(namespace) {
      if (namespace !== undefined) return inOrder(namespaces.get(namespace))
      return [...namespaces.keys()].sort().flatMap((each) => inOrder(namespaces.get(each)))
    },
    count(namespace) {
      if (namespace !== undefined) return namespaces.get(namespace)?.objects.size ?? 0
      return [...namespaces.values()].reduce((sum, { objects }) => sum + objects.size, 0)
    },
    ownedBy: (uid) => [...(owned.get(uid)?.values() ?? [])],
  }
}

function inOrder(names: NamespaceIndex | undefined): KubeObject[] {
  if (names === undefined) return []
  names.sorted ??= [...names.objects.keys()].sort()
  return names.sorted.flatMap((name) => names.objects.get(name) ?? [])
}

function ownersOf({ metadata }: KubeObject): string[] {
  const owners = metadata.ownerReferences ?? []
  return owners.length === 0 ? [''] : owners.map(({ uid }) => uid)
}

/** Returns what identifies an object among those of its resource. */
export function pathOf({ metadata }: KubeObject): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`
}
