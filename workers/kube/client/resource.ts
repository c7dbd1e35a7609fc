import { createHash } from 'node:crypto'
import {
  describeIdentity,
  groupOf,
  identityOf,
  isRecord,
  type Manifest,
  type ResourceIdentity,
} from '../../../schema/manifests.ts'
import { autoscaled, replicasField, scaleKey } from './autoscaled.ts'
import type { KubeObject } from './client.ts'
import type { Discovery, ResourceType } from './discovery.ts'
import { labels, originOf, type Owner } from './owner.ts'
import { withMarks } from './secret-values.ts'

/** Field manager of everything that is applied. */
export const fieldManager = 'qleetos'

/** What is done about a resource that is not as it was applied. */
export type DriftMode = 'correct' | 'report' | 'off'

/** How a resource is kept; an annotation of the resource takes precedence over its object. */
export interface ResourcePolicy {
  drift: DriftMode
  /** Whether it may be deleted and made again where a change cannot be applied. */
  replace: boolean
  /** Fields that others decide, for example `.spec.replicas`. */
  ignored: readonly string[]
}

/** Fields of some resources that others decide. */
export interface IgnoredFields {
  group?: string | undefined
  kind: string
  name?: string | undefined
  namespace?: string | undefined
  fields: readonly string[]
}

/** Annotations by which a resource has its own policy. */
export const annotations = {
  drift: 'qleet.io/drift',
  replace: 'qleet.io/replace',
  /** Set by us on what was there before: it stays when its object goes. */
  adopted: 'qleet.io/adopted',
} as const

/** Whether it was there before us. */
export function isAdopted({ metadata }: KubeObject): boolean {
  return metadata.annotations?.[annotations.adopted] === 'true'
}

/** A resource as it is desired in a cluster. */
export interface DesiredResource {
  /** {@link describeIdentity} of group, kind, namespace and name. */
  key: string
  identity: ResourceIdentity
  type: ResourceType
  manifest: Manifest
  policy: ResourcePolicy
  /** Position in the order of applying. */
  order: number
  /**
   * Of the manifest without {@link originOf} its owner, and with marks for secrets: what was applied with the same one needs
   * no apply.
   */
  hash: string
}

export interface PrepareOptions {
  manifests: readonly Manifest[]
  /** Namespace of namespaced resources that name none. */
  namespace: string
  owner: Owner
  discovery: Discovery
  /** What marks of secrets are made with. @default hashes are of the values themselves */
  digestKey?: Buffer | undefined
  /** Where the resources do not say otherwise themselves. */
  policy?: {
    drift?: DriftMode | undefined
    replace?: boolean | undefined
    ignore?: readonly IgnoredFields[] | undefined
  }
}

export interface Prepared {
  desired: DesiredResource[]
  /** Kinds that the cluster does not know. */
  unknown: Manifest[]
}

/** Manifests as they go to a cluster: with namespace and labels, in the order of applying. */
export async function prepareResources({
  manifests,
  namespace,
  owner,
  discovery,
  digestKey,
  policy = {},
}: PrepareOptions): Promise<Prepared> {
  const declared = declaredTypes(manifests)
  const scaled = autoscaled(manifests, namespace)
  const unknown: Manifest[] = []
  const resolved: Omit<DesiredResource, 'order'>[] = []
  for (const given of manifests) {
    const type =
      declared.get(`${given.apiVersion} ${given.kind}`) ??
      (await discovery.find(given.apiVersion, given.kind))
    if (type === undefined) {
      unknown.push(given)
      continue
    }
    const unmarked = completed(given, type, { namespace, owner })
    const manifest = withOrigin(unmarked, owner)
    const identity = identityOf(manifest)
    const hashed = canonicalJson(withMarks(unmarked, digestKey))
    const hash = createHash('sha256').update(hashed).digest('hex').slice(0, 32)
    resolved.push({
      key: describeIdentity(identity),
      identity,
      type,
      manifest,
      hash,
      policy: policyOf(manifest, policy, scaled),
    })
  }
  const ordered = resolved
    .map((resource, index) => ({ resource, index }))
    .sort((a, b) => applyPhase(a.resource.manifest) - applyPhase(b.resource.manifest) || a.index - b.index)
  return { desired: ordered.map(({ resource }, order) => ({ ...resource, order })), unknown }
}

function policyOf(
  manifest: Manifest,
  { drift = 'correct', replace = false, ignore = [] }: NonNullable<PrepareOptions['policy']>,
  scaled: ReadonlySet<string>,
): ResourcePolicy {
  const { name, namespace } = manifest.metadata
  // `annotations:` with nothing behind it is null.
  const own = manifest.metadata.annotations ?? {}
  const ownDrift = own[annotations.drift]
  const ownReplace = own[annotations.replace]
  const matching = ignore.filter(
    (each) =>
      each.kind === manifest.kind &&
      (each.group === undefined || each.group === groupOf(manifest.apiVersion)) &&
      (each.name === undefined || each.name === name) &&
      (each.namespace === undefined || each.namespace === namespace),
  )
  return {
    drift: ownDrift === 'correct' || ownDrift === 'report' || ownDrift === 'off' ? ownDrift : drift,
    replace: ownReplace === undefined ? replace : ownReplace === 'true',
    ignored: [
      ...matching.flatMap(({ fields }) => fields),
      ...(scaled.has(scaleKey(identityOf(manifest))) ? [replicasField] : []),
      ...(isAggregated(manifest) ? ['.rules'] : []),
    ],
  }
}

