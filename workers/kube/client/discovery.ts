import { z } from 'zod'
import { groupOf } from '../../../schema/manifests.ts'
import { isApiVersion, isPathSegment } from '../../../schema/names-in-paths.ts'
import { arrayOf } from './array-of.ts'
import type { KubeClient } from './client.ts'
import { parseResponse } from './parse-response.ts'
import { isKubeError } from './kube-error.ts'
import { pathOfVersion, type PathOfType } from './paths.ts'

/** A kind served by a cluster. */
export interface ResourceType extends PathOfType {
  kind: string
}

/** The kinds that a cluster serves, cached per group and version and reloaded when a kind is missing. */
export interface Discovery {
  /** Returns undefined if the cluster does not serve the kind. */
  find(apiVersion: string, kind: string): Promise<ResourceType | undefined>
  /** Returns any served version of a kind, for resources that were applied in a version which is no longer served. */
  findAny(group: string, kind: string): Promise<ResourceType | undefined>
  /** Returns the kind with this plural name in any served version of the group. */
  findPlural(group: string, plural: string): Promise<ResourceType | undefined>
  /**
   * Returns all kinds that can be applied and listed, each in the version that the cluster prefers for its group. Leaves
   * out groups whose aggregated API server is unavailable.
   */
  appliable(): Promise<ResourceType[]>
  /** Returns all served versions and kinds, such as `apps/v1` and `apps/v1/Deployment`, at most ten minutes old. */
  served(): Promise<string[]>
  /** Drops the cache, for example after a CRD was applied. */
  refresh(): void
}

const ResourceList = z.object({
  resources: arrayOf(
    z.object({
      name: z.string(),
      kind: z.string(),
      namespaced: z.boolean(),
      verbs: arrayOf(z.string()).default([]),
    }),
  ),
})

const GroupVersion = z.object({ groupVersion: z.string() })
const GroupList = z.object({
  groups: arrayOf(
    z.object({ name: z.string(), versions: arrayOf(GroupVersion), preferredVersion: GroupVersion }),
  ),
})

async function groupsOf(client: KubeClient): Promise<z.infer<typeof GroupList>> {
  return parseResponse(GroupList, await client.request({ method: 'GET', path: '/apis' }), client)
}

/** Milliseconds for which a cached list counts as fresh when a kind is missing in it. */
const missTtl = 2000

/** Milliseconds for which cached lists count as fresh when all kinds are requested, so that no missing kind reveals a stale one. */
const completeTtl = 10 * 60_000

export function createDiscovery(client: KubeClient): Discovery {
  let lists = new Map<string, { at: number; types: Promise<Map<string, ResourceType>> }>()

  const appliable = new WeakSet<ResourceType>()

  const load = async (apiVersion: string): Promise<Map<string, ResourceType>> => {
    if (!isApiVersion(apiVersion)) return new Map()
    const version = apiVersion.slice(apiVersion.indexOf('/') + 1)
    const path = pathOfVersion(groupOf(apiVersion), version)
    const response = await client.request({ method: 'GET', path }).catch((error: unknown) => {
      if (isKubeError(error, 'notFound')) return { resources: [] }
      throw error
    })
    // Names of subresources contain a slash. Other names that are no path segment are not from an API server.
    const types = parseResponse(ResourceList, response, client).resources.filter(({ name }) =>
      isPathSegment(name),
    )
    return new Map(
      types.map(({ name, kind, namespaced, verbs }) => {
        const type = { group: groupOf(apiVersion), version, kind, plural: name, namespaced }
        if (verbs.includes('list') && verbs.includes('patch')) appliable.add(type)
        return [kind, type]
      }),
    )
  }

  const list = (apiVersion: string, ttl = Infinity): Promise<Map<string, ResourceType>> => {
    const cached = lists.get(apiVersion)
    if (cached !== undefined && Date.now() - cached.at < ttl) return cached.types
    const types = load(apiVersion)
    lists.set(apiVersion, { at: Date.now(), types })
    types.catch(() => lists.delete(apiVersion))
    return types
  }

  const listUnlessUnavailable = async (apiVersion: string): Promise<Map<string, ResourceType>> => {
    try {
      return await list(apiVersion, completeTtl)
    } catch (error) {
      if (apiVersion !== 'v1' && isKubeError(error, 'serverError')) return new Map()
      throw error
    }
  }

  const find = async (apiVersion: string, kind: string): Promise<ResourceType | undefined> =>
    (await list(apiVersion)).get(kind) ?? (await list(apiVersion, missTtl)).get(kind)

  const versionsOf = async (group: string): Promise<string[]> => {
    if (group === '') return ['v1']
    const { groups } = await groupsOf(client)
    return (groups.find(({ name }) => name === group)?.versions ?? []).map(({ groupVersion }) => groupVersion)
  }

  return {
    find,
    findAny: async (group, kind) => {
      for (const apiVersion of await versionsOf(group)) {
        const type = await find(apiVersion, kind)
        if (type !== undefined) return type
      }
      return undefined
    },
    findPlural: async (group, plural) => {
      for (const apiVersion of await versionsOf(group)) {
        const types = await list(apiVersion)
        const type = [...types.values()].find((each) => each.plural === plural)
        if (type !== undefined) return type
      }
      return undefined
    },
    appliable: async () => {
      const { groups } = await groupsOf(client)
      const versions = ['v1', ...groups.map(({ preferredVersion }) => preferredVersion.groupVersion)]
      const types: ResourceType[] = []
      for (const apiVersion of versions) types.push(...(await listUnlessUnavailable(apiVersion)).values())
      return types.filter((type) => appliable.has(type))
    },
    served: async () => {
      const { groups } = await groupsOf(client)
      const versions = [
        'v1',
        ...groups.flatMap((group) => group.versions.map(({ groupVersion }) => groupVersion)),
      ]
      const found: string[] = []
      for (const apiVersion of versions) {
        const kinds = await listUnlessUnavailable(apiVersion)
        if (kinds.size > 0)
          found.push(apiVersion, ...[...kinds.keys()].map((kind) => `${apiVersion}/${kind}`))
      }
      return found.toSorted()
    },
    refresh: () => {
      lists = new Map()
    },
  }
}
