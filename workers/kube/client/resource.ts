import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../schema/canonical-json.ts'
import { PlatformError } from '../../../schema/errors.ts'
import {
  describeIdentity,
  groupOf,
  identityOf,
  isRecord,
  type Manifest,
  type ResourceIdentity,
} from '../../../schema/manifests.ts'
import { placeholderPattern } from '../../../schema/secret-syntax.ts'
import { autoscaled, replicasField, scaleKey } from './autoscaled.ts'
import type { KubeObject } from './client.ts'
import type { Discovery, ResourceType } from './discovery.ts'
import { labels, originOf, type Owner } from './owner.ts'
import { withoutRepeatedVariables } from './repeated-variables.ts'
import { withPlaceholders } from './secret-values.ts'

/** The field manager of all applies. */
export const fieldManager = 'qleetos'

/** The reaction to drift of a resource. */
export type DriftMode = 'correct' | 'report' | 'off'

/** The policy by which a resource is managed. Annotations of the resource take precedence over the policy of its object. */
export interface ResourcePolicy {
  drift: DriftMode
  /** Allows deleting and recreating the resource if a change cannot be applied. */
  replace: boolean
  /** Paths of fields that are left to other managers, for example `.spec.replicas`. */
  ignored: readonly string[]
}

/** Fields of matching resources that are left to other managers. */
export interface IgnoredFields {
  group?: string | undefined
  kind: string
  name?: string | undefined
  namespace?: string | undefined
  fields: readonly string[]
}

/** Annotations on resources; users set `drift` and `replace` to override the policy of the object. */
export const annotations = {
  drift: 'qleet.io/drift',
  replace: 'qleet.io/replace',
  /** Set by QleetOS on resources that existed before; they are not deleted with their object. */
  adopted: 'qleet.io/adopted',
  /** Set by QleetOS on namespaces of objects that contain something that stays, which it names. They are not deleted either. */
  keeps: 'qleet.io/keeps',
} as const

/** Reports whether the object existed before QleetOS managed it. */
export function isAdopted({ metadata }: KubeObject): boolean {
  return metadata.annotations?.[annotations.adopted] === 'true'
}

/** Reports whether the resource is to stay when it is no longer desired: https://helm.sh/docs/howto/charts_tips_and_tricks/ */
export function isKept({ metadata }: KubeObject): boolean {
  return metadata.annotations?.['helm.sh/resource-policy'] === 'keep'
}

/** Reports whether a resource stays in the cluster without its owner. */
export function outlivesOwner(live: KubeObject): boolean {
  return isAdopted(live) || isKept(live)
}

/** The desired state of a resource in a cluster. */
export interface DesiredResource {
  /** {@link describeIdentity} of group, kind, namespace and name. */
  key: string
  identity: ResourceIdentity
  type: ResourceType
  manifest: Manifest
  policy: ResourcePolicy
  /** The position in the apply order. */
  order: number
  /**
   * The hash of the manifest without the {@link originOf} labels and with redacted placeholders for secret values. A resource
   * that was applied with the same hash needs no apply.
   */
  hash: string
}

export interface PrepareOptions {
  manifests: readonly Manifest[]
  /** The namespace of namespaced resources without one. */
  namespace: string
  owner: Owner
  discovery: Discovery
  /** The key for the digests in redacted placeholders. @default secret values are hashed as they are */
  digestKey?: Buffer | undefined
  /** Returns a resource that is declared twice as two. @default that is an error */
  keepsTwins?: boolean
  /** The policy for resources without annotations of their own. */
  policy?: {
    drift?: DriftMode | undefined
    replace?: boolean | undefined
    ignore?: readonly IgnoredFields[] | undefined
  }
}

/** Resources that are ready to apply, and manifests that are not. */
export interface Prepared {
  /** Several with the same key only with {@link PrepareOptions.keepsTwins}. */
  desired: DesiredResource[]
  /** Manifests of kinds that the cluster does not serve. */
  unknown: Manifest[]
}

