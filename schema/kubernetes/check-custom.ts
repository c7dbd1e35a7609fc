import type { ManifestError } from '../manifest-errors.ts'
import { isRecord } from '../records.ts'
import type { PathSegment } from '../yaml.ts'
import { shownValue } from '../errors.ts'
import { isUnchecked, missingField, suggestedFields, unknownField } from './check-manifest.ts'
import type { CustomSchema } from './custom-schemas.ts'
import { simpleTypes } from './simple-types.ts'

/** The fields that every resource has; the cluster checks them itself. */
const common: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata'])

/**
 * Checks a custom resource against the schema of its kind, as strictly as built-in kinds are: unknown fields, missing
 * fields, and values of another type or outside of their limits are errors.
 */
export function customErrors(manifest: Record<string, unknown>, schema: CustomSchema): ManifestError[] {
  if (isUnchecked(manifest) || (schema.type !== undefined && schema.type !== 'object')) return []
  const errors: ManifestError[] = []
  checkFields(errors, { value: manifest, schema, at: [] })
  return errors
}

interface Place<Value = unknown> {
  value: Value
  schema: CustomSchema
  at: readonly PathSegment[]
}

function check(errors: ManifestError[], { value, schema, at }: Place): void {
  // The API server reads null as an absent value, unless the field is nullable.
  if (value === null || value === undefined) return
  const problem = typeProblem(schema, value) ?? limitProblem(schema, value)
  if (problem !== undefined) {
    const shown = typeof value === 'object' ? {} : { value: shownValue(value) }
    errors.push({ segments: [...at], ...problem, ...shown })
    return
  }
  if (Array.isArray(value)) {
    const { items = {} } = schema
    for (const [index, item] of value.entries())
      check(errors, { value: item, schema: items, at: [...at, index] })
  } else if (isRecord(value)) checkFields(errors, { value, schema, at })
}

type Problem = Pick<ManifestError, 'code' | 'message' | 'remedy'>

function typeProblem(schema: CustomSchema, value: unknown): Problem | undefined {
  const simple = schema['x-kubernetes-int-or-string'] === true ? 'intOrString' : schema.type
  if (simple === undefined) return undefined
  if (simple === 'object')
    return isRecord(value) ? undefined : { code: 'INVALID_TYPE', message: 'must be a map' }
  if (simple === 'array')
    return Array.isArray(value)
      ? undefined
      : { code: 'INVALID_TYPE', message: 'must be a list', remedy: 'Begin each item with "- ".' }
  const problem = simpleTypes[simple === 'integer' ? 'int64' : simple]?.(value)
  return problem === undefined ? undefined : { code: 'INVALID_TYPE', ...problem }
}

function limitProblem(schema: CustomSchema, value: unknown): Problem | undefined {
  const { enum: values, minimum, maximum, minLength, maxLength, minItems, maxItems } = schema
  if (values !== undefined && !values.includes(value as string)) {
    const remedy = `Use one of ${values.slice(0, 20).map(String).join(', ')}.`
    return { code: 'NOT_SUPPORTED', message: 'is not supported', remedy }
  }
  if (typeof value === 'number') return rangeProblem(value, { min: minimum, max: maximum, of: '' })
  if (typeof value === 'string')
    return rangeProblem(Array.from(value).length, { min: minLength, max: maxLength, of: ' characters' })
  if (Array.isArray(value)) return rangeProblem(value.length, { min: minItems, max: maxItems, of: ' items' })
  return undefined
}

function rangeProblem(
  size: number,
  { min = -Infinity, max = Infinity, of }: { min: number | undefined; max: number | undefined; of: string },
): Problem | undefined {
  const be = of === '' ? 'be' : 'have'
  if (size < min)
    return {
      code: of === '' ? 'OUT_OF_RANGE' : 'INVALID',
      message: `must ${be} at least ${min}${of}`,
      remedy: `The minimum is ${min}.`,
    }
  if (size > max)
    return {
      code: of === '' ? 'OUT_OF_RANGE' : of === ' items' ? 'TOO_MANY' : 'TOO_LONG',
      message: `must ${be} at most ${max}${of}`,
      remedy: `The maximum is ${max}.`,
    }
  return undefined
}

function checkFields(errors: ManifestError[], { value, schema, at }: Place<Record<string, unknown>>): void {
  const { properties = {}, required = [], additionalProperties: others } = schema
  const isRoot = at.length === 0
  const isCommon = (name: string): boolean => isRoot && common.has(name)
  const fieldOf = (name: string): CustomSchema | undefined =>
    Object.hasOwn(properties, name) ? properties[name] : undefined
  for (const name of required) {
    const given = Object.hasOwn(value, name) ? value[name] : undefined
    const isMissing = given === undefined || (given === null && fieldOf(name)?.nullable !== true)
    if (isMissing && !isCommon(name)) errors.push(missingField(at, name))
  }
  for (const [name, given] of Object.entries(value)) {
    if (isCommon(name)) continue
    const field = fieldOf(name) ?? (others === true || schema.properties === undefined ? {} : others)
    if (field !== undefined) check(errors, { value: given, schema: field, at: [...at, name] })
    else {
      const fields = suggestedFields(errors, Object.keys(properties))
      errors.push(unknownField([...at, name], fields, 'the schema of its kind'))
    }
  }
}
