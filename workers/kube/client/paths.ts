import { isPathSegment } from '../../../schema/names-in-paths.ts'
import { KubeError } from './kube-error.ts'

/*
 * Paths of the Kubernetes API. Their segments come from manifests of users and from responses of clusters, so each one is
 * checked and encoded here: URL parsers resolve `..` as the parent folder, even if it is encoded as `%2E%2E`.
 */

/** The parts of a path that identify a kind. */
export interface PathOfType {
  group: string
  version: string
  /** The plural name of the kind, for example `deployments`. */
  plural: string
  namespaced: boolean
}

/** Returns the path of one version of an API group. Throws KubeError `invalid`. */
export function pathOfVersion(group: string, version: string): string {
  return group === '' ? `/api/${segment(version)}` : `/apis/${segment(group)}/${segment(version)}`
}

/** Returns the path of a collection, or of one object in it. Throws KubeError `invalid`. */
export function pathOf(
  { group, version, plural, namespaced }: PathOfType,
  namespace: string,
  name?: string,
): string {
  const scope = namespaced && namespace !== '' ? `/namespaces/${segment(namespace)}` : ''
  const item = name === undefined ? '' : `/${segment(name)}`
  return `${pathOfVersion(group, version)}${scope}/${segment(plural)}${item}`
}

function segment(value: string): string {
  if (isPathSegment(value)) return encodeURIComponent(value)
  const message = `${JSON.stringify(value)} cannot be part of a path: it must not be empty, "." or "..", and must not contain "/" or "%"`
  throw new KubeError('invalid', message, { reason: 'InvalidPath' })
}
