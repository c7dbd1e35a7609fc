import type { ExternalEntry } from '../engine/external-inventory.ts'
import { externalTags } from '../resources/external-resources.ts'
import { AwsBlocked } from './errors.ts'

/* Tags identify the owner of a resource. Most services of AWS return them as a list. */

/** A tag as most services of AWS write it. */
export interface AwsTag {
  Key?: string | undefined
  Value?: string | undefined
}

/** Returns the tags of an entry as a list. */
export function tagList({ tags }: Pick<ExternalEntry, 'tags'>): { Key: string; Value: string }[] {
  return Object.entries(tags).map(([Key, Value]) => ({ Key, Value }))
}

/** Reports whether a resource has the tags by which the owner of an entry recognises it. */
export function isOurs(entry: Pick<ExternalEntry, 'tags'>, tags: readonly AwsTag[] = []): boolean {
  const wanted = entry.tags
  const found = new Map(tags.map(({ Key = '', Value = '' }) => [Key, Value]))
  return [externalTags.controlPlane, externalTags.objectId].every((key) => found.get(key) === wanted[key])
}

/** Throws if a resource of the name of an entry belongs to another owner. */
export function assertOurs(entry: ExternalEntry, tags: readonly AwsTag[] | undefined): void {
  if (isOurs(entry, tags)) return
  throw new AwsBlocked(
    'NameTaken',
    `The account has a ${entry.type} ${entry.name} already, which does not carry the tags of this object. Delete it, or tag it ` +
      `with ${externalTags.controlPlane} and ${externalTags.objectId} as the resources of this object are.`,
  )
}
