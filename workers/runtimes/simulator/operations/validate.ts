import type { FieldError } from '../api/status-error.ts'
import type { Resource } from '../resources/resource.ts'
import { validateCustom, validateCustomStatus } from '../schema/validate-custom.ts'
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
  const metadata = validateMetadataUpdate(object, old)
  // Once for every object and once for its kind: problems are told twice.
  const errors = [...metadata, ...metadata]
  if (subresource === 'status') {
    const ofKind =
      resource.custom === undefined
        ? (strategy.validateStatus?.(object, old) ?? [])
        : validateCustomStatus(resource.custom.schema, object)
    return [...errors, ...ofKind]
  }
  return [...errors, ...validateObject(resource, object), ...(strategy.validateUpdate?.(object, old) ?? [])]
}
