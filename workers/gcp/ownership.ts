import type { ExternalEntry } from '../engine/external-inventory.ts'
import { CloudBlocked } from '../clouds/errors.ts'
import { externalTags } from '../resources/external-resources.ts'

/*
 * Labels identify the owner of a resource. Networks have none, and carry the same in their description. Keys and values of labels
 * consist of lower case letters, digits, `_` and `-`: https://cloud.google.com/resource-manager/docs/labels-overview
 */

export type Labels = Readonly<Record<string, string>>

/** Returns the key of the label for a tag, for example `qleet-object-id`. */
function labelKey(tag: string): string {
  return tag.replace('qleet.io/', 'qleet-')
}

/** Returns the tags of an entry as labels. */
export function labelsOf({ tags }: Pick<ExternalEntry, 'tags'>): Labels {
  return Object.fromEntries(
    Object.entries(tags as Labels).map(([tag, value]) => [labelKey(tag), labelValue(value)]),
  )
}

function labelValue(value: string): string {
  return value
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]/g, '-')
    .slice(0, 63)
}

/** Returns labels as tags of the control plane, for the list of orphans. */
export function tagsOf(labels: Labels): ReadonlyMap<string, string> {
  return new Map(Object.values(externalTags).map((tag) => [tag, labels[labelKey(tag)] ?? '']))
}

/** Returns the value of the label with the ID of a control plane. */
export function labelOfControlPlane(controlPlane: string): string {
  return labelValue(controlPlane)
}

/** Returns the labels of a resource that has none, as its description. */
export function describeLabels(entry: Pick<ExternalEntry, 'tags'>): string {
  return `Managed by QleetOS. ${JSON.stringify(labelsOf(entry))}`
}

/** Returns the labels in a description. */
export function labelsIn(description = ''): Labels {
  try {
    return JSON.parse(description.slice(description.indexOf('{'))) as Labels
  } catch {
    return {}
  }
}

/** Throws if a resource of the name of an entry belongs to another owner. */
export function assertOurs(entry: ExternalEntry, labels: Labels = {}): void {
  const wanted = labelsOf(entry)
  const keys = [externalTags.controlPlane, externalTags.objectId].map(labelKey)
  if (keys.every((key) => labels[key] === wanted[key])) return
  throw new CloudBlocked(
    'NameTaken',
    `The project has a ${entry.type} ${entry.name} already, which does not carry the labels ${keys.join(' and ')} of this object. ` +
      'Delete it.',
  )
}
