import type { AnyObject } from '../../../client-sdk/index.ts'
import { isRecord } from '../../../schema/records.ts'

/** Returns the value at a path of the document of an object, such as `status.outputs.url`. */
export function valueAt({ manifest }: Pick<AnyObject, 'manifest'>, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inner, field) =>
        typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[field] : undefined,
      manifest,
    )
}

/** Returns a value as text for one cell. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return listText(value)
  if (typeof value === 'object') {
    const named = (value as Record<string, unknown>)['name']
    return typeof named === 'string' ? named : JSON.stringify(value)
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns the names of entries; their number if they have none. */
function listText(entries: readonly unknown[]): string {
  const names = entries.map((entry) =>
    isRecord(entry)
      ? (entry['name'] ?? Object.values(entry).find((each) => typeof each === 'string'))
      : textOf(entry),
  )
  return names.every((name) => typeof name === 'string') ? names.join(', ') : String(entries.length)
}

/** Returns a text with the start of each digest, which says as much to a reader as all of it. */
export function withShortDigests(text: string): string {
  return text.replaceAll(/(sha256:[\da-f]{12})[\da-f]{52}/g, '$1…')
}
