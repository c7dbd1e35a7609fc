import { isDeleting, itself, splitKey, type Control, type Controller } from '../controllers/controller.ts'
import { standardClass } from '../controllers/volumes.ts'
import { hasReason } from '../errors/status-error.ts'
import { at, clone } from '../json.ts'
import { getKind } from '../objects/stored.ts'
import type { KubeObject } from '../storage/object.ts'

const provisionedBy = 'pv.kubernetes.io/provisioned-by'

/** Creates volumes for claims of our class, and deletes released ones; the controllers of Kubernetes bind them. */
export const provisionerController: Controller = {
  name: 'provisioner',
  component: 'provisioner',
  watches: {
    persistentvolumeclaims: itself,
    persistentvolumes: ({ object }) =>
      object.metadata.annotations?.[provisionedBy] === standardClass.provisioner
        ? [object.metadata.name]
        : [],
  },
  async reconcile(key, control) {
    if (key.includes('/')) await provision(key, control)
    else await reclaim(key, control)
  },
}

async function provision(key: string, { context, writes }: Control): Promise<void> {
  const claim = getKind(context.store, 'persistentvolumeclaims', splitKey(key))
  if (claim === undefined || isDeleting(claim)) return
  const { name, namespace, uid } = claim.metadata
  const isOurs = at(claim, 'spec', 'storageClassName') === standardClass.metadata.name
  if (!isOurs || at(claim, 'spec', 'volumeName') !== undefined) return
  try {
    await writes.create({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: `pvc-${uid}`, annotations: { [provisionedBy]: standardClass.provisioner } },
      spec: {
        capacity: { storage: clone(at(claim, 'spec', 'resources', 'requests', 'storage')) },
        accessModes: clone(at(claim, 'spec', 'accessModes')),
        volumeMode: clone(at(claim, 'spec', 'volumeMode')),
        persistentVolumeReclaimPolicy: standardClass.reclaimPolicy,
        storageClassName: standardClass.metadata.name,
        claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name, namespace, uid },
        hostPath: { path: `/simulated/${uid}`, type: 'DirectoryOrCreate' },
      },
    })
  } catch (error) {
    if (!hasReason(error, 'AlreadyExists')) throw error
  }
}

async function reclaim(name: string, { context, writes }: Control): Promise<void> {
  const volume: KubeObject | undefined = getKind(context.store, 'persistentvolumes', { namespace: '', name })
  if (volume !== undefined && !isDeleting(volume) && at(volume, 'status', 'phase') === 'Released')
    await writes.delete(volume)
}
