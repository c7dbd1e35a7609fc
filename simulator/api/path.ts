/** A parsed path of the resource API; what it names need not exist. */
export interface ResourcePath {
  group: string
  version: string
  plural: string
  /** The namespace; empty for cluster-scoped objects and for lists over all namespaces. */
  namespace: string
  /** The name; empty for collections. */
  name: string
  subresource: string
  /** The path starts with /watch/, the form before `?watch=1`. */
  watch: boolean
}

/** Parses a path; returns undefined if it is not that of a resource. */
export function parsePath(pathname: string): ResourcePath | undefined {
  const parts = pathname.split('/').filter((part) => part !== '')
  const root = parts.shift()
  if (root !== 'api' && root !== 'apis') return undefined
  const group = root === 'api' ? '' : parts.shift()
  const version = parts.shift()
  const watch = parts[0] === 'watch'
  if (watch) parts.shift()
  const [first, second, third, ...rest] = parts.map(decodeURIComponent)
  if (group === undefined || version === undefined || first === undefined) return undefined
  // /namespaces/NAME and its own subresources address the namespace itself.
  const inNamespace =
    first === 'namespaces' && third !== undefined && !(ownSubresources.has(third) && rest.length === 0)
  if (!inNamespace)
    return named({ group, version, namespace: '', watch }, [
      first,
      second,
      ...(third === undefined ? [] : [third]),
      ...rest,
    ])
  return named({ group, version, namespace: second ?? '', watch }, [third, ...rest])
}

const ownSubresources = new Set(['status', 'finalize'])

function named(
  base: Pick<ResourcePath, 'group' | 'version' | 'namespace' | 'watch'>,
  parts: readonly (string | undefined)[],
): ResourcePath {
  const [plural = '', name = '', ...subresource] = parts
  return { ...base, plural, name, subresource: subresource.join('/') }
}
