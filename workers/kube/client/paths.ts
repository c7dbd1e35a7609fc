import { isPathSegment } from '../../../schema/names-in-paths.ts'
import { KubeError } from './kube-error.ts'

/*
 * Paths of the Kubernetes API. What goes into them comes from manifests of users and from answers of clusters, so each
 * part is encoded and checked here: a URL parser takes `..` for the folder above, also when it is written `%2E%2E`.
 */

/** Where objects of a kind are. */
export interface PathOfType {
  group: string
  version: string
  /** Plural name. */
  plural: string
  namespaced: boolean
}

/** Path of what a cluster serves in one version of a group. Throws KubeError `invalid`. */
export function pathOfVersion(group: string, version: string): string {
  return group === '' ? `/api/${segment(version)}` : `/apis/${segment(group)}/${segment(version)}`
}

/** Path of a collection, or of one object in it. Throws KubeError `invalid`. */
export function pathOf(
  { group, version, plural, namespaced }: PathOfType,
  namespace: string,
  name?: string,
): string {
  const scope = namespaced && namespace !== '' ? `/namespaces/${segment(namespace)}` : ''
  const item = name === undefined ? '' : `/${segment(name)}`
  return `${pathOfVersion(group, version)}${scope}/${segment(plural)}${item}`
}

function segment(text: string): string {
  if (isPathSegment(text)) return encodeURIComponent(text)
  const message = `${JSON.stringify(text)} cannot be part of a path: it must be neither empty nor "." nor "..", and without "/" and "%"`
  throw new KubeError('invalid', message, { reason: 'InvalidPath' })
}
