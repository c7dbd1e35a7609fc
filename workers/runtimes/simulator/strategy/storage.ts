import type { FieldError } from '../api/status-error.ts'
import { timestamp } from '../context.ts'
import { at, childOf, clone, equal, listOf, objectOf, stringOf, type JsonObject } from '../json.ts'
import type { KubeObject } from '../storage/object.ts'
import { fill, specOf } from './default-fields.ts'
import { forbiddenField, immutable, invalidValue, required, unsupported } from './names.ts'
import type { Strategy } from './strategy.ts'

const accessModes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod']

function modeErrors(spec: JsonObject): FieldError[] {
  const modes = listOf(spec['accessModes'])
  if (modes.length === 0) return [required('spec.accessModes', 'at least 1 access mode is required')]
  return modes
    .filter((mode) => !accessModes.includes(stringOf(mode)))
    .map((mode) => unsupported('spec.accessModes', mode, accessModes))
}

export const persistentVolumeClaim: Strategy = {
  defaults(object) {
    fill(specOf(object), { volumeMode: 'Filesystem' })
    fill(childOf(object, 'status'), { phase: 'Pending' })
  },
  prepareCreate(object) {
    object['status'] = { phase: 'Pending' }
  },
  validate(object) {
    const spec = objectOf(object['spec'])
    const storage = at(spec, 'resources', 'requests', 'storage')
    return [
      ...modeErrors(spec),
      ...(storage === undefined ? [required('spec.resources[storage]')] : []),
      ...(storage === '0' ? [invalidValue('spec.resources[storage]', '0', 'must be greater than zero')] : []),
    ]
  },
  validateUpdate(object, old) {
    const fixed = (each: KubeObject) => {
      const spec = objectOf(clone(each['spec']))
      delete spec['volumeAttributesClassName']
      delete objectOf(spec['resources'])['requests']
      return spec
    }
    const [next, before] = [fixed(object), fixed(old)]
    // The volume's name is put in by the binder.
    if (before['volumeName'] === undefined) delete next['volumeName']
    if (!equal(next, before)) return [forbiddenField('spec', claimIsFixed)]
    const isBound = at(old, 'status', 'phase') === 'Bound'
    if (
      isBound ||
      equal(at(object, 'spec', 'resources', 'requests'), at(old, 'spec', 'resources', 'requests'))
    )
      return []
    return [forbiddenField('spec', claimIsFixed)]
  },
}

const claimIsFixed =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims'

export const persistentVolume: Strategy = {
  defaults(object) {
    fill(specOf(object), { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' })
    fill(childOf(object, 'status'), { phase: 'Pending' })
    const hostPath = at(object, 'spec', 'hostPath')
    if (hostPath !== undefined) fill(objectOf(hostPath), { type: '' })
  },
  prepareCreate(object, { now }) {
    object['status'] = { phase: 'Pending', lastPhaseTransitionTime: timestamp(now()) }
  },
  validate(object) {
    const spec = objectOf(object['spec'])
    return [
      ...modeErrors(spec),
      ...(objectOf(spec['capacity'])['storage'] === undefined ? [required('spec.capacity')] : []),
    ]
  },
}

export const storageClass: Strategy = {
  defaults: (object) => fill(object, { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' }),
  validate: (object) => (stringOf(object['provisioner']) === '' ? [required('provisioner')] : []),
  validateUpdate(object, old) {
    const fields = ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode']
    return fields
      .filter((field) => !equal(object[field], old[field]))
      .map((field) => invalidValue(field, object[field], immutable))
  },
}

export const csiDriver: Strategy = {
  defaults(object) {
    fill(specOf(object), {
      attachRequired: true,
      fsGroupPolicy: 'ReadWriteOnceWithFSType',
      podInfoOnMount: false,
      requiresRepublish: false,
      seLinuxMount: false,
      storageCapacity: false,
      volumeLifecycleModes: ['Persistent'],
    })
  },
}
