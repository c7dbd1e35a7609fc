import { apiVersionOf } from '../../../schema/group-version.ts'
import { groupOf, type Manifest } from '../../../schema/manifests.ts'
import type { Discovery } from './discovery.ts'

/** The groups to which the kinds of a group have moved: https://kubernetes.io/docs/reference/using-api/deprecation-guide. */
const successors: Readonly<Record<string, readonly string[]>> = {
  extensions: ['apps', 'networking.k8s.io', 'policy'],
}

/** Why a cluster does not know the kind of a manifest. */
export interface UnknownKind {
  reason: 'UnknownKind' | 'VersionNotServed'
  message: string
  /** The field of the manifest to change. */
  field: 'kind' | 'apiVersion'
}

/** Describes a kind that a cluster does not serve in the version of a manifest, and what to do about it. */
export async function describeUnknownKind(
  discovery: Pick<Discovery, 'findAny'>,
  { apiVersion, kind }: Pick<Manifest, 'apiVersion' | 'kind'>,
): Promise<UnknownKind> {
  const group = groupOf(apiVersion)
  for (const each of [group, ...(successors[group] ?? [])]) {
    const type = await discovery.findAny(each, kind)
    if (type === undefined) continue
    const served = apiVersionOf(type)
    const message =
      `the cluster serves kind ${kind} in ${served}, and not in ${apiVersion}; change apiVersion to ${served}, and the fields ` +
      'that this version has changed'
    return { reason: 'VersionNotServed', message, field: 'apiVersion' }
  }
  const message =
    `the cluster does not serve kind ${kind} in ${apiVersion}; add its CustomResourceDefinition to the definition, or install the ` +
    'operator that provides it'
  return { reason: 'UnknownKind', message, field: 'kind' }
}
