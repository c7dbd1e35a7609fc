import type { ClusterContext } from '../context.ts'
import { without, type JsonObject } from '../json.ts'
import type { Registry } from '../resources/registry.ts'
import { apiVersionOf, type Resource } from '../resources/resource.ts'

/** Returns `/api`: the versions of the core group. */
export function coreVersions(_context: ClusterContext): JsonObject {
  return {
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: '127.0.0.1:443' }],
  }
}

/** Returns `/apis`: all other groups. */
export function groupList(registry: Registry): JsonObject {
  const groups = [...groupsOf(registry)].map(([group, versions]) => groupOf(group, versions))
  return { kind: 'APIGroupList', apiVersion: 'v1', groups }
}

/** Returns `/apis/GROUP`. */
export function groupDocument(registry: Registry, group: string): JsonObject | undefined {
  const versions = groupsOf(registry).get(group)
  return versions === undefined
    ? undefined
    : { kind: 'APIGroup', apiVersion: 'v1', ...groupOf(group, versions) }
}

/** Returns `/api/v1` or `/apis/GROUP/VERSION`: the resources of one version. */
export function resourceList(registry: Registry, group: string, version: string): JsonObject | undefined {
  const resources = registry.all().filter((each) => each.group === group && each.version === version)
  if (resources.length === 0) return undefined
  return {
    kind: 'APIResourceList',
    ...(group === '' ? {} : { apiVersion: 'v1' }),
    groupVersion: apiVersionOf({ group, version }),
    resources: resources
      .flatMap((resource) => [
        resourceEntry(resource),
        ...resource.subresources.map((each) => subresourceEntry(resource, each)),
      ])
      .sort((a, b) => (a.isCustom || b.isCustom ? 0 : a.name < b.name ? -1 : 1))
      .map((entry) => without(entry, 'isCustom')),
  }
}

/** Returns all groups, versions and resources in one response. */
export function aggregatedDiscovery(registry: Registry, which: 'core' | 'groups'): JsonObject {
  const selected = registry.all().filter(({ group }) => (group === '') === (which === 'core'))
  const groups = [...new Set(selected.map(({ group }) => group))]
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items: groups.map((group) => ({
      metadata: group === '' ? { creationTimestamp: null } : { name: group, creationTimestamp: null },
      versions: versionsOf(selected.filter((each) => each.group === group)).map((version) => ({
        version,
        resources: selected
          .filter((each) => each.group === group && each.version === version)
          .map(aggregatedEntry),
        freshness: 'Current',
      })),
    })),
  }
}

function groupsOf(registry: Registry): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const { group } of registry.all())
    if (group !== '' && !groups.has(group))
      groups.set(group, versionsOf(registry.all().filter((each) => each.group === group)))
  return groups
}

/** Sorts versions by priority: stable ones before betas before alphas, and higher numbers first. */
function versionsOf(resources: readonly Resource[]): string[] {
  return [...new Set(resources.map(({ version }) => version))].sort(compareVersions)
}

export function compareVersions(a: string, b: string): number {
  const [left, right] = [rankOf(a), rankOf(b)]
  if (left === undefined || right === undefined) {
    if (left === undefined && right === undefined) return a < b ? -1 : 1
    return left === undefined ? 1 : -1
  }
  for (const [index, part] of left.entries()) {
    const difference = (right[index] ?? 0) - part
    if (difference !== 0) return difference
  }
  return 0
}

function rankOf(version: string): number[] | undefined {
  const match = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version)
  if (match === null) return undefined
  const stability = match[2] === undefined ? 2 : match[2] === 'beta' ? 1 : 0
  return [stability, Number(match[1]), Number(match[3] ?? 0)]
}

function groupOf(group: string, versions: readonly string[]): JsonObject {
  const entries = versions.map((version) => ({ groupVersion: `${group}/${version}`, version }))
  return { name: group, versions: entries, preferredVersion: entries[0] }
}

type Entry = JsonObject & { name: string; isCustom: boolean }

function resourceEntry(resource: Resource): Entry {
  const { plural, singular, namespaced, kind, verbs, shortNames, categories } = resource
  return {
    isCustom: resource.custom !== undefined,
    name: plural,
    singularName: singular,
    namespaced,
    kind,
    verbs: [...verbs],
    ...(shortNames.length === 0 ? {} : { shortNames: [...shortNames] }),
    ...(categories.length === 0 ? {} : { categories: [...categories] }),
    ...(verbs.includes('list')
      ? { storageVersionHash: Buffer.from(`${resource.group}/${plural}`).toString('base64').slice(0, 12) }
      : {}),
  }
}

function subresourceEntry(resource: Resource, subresource: Resource['subresources'][number]): Entry {
  const { name, kind, verbs } = subresource
  return {
    isCustom: resource.custom !== undefined,
    name: `${resource.plural}/${name}`,
    singularName: '',
    namespaced: resource.namespaced,
    ...(kind === undefined || (kind.group === resource.group && kind.version === resource.version)
      ? {}
      : { ...(kind.group === '' ? {} : { group: kind.group }), version: kind.version }),
    kind: kind?.kind ?? resource.kind,
    verbs: [...verbs],
  }
}

function aggregatedEntry(resource: Resource): JsonObject {
  const { group, version, kind, plural, singular, namespaced, shortNames, categories, verbs, subresources } =
    resource
  return {
    resource: plural,
    responseKind: { group, version, kind },
    scope: namespaced ? 'Namespaced' : 'Cluster',
    singularResource: singular,
    verbs: [...verbs],
    ...(shortNames.length === 0 ? {} : { shortNames: [...shortNames] }),
    ...(categories.length === 0 ? {} : { categories: [...categories] }),
    ...(subresources.length === 0
      ? {}
      : {
          subresources: subresources.map((each) => ({
            subresource: each.name,
            responseKind: each.kind ?? { group, version, kind },
            verbs: [...each.verbs],
          })),
        }),
  }
}