/** Completes manifests with namespaces and labels, and sorts them in apply order. Throws BLOCKED if two are the same resource. */
export async function prepareResources({
  manifests,
  namespace,
  owner,
  discovery,
  digestKey,
  keepsTwins = false,
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
    const complete = completed(given, type, { namespace, owner })
    const manifest = withOrigin(complete, owner)
    const identity = identityOf(manifest)
    const hashed = canonicalJson(withPlaceholders(complete, digestKey))
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
  const [twin] = keepsTwins ? [] : twinsIn(resolved)
  if (twin !== undefined) throw new PlatformError('BLOCKED', describeTwin(twin))
  const ordered = resolved
    .map((resource, index) => ({ resource, index }))
    .sort((a, b) => applyPhase(a.resource.manifest) - applyPhase(b.resource.manifest) || a.index - b.index)
  return { desired: ordered.map(({ resource }, order) => ({ ...resource, order })), unknown }
}

/** Returns the keys of resources that are declared with their namespace and without, which is known only once namespaces are filled in. */
export function twinsIn(resources: readonly Pick<DesiredResource, 'key'>[]): Set<string> {
  const byKey = Map.groupBy(resources, ({ key }) => key)
  return new Set([...byKey].flatMap(([key, all]) => (all.length > 1 ? [key] : [])))
}

export function describeTwin(key: string): string {
  return `${key} is declared twice, with its namespace and without; keep one of them in the definition`
}

function policyOf(
  manifest: Manifest,
  { drift = 'correct', replace = false, ignore = [] }: NonNullable<PrepareOptions['policy']>,
  scaled: ReadonlySet<string>,
): ResourcePolicy {
  const { name, namespace } = manifest.metadata
  // `annotations:` without a value is null.
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

/** Reports whether a controller of the cluster fills in the rules of a ClusterRole. */
function isAggregated(manifest: Manifest): boolean {
  return manifest.kind === 'ClusterRole' && isRecord(manifest['aggregationRule'])
}

/** Returns the manifest with namespace and labels, and without fields that the server manages. */
function completed(
  given: Manifest,
  type: ResourceType,
  { namespace, owner }: { namespace: string; owner: Owner },
): Manifest {
  const { namespace: own, labels: declared = {}, annotations: annotated, ...metadata } = given.metadata
  // The server manages these fields, and refuses some of them in an apply.
  const { managedFields: _, resourceVersion: __, uid: ___, creationTimestamp: ____, ...rest } = metadata
  const applicable = withoutRepeatedVariables(withoutExpiry(withoutStringData(given)))
  const { status: _____, ...manifest } = applicable
  const scope = type.namespaced ? { namespace: own ?? namespace } : {}
  // `annotations:` without a value is null.
  const annotation = isRecord(annotated) ? { annotations: annotated } : {}
  const allLabels = {
    [labels.managedBy]: 'qleetos',
    ...declared,
    [labels.objectId]: owner.id,
    [labels.object]: owner.name,
  }
  return labelPods(
    { ...manifest, metadata: { ...rest, name: metadata.name, ...scope, ...annotation, labels: allLabels } },
    owner,
  )
}

/**
 * Returns a Secret with its `stringData` as `data`. The API server does so too, but its managed fields name `stringData`: an apply would
 * neither conflict with other managers of `data`, nor remove values that are no longer declared.
 */
function withoutStringData(manifest: Manifest): Manifest {
  if (manifest.kind !== 'Secret' || groupOf(manifest.apiVersion) !== '') return manifest
  const { stringData, data, ...rest } = manifest
  if (!isRecord(stringData)) return manifest
  const texts = Object.entries(stringData)
  // The API server refuses it.
  if (!texts.every((entry): entry is [string, string] => typeof entry[1] === 'string')) return manifest
  // A check of a plan finds placeholders by what they are.
  const encoded = texts.map(([key, text]): [string, string] => [
    key,
    placeholderPattern.test(text) ? text : Buffer.from(text).toString('base64'),
  ])
  return { ...rest, data: { ...(isRecord(data) ? data : {}), ...Object.fromEntries(encoded) } }
}

/** Returns a Job that the cluster does not delete once it has ended: it would be missing, and run again. */
function withoutExpiry(manifest: Manifest): Manifest {
  const { spec } = manifest
  if (manifest.kind !== 'Job' || groupOf(manifest.apiVersion) !== 'batch' || !isRecord(spec)) return manifest
  const { ttlSecondsAfterFinished: _, ...lasting } = spec
  return { ...manifest, spec: lasting }
}

function withOrigin(manifest: Manifest, owner: Owner): Manifest {
  const { labels: own = {}, ...metadata } = manifest.metadata
  return { ...manifest, metadata: { ...metadata, labels: { ...own, ...originOf(owner) } } }
}

/** Paths of the pod templates by kind and group. */
const podTemplates: Record<string, readonly string[]> = {
  'Deployment.apps': ['spec', 'template'],
  'StatefulSet.apps': ['spec', 'template'],
  'DaemonSet.apps': ['spec', 'template'],
  'ReplicaSet.apps': ['spec', 'template'],
  'ReplicationController.': ['spec', 'template'],
  'Job.batch': ['spec', 'template'],
  'CronJob.batch': ['spec', 'jobTemplate', 'spec', 'template'],
}

/** Labels the pod template as well, so that watches report pods. The label never changes, so it never causes a rollout. */
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

/** Returns the kinds that CRDs among the manifests define, which the cluster may not serve yet. */
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

export function isNamespace({ kind, group }: Pick<ResourceIdentity, 'kind' | 'group'>): boolean {
  return kind === 'Namespace' && group === ''
}

export function isCrd(manifest: Pick<Manifest, 'apiVersion' | 'kind'>): boolean {
  return (
    manifest.kind === 'CustomResourceDefinition' && groupOf(manifest.apiVersion) === 'apiextensions.k8s.io'
  )
}

/** Apply phases by kind: prerequisites of other resources first. */
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
/** Phases after all other kinds: autoscalers, whose finalizers need their targets, and resources that intercept requests. */
const latePhases: readonly (readonly string[])[] = [
  ['ScaledObject', 'ScaledJob'],
  [
    'APIService',
    'ValidatingWebhookConfiguration',
    'MutatingWebhookConfiguration',
    'ValidatingAdmissionPolicy',
    'ValidatingAdmissionPolicyBinding',
  ],
]

/** Returns the apply phase of a kind. Resources of one phase do not depend on each other's existence. */
export function applyPhase({ kind }: { kind: string }): number {
  const early = phases.findIndex((kinds) => kinds.includes(kind))
  if (early >= 0) return early
  const late = latePhases.findIndex((kinds) => kinds.includes(kind))
  return phases.length + (late < 0 ? 0 : 1 + late)
}
