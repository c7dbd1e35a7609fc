import { CloudBlocked } from '../clouds/errors.ts'
import type { ExternalEntry } from '../engine/external-inventory.ts'
import { externalTags } from '../resources/external-resources.ts'

/*
 * Tags identify the owner of a resource. Their names must not contain a slash:
 * https://learn.microsoft.com/azure/azure-resource-manager/management/tag-resources
 */

export type Tags = Readonly<Record<string, string>>

/** Returns the name of a tag in Azure, for example `qleet.io:object-id`. */
export function tagName(tag: string): string {
  return tag.replace('/', ':')
}

/** Returns the tags of an entry as Azure accepts them. */
export function azureTags({ tags }: Pick<ExternalEntry, 'tags'>): Record<string, string> {
  return Object.fromEntries(Object.entries(tags as Tags).map(([tag, value]) => [tagName(tag), value]))
}

/** Returns tags of Azure as those of the control plane, for the list of orphans. */
export function tagsOf(tags: Tags = {}): ReadonlyMap<string, string> {
  return new Map(Object.values(externalTags).map((tag) => [tag, tags[tagName(tag)] ?? '']))
}

/** Throws if a resource of the name of an entry belongs to another owner. */
export function assertOurs(entry: ExternalEntry, tags: Tags = {}): void {
  const wanted = azureTags(entry)
  const keys = [externalTags.controlPlane, externalTags.objectId].map(tagName)
  if (keys.every((key) => tags[key] === wanted[key])) return
  throw new CloudBlocked(
    'NameTaken',
    `The subscription has a ${entry.type} ${entry.name} already, which does not carry the tags ${keys.join(' and ')} of this object. ` +
      'Delete it.',
  )
}
