import { shownValue } from '../errors.ts'
import type { ManifestError } from '../manifest-errors.ts'
import { isRecord } from '../records.ts'
import type { PathSegment } from '../yaml.ts'
import { mergeKeyOf } from './manifest-types.ts'

/**
 * Further fields that identify the items of a list, with their defaults, by type and list. Of other lists, the key by which they are
 * merged identifies the items (`x-kubernetes-list-map-keys`).
 */
const furtherKeys: Readonly<Record<string, readonly [field: string, otherwise: string]>> = {
  'core.v1.Container ports': ['protocol', 'TCP'],
  'core.v1.EphemeralContainer ports': ['protocol', 'TCP'],
  'core.v1.ServiceSpec ports': ['protocol', 'TCP'],
  'core.v1.PodSpec topologySpreadConstraints': ['whenUnsatisfiable', ''],
}

/** A list in a field of a type. */
export interface ListField {
  type: string
  field: string
  items: readonly unknown[]
  at: readonly PathSegment[]
}

/**
 * Returns an error for each item of a list that has the keys of an earlier one, which no server-side apply accepts. Of environment
 * variables, the last one is applied.
 */
export function duplicateErrors({ type, field, items, at }: ListField): ManifestError[] {
  const key = mergeKeyOf(type, field)
  if (key === undefined || items.length < 2 || field === 'env') return []
  const further = Object.hasOwn(furtherKeys, `${type} ${field}`) ? furtherKeys[`${type} ${field}`] : undefined
  const known = new Map<string, number>()
  return items.flatMap((item, index): ManifestError[] => {
    if (!isRecord(item) || item[key] === undefined || item[key] === null) return []
    const identity = JSON.stringify([item[key], further && (item[further[0]] ?? further[1])])
    const first = known.get(identity)
    if (first === undefined) known.set(identity, index)
    if (first === undefined) return []
    const what = further === undefined ? key : `${key} and ${further[0]}`
    return [
      {
        segments: [...at, index, key],
        code: 'DUPLICATE',
        message: `is already the ${what} of ${field}[${first}]`,
        value: shownValue(item[key]),
        remedy:
          'Keep one of them: kubectl create accepts both and uses the last, but no server-side apply does.',
      },
    ]
  })
}
