import type { ResourceIdentity } from '../../../schema/manifests.ts'
import { annotations } from '../client/resource.ts'

interface Replacement {
  /** What a replacement does beyond deleting and making the resource: follows "which". */
  means: string
  /** What people can do without one. */
  instead?: string
}

const podsStop = 'ends its pods before new ones start'
const otherName = 'give the new one another name, and refer to it by that'

/** What it means to replace a resource of which something cannot be changed. */
const replacements: Readonly<Record<string, Replacement>> = {
  'PersistentVolumeClaim.': {
    means: 'deletes the claim, and its data too unless the volume is retained, and waits for a confirmation',
    instead: 'keep what it has (a claim can only grow), and move the data to a claim of another name',
  },
  'PersistentVolume.': {
    means: 'parts the volume from its claim, and waits for a confirmation',
    instead: 'add a volume of another name',
  },
  'StatefulSet.apps': {
    means: `${podsStop}, leaves the claims that it has made as they are, and waits for a confirmation`,
    instead: 'put the field back, and edit the claims themselves where those are to change',
  },
  'Deployment.apps': { means: podsStop, instead: 'put the field back, or give the new one another name' },
  'DaemonSet.apps': { means: podsStop, instead: 'put the field back, or give the new one another name' },
  'ReplicaSet.apps': { means: podsStop, instead: 'put the field back, or give the new one another name' },
  'Pod.': { means: 'ends the pod', instead: 'let a Deployment make it, which rolls out changes' },
  'Job.batch': { means: 'runs it once more', instead: 'give the new run another name' },
  'Service.': {
    means: 'may give it another address',
    instead: 'leave out clusterIP and what else the cluster chooses',
  },
  'Secret.': { means: 'leaves a moment without it', instead: otherName },
  'ConfigMap.': { means: 'leaves a moment without it', instead: otherName },
  'RoleBinding.rbac.authorization.k8s.io': {
    means: 'takes the rights away for a moment',
    instead: 'add a binding of another name',
  },
  'ClusterRoleBinding.rbac.authorization.k8s.io': {
    means: 'takes the rights away for a moment',
    instead: 'add a binding of another name',
  },
  'StorageClass.storage.k8s.io': {
    means: 'changes new volumes only',
    instead: 'add a class of another name',
  },
  'CustomResourceDefinition.apiextensions.k8s.io': {
    means:
      'deletes all objects of the kind in the whole cluster, and waits for a confirmation where there are any',
    instead: 'add a version, or a kind of another name',
  },
}

/** What can be done where a change needs a replacement that nobody has allowed. */
export function adviseReplacement({ kind, group }: Pick<ResourceIdentity, 'kind' | 'group'>): string {
  const { means, instead } = replacements[`${kind}.${group}`] ?? {}
  const effect = means === undefined ? '' : `, which ${means}`
  const otherwise = instead === undefined ? '' : `; or ${instead}`
  return (
    `it would have to be replaced${effect}; allow that with replace: true of the instance, or with the annotation ` +
    `${annotations.replace}: "true"${otherwise} (the resource stays as it was)`
  )
}

/**
 * Refusals in which a new resource would not help, or need not be made, and whose own words do not say what would. They
 * share their reasons with many others, so they are known by their words.
 */
const remedies: readonly [refusal: RegExp, remedy: string][] = [
  [
    /only dynamically provisioned pvc can be resized/,
    'its StorageClass has to allow that (allowVolumeExpansion: true); else keep the size',
  ],
  [/can only be modified in tandem with/, 'set spec.completions and spec.parallelism to the same number'],
  [
    /must remain in spec\.versions until/,
    'keep the version with served: false until all objects are stored in a newer one',
  ],
  [
    /attempting to grant RBAC permissions not currently held/,
    'the credentials of the runtime have to hold these rights themselves, or be allowed to escalate and bind roles',
  ],
]

/** A refusal in the words of the cluster, and what to do where those leave it open. */
export function withRemedy(message: string): string {
  const remedy = remedies.find(([refusal]) => refusal.test(message))?.[1]
  return remedy === undefined ? message : `${message}: ${remedy}`
}
