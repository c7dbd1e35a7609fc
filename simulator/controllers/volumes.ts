import { defaultClassAnnotation } from '../admission/storage-class.ts'
import { timestamp } from '../context.ts'
import { at, clone, objectOf, stringOf, stringsOf } from '../json.ts'
import { getKind, listKind } from '../objects/stored.ts'
import { compareQuantities } from '../schema/quantity.ts'
import type { KubeObject } from '../storage/object.ts'
import { isDeleting, itself, splitKey, type Control, type Controller } from './controller.ts'
import { recordEvent } from './events.ts'
import { hasEnded } from './pods.ts'

/** The class of volumes of every cluster, and the default one. */
export const standardClass = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'standard', annotations: { [defaultClassAnnotation]: 'true' } },
  provisioner: 'simulator.qleet.io/volume',
  reclaimPolicy: 'Delete',
  allowVolumeExpansion: true,
  volumeBindingMode: 'Immediate',
}

const component = 'persistentvolume-controller'
const protection = 'kubernetes.io/pvc-protection'

/** Binds claims to volumes, which it creates if the claim's class has a provisioner. */
export const volumeController: Controller = {
  name: 'persistentvolume',
  watches: {
    persistentvolumeclaims: itself,
    persistentvolumes: (_event, { store }) =>
      store
        .list('persistentvolumeclaims')
        .filter((claim) => at(claim, 'status', 'phase') !== 'Bound')
        .map((claim) => `${claim.metadata.namespace}/${claim.metadata.name}`),
    pods: ({ object, type }) =>
      type === 'DELETED' || object['status'] !== undefined ? claimsOf(object) : [],
  },
  async reconcile(key, control) {
    const claim = getKind(control.context.store, 'persistentvolumeclaims', splitKey(key))
    if (claim === undefined) return
    if (isDeleting(claim)) await release(claim, control)
    else if (at(claim, 'status', 'phase') === 'Bound') await expand(claim, control)
    else await bind(claim, control)
  },
}

function claimsOf(object: KubeObject): string[] {
  const volumes = at(object, 'spec', 'volumes')
  if (!Array.isArray(volumes)) return []
  return volumes.flatMap((volume) => {
    const name = stringOf(at(volume, 'persistentVolumeClaim', 'claimName'))
    return name === '' ? [] : [`${object.metadata.namespace}/${name}`]
  })
}

async function bind(claim: KubeObject, control: Control): Promise<void> {
  const volume = findVolume(claim, control) ?? (await provision(claim, control))
  if (volume === undefined) return
  const { context, writes } = control
  const reference = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    name: claim.metadata.name,
    namespace: claim.metadata.namespace,
    uid: claim.metadata.uid,
    resourceVersion: claim.metadata.resourceVersion,
  }
  const bound = await writes.update(volume, (draft) => {
    draft['spec'] = { ...objectOf(draft['spec']), claimRef: reference }
  })
  await writes.updateStatus(bound, (draft) => {
    draft['status'] = {
      ...objectOf(draft['status']),
      phase: 'Bound',
      lastPhaseTransitionTime: timestamp(context.now()),
    }
  })
  const named = await writes.update(claim, (draft) => {
    draft['spec'] = { ...objectOf(draft['spec']), volumeName: volume.metadata.name }
    draft.metadata.annotations = {
      ...draft.metadata.annotations,
      'pv.kubernetes.io/bind-completed': 'yes',
      'pv.kubernetes.io/bound-by-controller': 'yes',
    }
  })
  await writes.updateStatus(named, (draft) => {
    draft['status'] = {
      phase: 'Bound',
      accessModes: stringsOf(at(claim, 'spec', 'accessModes')),
      capacity: clone(at(volume, 'spec', 'capacity')) ?? {},
    }
  })
}

/** Expands the volume of a claim that requests more than it has, if its class allows that. */
async function expand(claim: KubeObject, control: Control): Promise<void> {
  const { context, writes } = control
  const requested = storageOf(claim, 'resources', 'requests')
  const capacity = stringOf(at(claim, 'status', 'capacity', 'storage'))
  if (compareQuantities(requested, capacity) <= 0) return
  const className = stringOf(at(claim, 'spec', 'storageClassName'))
  const found = context.store.get({
    resource: 'storageclasses.storage.k8s.io',
    namespace: '',
    name: className,
  })
  const name = stringOf(at(claim, 'spec', 'volumeName'))
  const volume = getKind(context.store, 'persistentvolumes', { namespace: '', name })
  if (found?.['allowVolumeExpansion'] !== true || volume === undefined) return
  await writes.update(volume, (draft) => {
    draft['spec'] = { ...objectOf(draft['spec']), capacity: { storage: requested } }
  })
  await writes.updateStatus(claim, (draft) => {
    draft['status'] = { ...objectOf(draft['status']), capacity: { storage: requested } }
  })
}

function storageOf(object: KubeObject, ...path: string[]): string {
  return stringOf(at(object, 'spec', ...path, 'storage'))
}

