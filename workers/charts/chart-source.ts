import { ChartError } from './chart-error.ts'

/** A chart as a definition names it. */
export interface ChartSource {
  /** `https://`, `http://` or `oci://`, or a folder of the worker. */
  repo: string
  chart: string
  /** A version or a range. @default the newest that is no pre-release */
  version?: string | undefined
  /** The expected digest of the archive, `sha256:…`. */
  digest?: string | undefined
}

export interface Credentials {
  username?: string | undefined
  password?: string | undefined
}

/** A replacement of all addresses that begin with a prefix, for sites without access to the internet. */
export type Mirror = readonly [prefix: string, replacement: string]

/** An address after mirrors have been applied. */
export interface MirroredAddress {
  address: string
  /** The operator has chosen the address, so that it is not restricted. */
  isTrusted: boolean
}

/** Applies the mirror with the longest prefix. A prefix ends at the end of a path segment. */
export function mirrored(address: string, mirrors: readonly Mirror[]): MirroredAddress {
  const [mirror] = mirrors
    .filter(([prefix]) => isBelow(address, prefix))
    .toSorted(([a], [b]) => b.length - a.length)
  if (mirror === undefined) return { address, isTrusted: false }
  const [prefix, replacement] = mirror
  const rest = address.slice(prefix.length)
  const joint = replacement.endsWith('/') && rest.startsWith('/') ? rest.slice(1) : rest
  return { address: `${replacement}${joint}`, isTrusted: true }
}

function isBelow(address: string, prefix: string): boolean {
  if (!address.startsWith(prefix)) return false
  return address.length === prefix.length || prefix.endsWith('/') || address[prefix.length] === '/'
}

/** The place from which a chart is fetched. */
export type Place =
  | { type: 'http'; url: string }
  | { type: 'oci'; registry: string; repository: string; isPlain: boolean }
  | { type: 'folder'; path: string }

/** Reads the address of a repository. `oci+http://` is a registry without TLS, which only a mirror can name. */
export function placeOf({ address, isTrusted }: MirroredAddress): Place {
  const [, scheme = '', rest = ''] = /^(https?|oci|oci\+http|file):\/\/(.+)$/.exec(address) ?? []
  if (scheme === 'http' || scheme === 'https') return { type: 'http', url: address.replace(/\/+$/, '') }
  if (scheme === 'oci' || (scheme === 'oci+http' && isTrusted)) {
    const [registry = '', ...path] = rest.replace(/\/+$/, '').split('/')
    return { type: 'oci', registry, repository: path.join('/'), isPlain: scheme === 'oci+http' }
  }
  if (scheme === 'file') return { type: 'folder', path: rest }
  if (address.startsWith('/')) return { type: 'folder', path: address }
  const message = `${address} is no address of a chart repository; use https://, http:// or oci://`
  throw new ChartError('InvalidRepository', message, { blocked: true })
}