/** A controller of the cluster fills in its rules. */
function isAggregated(manifest: Manifest): boolean {
  return manifest.kind === 'ClusterRole' && isRecord(manifest['aggregationRule'])
}

function completed(
  given: Manifest,
  type: ResourceType,
  { namespace, owner }: { namespace: string; owner: Owner },
): Manifest {
  const { namespace: own, labels: given_ = {}, annotations: noted, ...metadata } = given.metadata
  // Neither is part of what is desired, and the API refuses them in an apply.
  const { managedFields: _, resourceVersion: __, uid: ___, creationTimestamp: ____, ...rest } = metadata
  const { status: _____, ...manifest } = given
  const place = type.namespaced ? { namespace: own ?? namespace } : {}
  // `annotations:` with nothing behind it is null, which says nothing.
  const notes = isRecord(noted) ? { annotations: noted } : {}
  const added = {
    [labels.managedBy]: 'qleetos',
    ...given_,
    [labels.objectId]: owner.id,
    [labels.object]: owner.name,
  }
  return labelPods(
    { ...manifest, metadata: { ...rest, name: metadata.name, ...place, ...notes, labels: added } },
    owner,
  )
}

function withOrigin(manifest: Manifest, owner: Owner): Manifest {
  const { labels: own = {}, ...metadata } = manifest.metadata
  return { ...manifest, metadata: { ...metadata, labels: { ...own, ...originOf(owner) } } }
}

/** Where kinds keep the template of their pods. */
const podTemplates: Record<string, readonly string[]> = {
  'Deployment.apps': ['spec', 'template'],
  'StatefulSet.apps': ['spec', 'template'],
  'DaemonSet.apps': ['spec', 'template'],
  'ReplicaSet.apps': ['spec', 'template'],
  'ReplicationController.': ['spec', 'template'],
  'Job.batch': ['spec', 'template'],
  'CronJob.batch': ['spec', 'jobTemplate', 'spec', 'template'],
}

/** Pods carry our label too, so that a watch tells of them as well. It never changes, so it never restarts one. */
function labelPods(manifest: Manifest, owner: Owner): Manifest {
  const path = podTemplates[`${manifest.kind}.${groupOf(manifest.apiVersion)}`]
  if (path === undefined) return manifest
  return withLabel(manifest, [...path, 'metadata', 'labels'], owner.id) as Manifest
}

function withLabel(value: unknown, [next, ...path]: readonly string[], id: string): unknown {
  if (next === undefined) return { ...(isRecord(value) ? value : {}), [labels.objectId]: id }
  if (!isRecord(value))
    return value === undefined || value === null ? withLabel({}, [next, ...path], id) : value
  return { ...value, [next]: withLabel(value[next], path, id) }
}

/** Kinds that the manifests themselves define: the cluster cannot know them yet. */
function declaredTypes(manifests: readonly Manifest[]): Map<string, ResourceType> {
  const types = new Map<string, ResourceType>()
  for (const manifest of manifests.filter(isCrd)) {
    const spec = isRecord(manifest['spec']) ? manifest['spec'] : {}
    const names = isRecord(spec['names']) ? spec['names'] : {}
    const [group, kind, plural] = [spec['group'], names['kind'], names['plural']]
    if (typeof group !== 'string' || typeof kind !== 'string' || typeof plural !== 'string') continue
    for (const each of Array.isArray(spec['versions']) ? spec['versions'] : []) {
      const version: unknown = isRecord(each) ? each['name'] : undefined
      if (typeof version !== 'string') continue
      types.set(`${group}/${version} ${kind}`, {
        group,
        version,
        kind,
        plural,
        namespaced: spec['scope'] === 'Namespaced',
      })
    }
  }
  return types
}

export function isCrd(manifest: Manifest): boolean {
  return (
    manifest.kind === 'CustomResourceDefinition' && groupOf(manifest.apiVersion) === 'apiextensions.k8s.io'
  )
}

/** What others need comes first; what intercepts others comes last. */
const phases: readonly (readonly string[])[] = [
  ['Namespace'],
  ['CustomResourceDefinition'],
  [
    'PriorityClass',
    'StorageClass',
    'RuntimeClass',
    'IngressClass',
    'ResourceQuota',
    'LimitRange',
    'NetworkPolicy',
  ],
  ['ServiceAccount', 'Secret', 'ConfigMap', 'PersistentVolume', 'PersistentVolumeClaim'],
  ['ClusterRole', 'Role', 'ClusterRoleBinding', 'RoleBinding'],
  ['Service'],
]
const latePhases: readonly (readonly string[])[] = [
  [
    'APIService',
    'ValidatingWebhookConfiguration',
    'MutatingWebhookConfiguration',
    'ValidatingAdmissionPolicy',
    'ValidatingAdmissionPolicyBinding',
  ],
]

/** Phase of a manifest; resources of one phase do not depend on each other's existence. */
export function applyPhase({ kind }: { kind: string }): number {
  const early = phases.findIndex((kinds) => kinds.includes(kind))
  if (early >= 0) return early
  const late = latePhases.findIndex((kinds) => kinds.includes(kind))
  return phases.length + (late < 0 ? 0 : 1 + late)
}

/** JSON with sorted keys: equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, entry: unknown) =>
    isRecord(entry) ? Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1))) : entry,
  )
}
