import { forbiddenField, notFoundField } from '../errors/field-errors.ts'
import type { FieldError } from '../errors/status-error.ts'
import { equal, objectOf, objectsOf, stringOf } from '../json.ts'
import type { KubeObject } from '../storage/object.ts'
import { containerErrors } from './container-validation.ts'

const field = 'spec.ephemeralContainers'

/** The fields that an ephemeral container cannot have. */
const forbiddenFields = [
  'ports',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
  'resources',
  'resizePolicy',
]

/** Refuses changes and removals of existing ephemeral containers: they may only be added. */
export function ephemeralContainerErrors(object: KubeObject, old: KubeObject): FieldError[] {
  const spec = objectOf(object['spec'])
  const containers = objectsOf(spec['ephemeralContainers'])
  const others = ['initContainers', 'containers'].flatMap((list) => objectsOf(spec[list]))
  const names = new Set(others.map(({ name }) => stringOf(name)))
  const targets = new Set(objectsOf(spec['containers']).map(({ name }) => stringOf(name)))
  const volumes = new Set(objectsOf(spec['volumes']).map(({ name }) => stringOf(name)))
  const errors = containerErrors(containers, field, { volumes, names })
  for (const [index, container] of containers.entries()) {
    const target = stringOf(container['targetContainerName'])
    if (target !== '' && !targets.has(target))
      errors.push(notFoundField(`${field}[${index}].targetContainerName`, target))
    for (const name of forbiddenFields)
      if (container[name] !== undefined && !equal(container[name], {}))
        errors.push(forbiddenField(`${field}[${index}].${name}`, 'cannot be set for an Ephemeral Container'))
  }
  return [...errors, ...immutableFieldErrors(object, old)]
}

function immutableFieldErrors(object: KubeObject, old: KubeObject): FieldError[] {
  const now = objectsOf(objectOf(object['spec'])['ephemeralContainers'])
  return objectsOf(objectOf(old['spec'])['ephemeralContainers']).flatMap((before) => {
    const same = now.find(({ name }) => name === before['name'])
    if (same !== undefined && equal(same, before)) return []
    const what = same === undefined ? 'removed' : 'changed'
    const detail = `existing ephemeral containers ${JSON.stringify(before['name'])} may not be ${what}\n`
    return [forbiddenField(field, detail)]
  })
}