function findVolume(claim: KubeObject, { context }: Control): KubeObject | undefined {
  const requestedName = stringOf(at(claim, 'spec', 'volumeName'))
  const requestedClass = stringOf(at(claim, 'spec', 'storageClassName'))
  const modes = stringsOf(at(claim, 'spec', 'accessModes'))
  return context.store
    .list('persistentvolumes')
    .filter((volume) => {
      const holder = at(volume, 'spec', 'claimRef')
      const isFree =
        holder === undefined ||
        (at(holder, 'name') === claim.metadata.name && at(holder, 'namespace') === claim.metadata.namespace)
      const isNamed = requestedName === '' ? true : volume.metadata.name === requestedName
      const offered = stringsOf(at(volume, 'spec', 'accessModes'))
      return (
        isFree &&
        isNamed &&
        stringOf(at(volume, 'spec', 'storageClassName')) === requestedClass &&
        modes.every((mode) => offered.includes(mode)) &&
        compareQuantities(storageOf(volume, 'capacity'), storageOf(claim, 'resources', 'requests')) >= 0
      )
    })
    .sort((a, b) => compareQuantities(storageOf(a, 'capacity'), storageOf(b, 'capacity')))[0]
}

async function provision(claim: KubeObject, control: Control): Promise<KubeObject | undefined> {
  const { context, writes } = control
  const className = at(claim, 'spec', 'storageClassName')
  const found =
    typeof className === 'string' && className !== ''
      ? context.store.get({ resource: 'storageclasses.storage.k8s.io', namespace: '', name: className })
      : undefined
  if (found === undefined || at(claim, 'spec', 'volumeName') !== undefined) {
    const message =
      typeof className === 'string' && className !== ''
        ? `storageclass.storage.k8s.io "${className}" not found`
        : 'no persistent volumes available for this claim and no storage class is set'
    const fact =
      typeof className === 'string' && className !== ''
        ? { type: 'Warning' as const, reason: 'ProvisioningFailed', message }
        : { type: 'Normal' as const, reason: 'FailedBinding', message }
    if (!hasEvent(claim, fact.reason, context.store.list('events', claim.metadata.namespace)))
      await recordEvent(control, claim, { source: { component }, fact })
    return undefined
  }
  const name = `pvc-${claim.metadata.uid}`
  const known = context.store.get({ resource: 'persistentvolumes', namespace: '', name })
  if (known !== undefined) return known
  return writes.create({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name, annotations: { 'pv.kubernetes.io/provisioned-by': stringOf(found['provisioner']) } },
    spec: {
      accessModes: clone(at(claim, 'spec', 'accessModes')) ?? [],
      capacity: { storage: storageOf(claim, 'resources', 'requests') },
      hostPath: { path: `/simulated/${name}`, type: 'DirectoryOrCreate' },
      persistentVolumeReclaimPolicy: stringOf(found['reclaimPolicy']) || 'Delete',
      storageClassName: className,
      volumeMode: clone(at(claim, 'spec', 'volumeMode')) ?? 'Filesystem',
    },
  })
}

function hasEvent(claim: KubeObject, reason: string, events: readonly KubeObject[]): boolean {
  return events.some(
    (event) => event['reason'] === reason && at(event, 'involvedObject', 'uid') === claim.metadata.uid,
  )
}

/** Releases a claim: it remains while a pod uses it; then its volume is deleted or retained, by its policy. */
async function release(claim: KubeObject, { context, writes }: Control): Promise<void> {
  if (!(claim.metadata.finalizers ?? []).includes(protection)) return
  const key = `${claim.metadata.namespace}/${claim.metadata.name}`
  const isUsed = listKind(context.store, 'pods', claim.metadata.namespace).some(
    (pod) => !hasEnded(pod) && claimsOf(pod).includes(key),
  )
  if (isUsed) return
  await writes.update(claim, ({ metadata }) => {
    metadata.finalizers = (metadata.finalizers ?? []).filter((each) => each !== protection)
  })
  const name = stringOf(at(claim, 'spec', 'volumeName'))
  const volume =
    name === '' ? undefined : getKind(context.store, 'persistentvolumes', { namespace: '', name })
  if (volume === undefined) return
  if (at(volume, 'spec', 'persistentVolumeReclaimPolicy') === 'Delete') await writes.delete(volume)
  else
    await writes.updateStatus(volume, (draft) => {
      draft['status'] = { ...objectOf(draft['status']), phase: 'Released' }
    })
}

const volumeProtection = 'kubernetes.io/pv-protection'

/** Removes the finalizer of volumes that are deleted and no longer bound. */
export const volumeProtectionController: Controller = {
  name: 'pv-protection',
  watches: {
    persistentvolumes: itself,
    persistentvolumeclaims: ({ object, type }) => {
      const volume = stringOf(at(object, 'spec', 'volumeName'))
      return type === 'DELETED' && volume !== '' ? [`/${volume}`] : []
    },
  },
  async reconcile(key, { context, writes }) {
    const volume = getKind(context.store, 'persistentvolumes', splitKey(key))
    if (
      volume === undefined ||
      !isDeleting(volume) ||
      !(volume.metadata.finalizers ?? []).includes(volumeProtection)
    )
      return
    const claim = at(volume, 'spec', 'claimRef')
    const holder = context.store.get({
      resource: 'persistentvolumeclaims',
      namespace: stringOf(at(claim, 'namespace')),
      name: stringOf(at(claim, 'name')),
    })
    if (holder !== undefined && holder.metadata.uid === at(claim, 'uid')) return
    await writes.update(volume, ({ metadata }) => {
      metadata.finalizers = (metadata.finalizers ?? []).filter((each) => each !== volumeProtection)
    })
  },
}
