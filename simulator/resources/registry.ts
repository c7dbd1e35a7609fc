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
  return new ResourceRegistry()
}

class ResourceRegistry implements Registry {
  readonly #builtin = builtinResources()
  /** The resources of each definition. */
  readonly #custom = new Map<string, readonly Resource[]>()
  #all: readonly Resource[] = this.#builtin
  #byPath: ReadonlyMap<string, Resource> = new Map()
  #byKind: ReadonlyMap<string, Resource> = new Map()
  #byKey: ReadonlyMap<string, Resource> = new Map()
  #version = 0

  constructor() {
    this.#index()
  }

  all(): readonly Resource[] {
    return this.#all
  }

  find(group: string, version: string, plural: string): Resource | undefined {
    return this.#byPath.get(`${group}/${version}/${plural}`)
  }

  findKind(apiVersion: string, kind: string): Resource | undefined {
    return this.#byKind.get(`${apiVersion}/${kind}`)
  }

  findStored(key: string): Resource | undefined {
    return this.#byKey.get(key)
  }

  serve(definition: string, resources: readonly Resource[]): void {
    if (resources.length === 0) this.#custom.delete(definition)
    else this.#custom.set(definition, resources)
    this.#index()
  }

  version(): number {
    return this.#version
  }

  #index(): void {
    this.#all = [...this.#builtin, ...[...this.#custom.values()].flat()]
    this.#byPath = new Map(this.#all.map((each) => [`${each.group}/${each.version}/${each.plural}`, each]))
    this.#byKind = new Map(this.#all.map((each) => [`${apiVersionOf(each)}/${each.kind}`, each]))
    const byKey = new Map<string, Resource>()
    for (const each of this.#all) {
      const key = storageKey(each)
      if (each.version === each.storageVersion || !byKey.has(key)) byKey.set(key, each)
    }
    this.#byKey = byKey
    this.#version += 1
  }
}

/** Returns the storage key: events of both groups are the same objects. */
export function storageKey(resource: Resource): string {
  return resource.group === 'events.k8s.io' ? 'events' : groupResource(resource)
}
