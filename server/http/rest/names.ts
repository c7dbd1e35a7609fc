import { isRecord } from '../../../schema/records.ts'
import type { Kind } from '../../../schema/kinds/kind.ts'

/** Returns the paths of a kind, with dashes and with underscores; they stand after `/v0` and before `/versions`. */
export function restPaths(kind: Kind): string[] {
  const paths = [kind.rest.path, ...(kind.rest.pathAliases ?? [])]
  return [...new Set(paths.flatMap(spellings))]
}

/** Returns both spellings of a path: that of Threeport, with hyphens, and that of QleetOS 0.2, with underscores. */
export function spellings(path: string): string[] {
  return [...new Set([path, path.replaceAll('-', '_')])]
}

/** Returns the legacy name of a spec field. */
export function restName(kind: Kind, field: string): string {
  const to = kind.references.find((reference) => reference.field === field)?.to
  return kind.rest.fields?.[field] ?? (to === undefined ? pascalCase(field) : `${to}ID`)
}

/** The names within a list of objects, as the legacy API has them, by the current names; undefined for other fields. */
export function nestedNames(kind: Kind, field: string): Readonly<Record<string, string>> | undefined {
  return kind.rest.nested?.[field]
}

/** Returns a list of objects with other names: `{ tls: true }` becomes `{ TLSEnabled: true }`. */
export function renamed(list: unknown, nameOf: (name: string) => string): unknown {
  if (!Array.isArray(list)) return list
  return list.map((each: unknown) =>
    isRecord(each)
      ? Object.fromEntries(Object.entries(each).map(([key, value]) => [nameOf(key), value]))
      : each,
  )
}

/** Returns names as a list of objects of the legacy API. */
export function objectsOfNames(names: unknown): unknown {
  return Array.isArray(names) ? names.map((Name: unknown) => ({ Name })) : names
}

/** Returns the names in a list of objects of the legacy API; what is no such object as it is. */
export function namesOfObjects(list: unknown): unknown {
  if (!Array.isArray(list)) return list
  return list.map((each: unknown) =>
    isRecord(each) ? Object.entries(each).find(([key]) => key.toLowerCase() === 'name')?.[1] : each,
  )
}

/** Converts a path of the store to the names of the legacy API: `spec.upstreamHost` becomes `UpstreamHost`. */
export function restPathOf(kind: Kind, path: string): string {
  const top = { name: 'Name', project: 'Project', labels: 'Labels' }[path.split('.')[0] ?? '']
  if (top !== undefined) return top + path.slice(path.split('.')[0]?.length)
  const [, field = '', below = ''] = /^spec\.(\w+)(.*)$/.exec(path) ?? []
  if (!Object.hasOwn(kind.spec.shape, field)) return path
  const nested = nestedNames(kind, field)
  const inner = below.replace(/(?<=^\[\d+\]\.)\w+/, (name) => nested?.[name] ?? name)
  return `${restName(kind, field)}${inner}`
}

function pascalCase(field: string): string {
  return field.charAt(0).toUpperCase() + field.slice(1)
}
