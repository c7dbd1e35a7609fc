import { forbiddenField } from '../errors/field-errors.ts'
import type { FieldError } from '../errors/status-error.ts'
import {
  at,
  clone,
  equal,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  stringOf,
  type JsonObject,
} from '../json.ts'
import type { KubeObject } from '../storage/object.ts'
import { setDefaults, specOf } from './default-fields.ts'
import { allContainers, defaultPodSpec } from './pod-defaults.ts'
import { podSpecErrors } from './pod-validation.ts'
import { podWarnings } from './pod-warnings.ts'
import type { Strategy } from './strategy.ts'

export const pod: Strategy = {
  generation: true,
  defaults(object) {
    const spec = specOf(object)
    defaultPodSpec(spec)
    setDefaults(spec, { enableServiceLinks: true })
    // Limits without requests are the requests too; in pods only, not in templates.
    for (const container of allContainers(spec)) {
      const resources = objectOf(container['resources'])
      const { limits } = resources
      if (limits !== undefined)
        resources['requests'] = { ...objectOf(clone(limits)), ...objectOf(resources['requests']) }
    }
  },
  prepareCreate(object) {
    object['status'] = { phase: 'Pending', qosClass: qosOf(specOf(object)) }
  },
  warnings: (object) => podWarnings(objectOf(object['spec']), 'spec'),
  validate: (object) => podSpecErrors(objectOf(object['spec']), 'spec'),
  validateUpdate(object, old) {
    const counts = countErrors(objectOf(object['spec']), objectOf(old['spec']))
    if (counts.length > 0) return counts
    return equal(fixed(object, old), objectOf(old['spec'])) ? [] : [forbiddenField('spec', onlyThese)]
  },
  gracePeriod(object, requested) {
    const spec = objectOf(object['spec'])
    // A pod without a node, or one that has ended, runs no containers.
    const phase = stringOf(at(object, 'status', 'phase'))
    if (stringOf(spec['nodeName']) === '' || phase === 'Succeeded' || phase === 'Failed') return 0
    return requested ?? numberOf(spec['terminationGracePeriodSeconds'], 30)
  },
}

function countErrors(spec: JsonObject, before: JsonObject): FieldError[] {
  return ['containers', 'initContainers']
    .filter((list) => listOf(spec[list]).length !== listOf(before[list]).length)
    .map((list) => forbiddenField(`spec.${list}`, 'pod updates may not add or remove containers'))
}

const onlyThese =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)'

/** Returns the spec with all mutable fields restored: the rest must be unchanged. */
function fixed(object: KubeObject, old: KubeObject): JsonObject {
  const before = objectOf(old['spec'])
  const spec = objectOf(clone(object['spec']))
  for (const list of ['containers', 'initContainers'])
    for (const [index, container] of objectsOf(spec[list]).entries()) {
      const image = objectsOf(before[list])[index]?.['image']
      if (image !== undefined) container['image'] = image
    }
  for (const key of [
    'activeDeadlineSeconds',
    'terminationGracePeriodSeconds',
    'tolerations',
    'schedulingGates',
  ]) {
    if (before[key] === undefined) delete spec[key]
    else spec[key] = before[key]
  }
  return spec
}

/**
 * Returns the QoS class: Guaranteed if every container has equal requests and limits of both resources, BestEffort if
 * none has any.
 */
export function qosOf(spec: JsonObject): string {
  const containers = ['initContainers', 'containers'].flatMap((key) => objectsOf(spec[key]))
  const resources = containers.map((container) => objectOf(container['resources']))
  const amount = (each: JsonObject, kind: string, name: string) => stringOf(objectOf(each[kind])[name])
  const isSet = resources.some((each) =>
    ['cpu', 'memory'].some(
      (name) => amount(each, 'requests', name) !== '' || amount(each, 'limits', name) !== '',
    ),
  )
  if (!isSet) return 'BestEffort'
  const isGuaranteed = resources.every((each) =>
    ['cpu', 'memory'].every(
      (name) =>
        amount(each, 'limits', name) !== '' &&
        amount(each, 'limits', name) === amount(each, 'requests', name),
    ),
  )
  return isGuaranteed ? 'Guaranteed' : 'Burstable'
}

export const podTemplate: Strategy = {
  generation: true,
  defaults(object) {
    defaultPodSpec(specOf(objectOf(object['template'])))
  },
  validate(object): FieldError[] {
    return podSpecErrors(objectOf(at(object, 'template', 'spec')), 'template.spec')
  },
}
