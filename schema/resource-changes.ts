import { byName } from './delivery/releases.ts'
import { differences, type FieldDifference } from './differences.ts'
import { groupOf, resourceNameOf, type Manifest } from './manifests.ts'
import { recordOf } from './records.ts'

/* What a change of manifests does to the resources of an application, as far as the manifests alone say it. */

export const resourceActions = ['create', 'update', 'replace', 'delete'] as const

/** What becomes of the pods of a workload. */
export const podEffects = ['none', 'restart', 'downtime'] as const

/** What a change does to one resource. */
export interface ResourceChange {
  /** Its kind and name, for example `Deployment/web`. */
  resource: string
  action: (typeof resourceActions)[number]
  pods: (typeof podEffects)[number]
  /** The fields that an API server does not change in place. */
  immutable: string[]
  /** The differences of an update. */
  differences: FieldDifference[]
}

/**
 * Returns what a change of manifests does to each resource, in the order of their names. Entries of lists are compared by their names.
 *
 * @param replaces Whether a resource is replaced if it cannot be changed in place.
 */
export function resourceChanges(
  before: readonly Manifest[],
  after: readonly Manifest[],
  options: { replaces: boolean },
): ResourceChange[] {
  return [...comparedResources(before, after, options)].filter((change) => change !== undefined)
}

/** Yields for each resource what {@link resourceChanges} returns, or undefined if it does not change. */
export function* comparedResources(
  before: readonly Manifest[],
  after: readonly Manifest[],
  options: { replaces: boolean },
): Generator<ResourceChange | undefined> {
  const [from, to] = [byKey(before), byKey(after)]
  for (const resource of [...new Set([...from.keys(), ...to.keys()])].toSorted()) {
    const change = changeBetween(from.get(resource), to.get(resource), options)
    yield change && { resource, ...change }
  }
}

function changeBetween(
  before: Manifest | undefined,
  after: Manifest | undefined,
  { replaces }: { replaces: boolean },
): Omit<ResourceChange, 'resource'> | undefined {
  if (before === undefined) return { action: 'create', pods: 'none', immutable: [], differences: [] }
  if (after === undefined)
    return { action: 'delete', pods: hasPods(before) ? 'downtime' : 'none', immutable: [], differences: [] }
  const found = changesOf(before, after)
  return found.length === 0 ? undefined : changeOf(before, after, { found, replaces })
}

function byKey(manifests: readonly Manifest[]): Map<string, Manifest> {
  return new Map(manifests.map((manifest) => [resourceNameOf(manifest), manifest]))
}

function changesOf(before: Manifest, after: Manifest): FieldDifference[] {
  return differences({ spec: byName(before) }, { spec: byName(after) }).map(({ path, ...values }) => ({
    path: path.replace(/^spec\.?/, ''),
    ...values,
  }))
}

function changeOf(
  before: Manifest,
  after: Manifest,
  { found, replaces }: { found: FieldDifference[]; replaces: boolean },
): Omit<ResourceChange, 'resource'> {
  const fields = immutableFields[`${groupOf(after.apiVersion)}/${after.kind}`] ?? []
  const immutable = found
    .map(({ path }) => path)
    .filter((path) => fields.some((field) => path === field || path.startsWith(`${field}.`)))
  const isReplaced = immutable.length > 0 && replaces
  return {
    action: isReplaced ? 'replace' : 'update',
    pods: isReplaced && hasPods(before) ? 'downtime' : podEffectOf(before, after, found),
    immutable,
    differences: found,
  }
}

/** Fields that API servers of Kubernetes never change, by group and kind: https://kubernetes.io/docs/reference/kubernetes-api/ */
const immutableFields: Readonly<Record<string, readonly string[]>> = {
  'apps/Deployment': ['spec.selector'],
  'apps/DaemonSet': ['spec.selector'],
  'apps/ReplicaSet': ['spec.selector'],
  'apps/StatefulSet': [
    'spec.podManagementPolicy',
    'spec.selector',
    'spec.serviceName',
    'spec.volumeClaimTemplates',
  ],
  'batch/Job': ['spec.completionMode', 'spec.selector', 'spec.template'],
  '/PersistentVolumeClaim': [
    'spec.accessModes',
    'spec.selector',
    'spec.storageClassName',
    'spec.volumeMode',
    'spec.volumeName',
  ],
  '/Secret': ['type'],
  'rbac.authorization.k8s.io/ClusterRoleBinding': ['roleRef'],
  'rbac.authorization.k8s.io/RoleBinding': ['roleRef'],
  'storage.k8s.io/StorageClass': ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'],
}

const workloads: ReadonlySet<string> = new Set(['Deployment', 'StatefulSet', 'DaemonSet'])

function hasPods({ apiVersion, kind }: Manifest): boolean {
  return (groupOf(apiVersion) === 'apps' && workloads.has(kind)) || (apiVersion === 'v1' && kind === 'Pod')
}

/** Returns what a change does to the pods of a workload whose controller replaces them. */
function podEffectOf(
  before: Manifest,
  after: Manifest,
  found: readonly FieldDifference[],
): ResourceChange['pods'] {
  if (!hasPods(after) || after.kind === 'Pod') return 'none'
  const spec = recordOf(after['spec'])
  if (recordOf(before['spec'])['replicas'] !== 0 && spec['replicas'] === 0) return 'downtime'
  if (!found.some(({ path }) => path.startsWith('spec.template'))) return 'none'
  const strategy = recordOf(spec[after.kind === 'Deployment' ? 'strategy' : 'updateStrategy'])
  // These wait until they are continued, or their pods are deleted.
  if (spec['paused'] === true || strategy['type'] === 'OnDelete' || spec['replicas'] === 0) return 'none'
  const { replicas = 1 } = spec
  // A Deployment starts new pods first by default; the others stop a pod before they start the next one.
  if (after.kind === 'Deployment') return strategy['type'] === 'Recreate' ? 'downtime' : 'restart'
  return after.kind === 'StatefulSet' && replicas === 1 ? 'downtime' : 'restart'
}
