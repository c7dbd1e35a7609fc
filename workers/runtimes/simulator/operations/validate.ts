import type { FieldError } from '../api/status-error.ts'
import type { Resource } from '../resources/resource.ts'
import { validateCustom } from '../schema/validate-custom.ts'
import type { KubeObject } from '../storage/object.ts'
import { validateMetadataUpdate } from '../strategy/metadata.ts'
import { strategyOf } from '../strategy/strategies.ts'
import type { Target } from './target.ts'

export function validateObject(resource: Resource, object: KubeObject): FieldError[] {
  if (resource.custom !== undefined) return validateCustom(resource.custom.schema, object)
  return strategyOf(resource).validate?.(object) ?? []
}

export function validateChange(
  { resource, subresource }: Target,
  object: KubeObject,
  old: KubeObject,
): FieldError[] {
  const strategy = strategyOf(resource)
  const errors = validateMetadataUpdate(object, old)
  if (subresource === 'status')
    return [
      ...errors,
      ...(resource.custom === undefined
        ? (strategy.validateStatus?.(object, old) ?? [])
        : validateObject(resource, object)),
    ]
  return [...errors, ...(strategy.validateUpdate?.(object, old) ?? []), ...validateObject(resource, object)]
}
