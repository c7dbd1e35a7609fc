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

/** Converts a path of the store to the names of the legacy API: `spec.upstreamHost` becomes `UpstreamHost`. */
export function restPathOf(kind: Kind, path: string): string {
  const top = { name: 'Name', project: 'Project', labels: 'Labels' }[path.split('.')[0] ?? '']
  if (top !== undefined) return top + path.slice(path.split('.')[0]?.length)
  const [, field = '', below = ''] = /^spec\.(\w+)(.*)$/.exec(path) ?? []
  return Object.hasOwn(kind.spec.shape, field) ? `${restName(kind, field)}${below}` : path
}

function pascalCase(field: string): string {
  return field.charAt(0).toUpperCase() + field.slice(1)
}
