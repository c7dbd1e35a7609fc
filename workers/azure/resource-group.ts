import type { ExternalCalls } from '../resources/external-resources.ts'
import type { AzureAccess } from './account.ts'
import { isAzureError, isBusy, unlessNotFound } from './errors.ts'
import { assertOurs, azureTags } from './ownership.ts'

/* Groups of resources: https://learn.microsoft.com/rest/api/resources/resource-groups */

const version = '2021-04-01'

export interface ResourceGroup {
  name: string
  location?: string
  tags?: Record<string, string>
  properties?: { provisioningState?: string }
}

/** Returns the calls for groups of resources. The deletion of one includes everything in it. */
export function groupCalls({ call }: AzureAccess, region: string): ExternalCalls<ResourceGroup> {
  const path = (name: string): string => `resourcegroups/${name}`
  return {
    find: async (entry, signal) => {
      const reading = call<ResourceGroup>({ method: 'GET', path: path(entry.name), version, signal })
      const state = await unlessNotFound(reading)
      if (state === undefined) return undefined
      assertOurs(entry, state.tags)
      return { externalId: entry.name, state }
    },
    create: async (entry, { signal }) => {
      const body = { location: region, tags: azureTags(entry) }
      const state = await call<ResourceGroup>({
        method: 'PUT',
        path: path(entry.name),
        version,
        body,
        signal,
      })
      return { externalId: entry.name, state }
    },
    remove: async ({ externalId, state }, { signal }) => {
      if (state.properties?.provisioningState === 'Deleting') return
      try {
        await call({ method: 'DELETE', path: path(externalId), version, signal })
      } catch (error) {
        // Another operation has to end first, or the group is gone.
        if (!isBusy(error) && !isAzureError(error, 404)) throw error
      }
    },
  }
}

interface Page<Item> {
  value?: readonly Item[]
  nextLink?: string
}

/** The most pages of a list that are read. */
const maxPages = 50

/** Lists what carries a tag. */
async function listTagged<Item>(
  { call }: AzureAccess,
  { path, query }: { path: string; query: Record<string, string> },
  signal: AbortSignal,
): Promise<Item[]> {
  const found: Item[] = []
  let more: Record<string, string> = {}
  for (let page = 0; page < maxPages; page++) {
    const { value = [], nextLink } = await call<Page<Item>>({
      method: 'GET',
      path,
      version,
      query: { ...query, ...more },
      signal,
    })
    found.push(...value)
    const token = nextLink === undefined ? null : new URL(nextLink).searchParams.get('$skiptoken')
    if (token === null) break
    more = { $skiptoken: token }
  }
  return found
}

export interface Tag {
  name: string
  value: string
}

/** Lists the groups that carry a tag. */
export function listGroups(
  access: AzureAccess,
  { name, value }: Tag,
  signal: AbortSignal,
): Promise<ResourceGroup[]> {
  const query = { $filter: `tagName eq '${name}' and tagValue eq '${value}'` }
  return listTagged(access, { path: 'resourcegroups', query }, signal)
}

export interface ListedResource {
  name: string
  location: string
  tags?: Record<string, string>
  createdTime?: string
  sku?: { tier?: string }
}

/** Lists the clusters. */
export function listClusters(access: AzureAccess, signal: AbortSignal): Promise<ListedResource[]> {
  const query = {
    $filter: "resourceType eq 'Microsoft.ContainerService/managedClusters'",
    $expand: 'createdTime',
  }
  return listTagged(access, { path: 'resources', query }, signal)
}
