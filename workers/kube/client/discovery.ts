import { z } from 'zod'
import { groupOf } from '../../../schema/manifests.ts'
import { isApiVersion, isPathSegment } from '../../../schema/names-in-paths.ts'
import type { KubeClient } from './client.ts'
import { expected } from './expected.ts'
import { isKubeError } from './kube-error.ts'
import { pathOfVersion, type PathOfType } from './paths.ts'

/** A kind as a cluster serves it. */
export interface ResourceType extends PathOfType {
  kind: string
}

/** What a cluster serves, asked once per group and version and again when something is not there. */
export interface Discovery {
  /** Undefined when the cluster does not know the kind. */
  find(apiVersion: string, kind: string): Promise<ResourceType | undefined>
  /** Any served version of a kind, for what was applied in one that is gone. */
  findAny(group: string, kind: string): Promise<ResourceType | undefined>
  /** The kind with this plural in any served version of the group. */
  findPlural(group: string, plural: string): Promise<ResourceType | undefined>
  /**
   * Everything that somebody may have applied and that can be listed, each kind of a group in the version that the cluster
   * prefers. Left out are groups whose own server is away.
   */
  appliable(): Promise<ResourceType[]>
  /** Forget what is known, for example after a CRD was applied. */
  refresh(): void
}

const ResourceList = z.object({
  resources: z.array(
    z.object({
      name: z.string(),
      kind: z.string(),
      namespaced: z.boolean(),
      verbs: z.array(z.string()).default([]),
    }),
  ),
})

const GroupVersion = z.object({ groupVersion: z.string() })
const GroupList = z.object({
  groups: z.array(
    z.object({ name: z.string(), versions: z.array(GroupVersion), preferredVersion: GroupVersion }),
  ),
})

async function groupsOf(client: KubeClient): Promise<z.infer<typeof GroupList>> {
  return expected(GroupList, await client.request({ method: 'GET', path: '/apis' }), client)
}

/** Milliseconds for which an answer is believed when a kind is missing in it. */
const missTrust = 2000

/** Milliseconds for which it is believed when all kinds are desired: nothing is missing then that would show its age. */
const wholeTrust = 10 * 60_000

export function createDiscovery(client: KubeClient): Discovery {
  let lists = new Map<string, { at: number; types: Promise<Map<string, ResourceType>> }>()

  const appliable = new WeakSet<ResourceType>()

  const load = async (apiVersion: string): Promise<Map<string, ResourceType>> => {
    if (!isApiVersion(apiVersion)) return new Map()
    const version = apiVersion.slice(apiVersion.indexOf('/') + 1)
    const path = pathOfVersion(groupOf(apiVersion), version)
    const answer = await client.request({ method: 'GET', path }).catch((error: unknown) => {
      if (isKubeError(error, 'notFound')) return { resources: [] }
      throw error
    })
    // Subresources have a slash; other names that lead elsewhere no API server has.
    const types = expected(ResourceList, answer, client).resources.filter(({ name }) => isPathSegment(name))
    return new Map(
      types.map(({ name, kind, namespaced, verbs }) => {
        const type = { group: groupOf(apiVersion), version, kind, plural: name, namespaced }
        if (verbs.includes('list') && verbs.includes('patch')) appliable.add(type)
        return [kind, type]
      }),
    )
  }

  const list = (apiVersion: string, trust = Infinity): Promise<Map<string, ResourceType>> => {
    const known = lists.get(apiVersion)
    if (known !== undefined && Date.now() - known.at < trust) return known.types
    const types = load(apiVersion)
    lists.set(apiVersion, { at: Date.now(), types })
    types.catch(() => lists.delete(apiVersion))
    return types
  }

  const listUnlessAway = async (apiVersion: string): Promise<Map<string, ResourceType>> => {
    try {
      return await list(apiVersion, wholeTrust)
    } catch (error) {
      if (apiVersion !== 'v1' && isKubeError(error, 'serverError')) return new Map()
      throw error
    }
  }

  const find = async (apiVersion: string, kind: string): Promise<ResourceType | undefined> =>
    (await list(apiVersion)).get(kind) ?? (await list(apiVersion, missTrust)).get(kind)

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
      for (const apiVersion of versions) types.push(...(await listUnlessAway(apiVersion)).values())
      return types.filter((type) => appliable.has(type))
    },
    refresh: () => {
      lists = new Map()
    },
  }
}
