import { clusterCosts } from '../../schema/operations/prices.ts'
import {
  orphansAmong,
  reportOrphans,
  unlessFailing,
  type Orphan,
  type TaggedResource,
} from '../clouds/orphans.ts'
import type { ReconcileContext } from '../engine/reconciler.ts'
import { externalTags } from '../resources/external-resources.ts'
import type { AzureAccess } from './account.ts'
import { azureOutcome } from './errors.ts'
import { tagName, tagsOf } from './ownership.ts'
import { listClusters, listGroups } from './resource-group.ts'

/** Looks for orphans in all regions. Resolves with all that two looks have found. */
export async function sweepOrphans(context: ReconcileContext, access: AzureAccess): Promise<Orphan[]> {
  const { object, owner, signal } = context
  const { orphans: before = [] } = object.status.outputs as { orphans?: Orphan[] }
  const look = async (): Promise<Orphan[]> => {
    const found = await taggedResources(access, owner.controlPlane ?? '', signal)
    return orphansAmong(
      context,
      { provider: 'azure', account: access.subscriptionId, key: 'suspects' },
      found,
    )
  }
  const found = await unlessFailing(context, look(), azureOutcome)
  if (found === undefined) return before
  reportOrphans(context, before, found)
  return found
}

async function taggedResources(
  access: AzureAccess,
  controlPlane: string,
  signal: AbortSignal,
): Promise<TaggedResource[]> {
  const tag = { name: tagName(externalTags.controlPlane), value: controlPlane }
  const groups = (await listGroups(access, tag, signal))
    .filter(({ properties }) => properties?.provisioningState !== 'Deleting')
    .map(({ name, location = '', tags }) => ({
      type: 'resource-group',
      name,
      region: location,
      externalId: name,
      tags: tagsOf(tags),
    }))
  const clusters = (await listClusters(access, signal))
    .filter(({ tags = {} }) => tags[tag.name] === tag.value)
    .map(({ name, location, tags, createdTime, sku }) => ({
      type: 'cluster',
      name,
      region: location,
      externalId: name,
      tags: tagsOf(tags),
      createdAt: createdTime === undefined ? undefined : new Date(createdTime),
      monthlyCost: clusterCosts.aks[sku?.tier ?? ''],
    }))
  return [...groups, ...clusters]
}
