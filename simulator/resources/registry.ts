import { builtinResources } from './builtin.ts'
import { apiVersionOf, groupResource, type Resource } from './resource.ts'

/** The resources that this cluster serves: the built-in ones and those of its established definitions. */
export interface Registry {
  all(): readonly Resource[]
  find(group: string, version: string, plural: string): Resource | undefined
  findKind(apiVersion: string, kind: string): Resource | undefined
  /** Returns any served version of a stored resource, preferably the storage version. */
  findStored(key: string): Resource | undefined
  /** Replaces everything that a definition serves; an empty list removes it. */
  serve(definition: string, resources: readonly Resource[]): void
  /** Returns a number that grows with every change, to invalidate caches. */
  version(): number
}

export function createRegistry(): Registry {
  const builtin = builtinResources()
  const custom = new Map<string, readonly Resource[]>()
  let all = builtin
  let byPath = new Map<string, Resource>()
  let byKind = new Map<string, Resource>()
  let byKey = new Map<string, Resource>()
  let version = 0

  function index(): void {
    all = [...builtin, ...[...custom.values()].flat()]
    byPath = new Map(all.map((each) => [`${each.group}/${each.version}/${each.plural}`, each]))
    byKind = new Map(all.map((each) => [`${apiVersionOf(each)}/${each.kind}`, each]))
    byKey = new Map()
    for (const each of all) {
      const key = storageKey(each)
      if (each.version === each.storageVersion || !byKey.has(key)) byKey.set(key, each)
    }
    version += 1
  }
  index()

  return {
    all: () => all,
    find: (group, requestedVersion, plural) => byPath.get(`${group}/${requestedVersion}/${plural}`),
    findKind: (apiVersion, kind) => byKind.get(`${apiVersion}/${kind}`),
    findStored: (key) => byKey.get(key),
    serve(definition, resources) {
      if (resources.length === 0) custom.delete(definition)
      else custom.set(definition, resources)
      index()
    },
    version: () => version,
  }
}

/** Returns the storage key: events of both groups are the same objects. */
export function storageKey(resource: Resource): string {
  return resource.group === 'events.k8s.io' ? 'events' : groupResource(resource)
}
