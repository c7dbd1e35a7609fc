import type { FieldError } from '../errors/status-error.ts'
import type { JsonObject } from '../json.ts'
import type { Resource } from '../resources/resource.ts'
import { ruleErrors } from '../schema/rules/validate-rules.ts'
import { validateCustom, validateCustomStatus } from '../schema/validate-custom.ts'
import type { KubeObject } from '../storage/object.ts'
import { ephemeralContainerErrors } from '../strategy/ephemeral-containers.ts'
import { unqualifiedFinalizerErrors, validateMetadataUpdate } from '../strategy/metadata.ts'
import { strategyOf } from '../strategy/strategies.ts'
import type { Target } from '../target.ts'

/** Validates an object. @param old The object before the change */
export function validateObject(resource: Resource, object: KubeObject, old?: KubeObject): FieldError[] {
  if (resource.custom !== undefined) {
    const { schema } = resource.custom
    const found = validateCustom(schema, object)
    return [...found, ...ruleErrors(schema, { object, old, found })]
  }
  const { validate, anyFinalizers = false } = strategyOf(resource)
  return [
    ...(anyFinalizers ? [] : unqualifiedFinalizerErrors(object.metadata)),
    ...(validate?.(object) ?? []),
  ]
}

export function validateChange(
  { resource, subresource }: Target,
  object: KubeObject,
  old: KubeObject,
): FieldError[] {
  const strategy = strategyOf(resource)
  const metadata = validateMetadataUpdate(object, old)
  // Once for every object and once for its kind, as the server reports these problems twice.
  const errors = [...metadata, ...metadata]
  if (subresource === 'status') {
    const ofKind =
      resource.custom === undefined
        ? (strategy.validateStatus?.(object, old) ?? [])
        : statusErrors(resource.custom.schema, object, old)
    return [...errors, ...ofKind]
  }
  if (subresource === 'ephemeralcontainers') return [...errors, ...ephemeralContainerErrors(object, old)]
  return [
    ...errors,
    ...validateObject(resource, object, old),
    ...(strategy.validateUpdate?.(object, old) ?? []),
  ]
}

function statusErrors(schema: JsonObject, object: KubeObject, old: KubeObject): FieldError[] {
  const found = validateCustomStatus(schema, object)
  return [...found, ...ruleErrors(schema, { object, old, found })]
}
