import type { ResourceIdentity } from '../../../schema/manifests.ts'
import type { KubeObject } from '../client/client.ts'
import { annotations, isAdopted, type DesiredResource } from '../client/resource.ts'

interface Replacement {
  /** The side effect of a replacement beyond deleting and recreating the resource; completes "a replacement, which …". */
  effect: string
  /** The alternative to a replacement. */
  alternative?: string
}

const podsStop = 'stops its pods before new ones start'
const newName = 'create the new one under another name, and refer to that name'
const revertOrRename = 'restore the field, or create the new one under another name'

/** Effects of replacing a resource that has an immutable field, by kind and group. */
const replacements: Readonly<Record<string, Replacement>> = {
  'PersistentVolumeClaim.': {
    effect:
      'deletes the claim, and also its data unless the volume is retained, and waits for a confirmation',
    alternative: 'restore the field (a claim can only grow), and move the data to a claim with another name',
  },
  'PersistentVolume.': {
    effect: 'detaches the volume from its claim, and waits for a confirmation',
    alternative: 'add a volume with another name',
  },
  'StatefulSet.apps': {
    effect: `${podsStop}, leaves its claims unchanged, and waits for a confirmation`,
    alternative: 'restore the field, and edit the claims themselves to change those',
  },
  'Deployment.apps': { effect: podsStop, alternative: revertOrRename },
  'DaemonSet.apps': { effect: podsStop, alternative: revertOrRename },
  'ReplicaSet.apps': { effect: podsStop, alternative: revertOrRename },
  'Pod.': { effect: 'stops the pod', alternative: 'use a Deployment, which rolls out changes' },
  'Job.batch': { effect: 'runs it again', alternative: 'create the new run under another name' },
  'Service.': {
    effect: 'may change its address',
    alternative: 'leave out clusterIP and other fields that the cluster assigns',
  },
  'Secret.': { effect: 'leaves the cluster without it for a moment', alternative: newName },
  'ConfigMap.': { effect: 'leaves the cluster without it for a moment', alternative: newName },
  'RoleBinding.rbac.authorization.k8s.io': {
    effect: 'revokes the permissions for a moment',
    alternative: 'add a binding with another name',
  },
  'ClusterRoleBinding.rbac.authorization.k8s.io': {
    effect: 'revokes the permissions for a moment',
    alternative: 'add a binding with another name',
  },
  'StorageClass.storage.k8s.io': {
    effect: 'affects new volumes only',
    alternative: 'add a class with another name',
  },
  'CustomResourceDefinition.apiextensions.k8s.io': {
    effect:
      'deletes all objects of the kind in the whole cluster, and waits for a confirmation if there are any',
    alternative: 'add a version, or a kind with another name',
  },
}

/**
 * Returns the ways to make a change that needs a replacement which the policy does not allow.
 *
 * @param instead What to do instead of a replacement. @default what is known of the kind
 */
export function adviseReplacement(
  { kind, group }: Pick<ResourceIdentity, 'kind' | 'group'>,
  instead?: string,
): string {
  const known: Partial<Replacement> = replacements[`${kind}.${group}`] ?? {}
  const { effect } = known
  const alternative = instead ?? known.alternative
  const which = effect === undefined ? '' : `, which ${effect}`
  const otherwise = alternative === undefined ? '' : `; or ${alternative}`
  return (
    `the change needs a replacement${which}; allow it with replace: true on the instance, or with the annotation ` +
    `${annotations.replace}: "true"${otherwise} (the resource is unchanged)`
  )
}

/**
 * Returns why a resource is not replaced whose change needs that; undefined if it may be.
 *
 * @param instead See {@link adviseReplacement}.
 */
export function replacementRefusal(
  { identity, policy }: Pick<DesiredResource, 'identity' | 'policy'>,
  live: KubeObject,
  instead?: string,
): string | undefined {
  if (isAdopted(live)) return 'the object existed before, so it is not replaced (the resource is unchanged)'
  return policy.replace ? undefined : adviseReplacement(identity, instead)
}

/**
 * Remedies for refusals that a replacement does not fix, or that have a simpler fix which the message does not mention.
 * Matched by message, because their reasons are shared with other refusals.
 */
const remedies: readonly [refusal: RegExp, remedy: string][] = [
  [
    /only dynamically provisioned pvc can be resized/,
    'its StorageClass has to allow that (allowVolumeExpansion: true); otherwise keep the size',
  ],
  [/can only be modified in tandem with/, 'set spec.completions and spec.parallelism to the same number'],
  [
    /must remain in spec\.versions until/,
    'keep the version with served: false until all objects are stored in a newer version',
  ],
  [
    /duplicate entries for key/,
    'keep one entry of each: kubectl create accepts several and uses the last, but a server-side apply does not',
  ],
  [
    /attempting to grant RBAC permissions not currently held/,
    'the credentials of the runtime have to hold these rights themselves, or be allowed to escalate and bind roles',
  ],
]

/** Appends the remedy to the message of a refusal, if one is known. */
export function withRemedy(message: string): string {
  const remedy = remedies.find(([refusal]) => refusal.test(message))?.[1]
  return remedy === undefined ? message : `${message}: ${remedy}`
}
