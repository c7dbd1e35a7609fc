import { timestamp } from '../context.ts'
import {
  forbiddenField,
  immutable,
  invalidValue,
  oneOf,
  required,
  unsupported,
} from '../errors/field-errors.ts'
import type { FieldError } from '../errors/status-error.ts'
import { at, childOf, clone, equal, listOf, objectOf, stringOf, type JsonObject } from '../json.ts'
import { qualifiedNameProblems } from '../schema/names.ts'
import { compareQuantities } from '../schema/quantity.ts'
import type { KubeObject } from '../storage/object.ts'
import { setDefaults, specOf } from './default-fields.ts'
import { immutableFields, immutableFieldErrors } from './immutable-fields.ts'
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
    setDefaults(specOf(object), { volumeMode: 'Filesystem' })
    setDefaults(childOf(object, 'status'), { phase: 'Pending' })
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
    // The binder sets the volume's name.
    if (before['volumeName'] === undefined) delete next['volumeName']
    const isBound = at(old, 'status', 'phase') === 'Bound'
    const isSame = equal(next, before) && (isBound || changeableOfBound.every(isAlike(object, old)))
    return [
      ...(isSame ? [] : [forbiddenField('spec', claimIsFixed)]),
      ...(isSame && isBound ? shrinkErrors(object, old) : []),
      ...immutableFieldErrors(object, old, { path: 'spec.volumeMode', named: 'volumeMode' }),
    ]
  },
}

const changeableOfBound = [['resources', 'requests'], ['volumeAttributesClassName']]

function isAlike(object: KubeObject, old: KubeObject): (path: readonly string[]) => boolean {
  return (path) => equal(at(object, 'spec', ...path), at(old, 'spec', ...path))
}

/** Refuses a smaller size: a volume can only grow. */
function shrinkErrors(object: KubeObject, old: KubeObject): FieldError[] {
  const requested = stringOf(at(object, 'spec', 'resources', 'requests', 'storage'))
  const was = stringOf(at(old, 'spec', 'resources', 'requests', 'storage'))
  const has = stringOf(at(old, 'status', 'capacity', 'storage'))
  return compareQuantities(requested, was) < 0 && compareQuantities(requested, has) < 0
    ? [forbiddenField('spec.resources.requests.storage', 'field can not be less than status.capacity')]
    : []
}

const claimIsFixed =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims'

export const persistentVolume: Strategy = {
  defaults(object) {
    setDefaults(specOf(object), { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' })
    setDefaults(childOf(object, 'status'), { phase: 'Pending' })
    const hostPath = at(object, 'spec', 'hostPath')
    if (hostPath !== undefined) setDefaults(objectOf(hostPath), { type: '' })
  },
  prepareCreate(object, { now }) {
    object['status'] = { phase: 'Pending', lastPhaseTransitionTime: timestamp(now()) }
  },
  validate(object) {
    const spec = objectOf(object['spec'])
    return [
      ...modeErrors(spec),
      ...(objectOf(spec['capacity'])['storage'] === undefined ? [required('spec.capacity')] : []),
      ...oneOf(
        spec['persistentVolumeReclaimPolicy'],
        ['Delete', 'Recycle', 'Retain'],
        'spec.persistentVolumeReclaimPolicy',
      ),
    ]
  },
  validateUpdate(object, old) {
    const sources = [object, old].map(({ spec }) => sourceOf(objectOf(spec)))
    const [next, before] = [object, old].map((each) => at(each, 'spec', 'nodeAffinity'))
    return [
      ...(equal(sources[0], sources[1])
        ? []
        : [
            forbiddenField(
              'spec.persistentvolumesource',
              'spec.persistentvolumesource is immutable after creation',
            ),
          ]),
      ...immutableFieldErrors(object, old, { path: 'spec.volumeMode', named: 'volumeMode' }),
      ...(before === undefined || equal(next, before)
        ? []
        : [invalidValue('nodeAffinity', next, `${immutable}, except for updating from beta label to GA`)]),
    ]
  },
}

const besidesSource = new Set([
  'accessModes',
  'capacity',
  'claimRef',
  'mountOptions',
  'nodeAffinity',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'volumeAttributesClassName',
  'volumeMode',
])

/** Returns the source of a volume: the field of its spec that names a kind of storage. */
function sourceOf(spec: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(spec).filter(([field]) => !besidesSource.has(field)))
}

export const storageClass: Strategy = {
  defaults: (object) => setDefaults(object, { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' }),
  validate(object) {
    const provisioner = stringOf(object['provisioner'])
    const problems = provisioner === '' ? [] : qualifiedNameProblems(provisioner.toLowerCase())
    return [
      ...(provisioner === '' ? [required('provisioner')] : []),
      ...problems.map((detail) => invalidValue('provisioner', provisioner.toLowerCase(), detail)),
      ...('' in objectOf(object['parameters'])
        ? [invalidValue('parameters', '', 'field can not be empty.')]
        : []),
      ...oneOf(object['reclaimPolicy'], ['Delete', 'Retain'], 'reclaimPolicy'),
      ...oneOf(object['volumeBindingMode'], ['Immediate', 'WaitForFirstConsumer'], 'volumeBindingMode'),
    ]
  },
  validateUpdate: immutableFields('parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode'),
}

export const volumeAttributesClass: Strategy = {
  validateUpdate: (object, old) =>
    ['driverName', 'parameters']
      .filter((field) => !equal(object[field], old[field]))
      .map((field) => forbiddenField(field, `updates to ${field} are forbidden.`)),
}

export const volumeAttachment: Strategy = { validateUpdate: immutableFields('spec') }

export const csiStorageCapacity: Strategy = {
  validateUpdate: immutableFields('nodeTopology', 'storageClassName'),
}

export const csiDriver: Strategy = {
  defaults(object) {
    setDefaults(specOf(object), {
      attachRequired: true,
      fsGroupPolicy: 'ReadWriteOnceWithFSType',
      podInfoOnMount: false,
      requiresRepublish: false,
      seLinuxMount: false,
      storageCapacity: false,
      volumeLifecycleModes: ['Persistent'],
    })
  },
  validateUpdate: (object, old) => [
    // The server's message uses this name.
    ...immutableFieldErrors(object, old, { path: 'spec.attachRequired', named: 'spec.attachedRequired' }),
    ...immutableFieldErrors(object, old, { path: 'spec.volumeLifecycleModes' }),
  ],
}
