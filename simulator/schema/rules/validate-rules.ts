import type { FieldError } from '../../errors/status-error.ts'
import {
  canonical,
  equal,
  isObject,
  listOf,
  objectOf,
  objectsOf,
  own,
  stringOf,
  stringsOf,
  type Json,
  type JsonObject,
} from '../../json.ts'
import { ruleOf, type Problem } from './rule.ts'
import { ruleValue } from './value.ts'

// Validation rules of definitions in the Common Expression Language, with the messages of the API server.
// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation-rules

/** Evaluates the rules on an object, unless its schema has found errors that prevent it. */
export function ruleErrors(
  schema: JsonObject,
  { object, old, found }: { object: JsonObject; old?: JsonObject | undefined; found: readonly FieldError[] },
): FieldError[] {
  if (!hasRules(schema)) return []
  if (found.some(({ type }) => blocking.has(type)))
    return [{ type: 'invalid', field: '<nil>', value: undefined, detail: notChecked }]
  const errors: FieldError[] = []
  evaluate(schema, { value: seen(object), old: old === undefined ? undefined : seen(old), path: '', errors })
  return errors
}

const blocking = new Set<FieldError['type']>(['required', 'unsupported', 'too long', 'too many', 'type'])
const notChecked =
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation'

const known = new WeakMap<JsonObject, boolean>()

function hasRules(schema: JsonObject): boolean {
  const before = known.get(schema)
  if (before !== undefined) return before
  const within = [
    ...Object.values(objectOf(schema['properties'])),
    schema['items'],
    schema['additionalProperties'],
  ]
  const has =
    listOf(schema['x-kubernetes-validations']).length > 0 ||
    within.some((each) => isObject(each) && hasRules(each))
  known.set(schema, has)
  return has
}

/** Returns the object as rules see it: with only the names of the metadata. */
function seen(object: JsonObject): JsonObject {
  const { name, generateName } = objectOf(object['metadata'])
  return { ...object, metadata: generateName === undefined ? { name } : { name, generateName } }
}

interface Location {
  value: Json | undefined
  old: Json | undefined
  path: string
  errors: FieldError[]
}

function evaluate(schema: JsonObject, location: Location): void {
  const { value, old, path, errors } = location
  if (value === undefined || value === null) return
  evaluateOne(schema, location, value)
  if (Array.isArray(value)) {
    const before = itemsBefore(schema, old)
    for (const [index, item] of value.entries())
      evaluate(objectOf(schema['items']), {
        value: item,
        old: before(item),
        path: `${path}[${index}]`,
        errors,
      })
  }
  if (!isObject(value)) return
  const properties = objectOf(schema['properties'])
  for (const [name, item] of Object.entries(value)) {
    const property = own(properties, name)
    const below = { value: item, old: own(objectOf(old), name), errors }
    if (isObject(property)) evaluate(property, { ...below, path: path === '' ? name : `${path}.${name}` })
    else evaluate(objectOf(schema['additionalProperties']), { ...below, path: `${path}[${name}]` })
  }
}

function evaluateOne(schema: JsonObject, { old, path, errors }: Location, value: Json): void {
  const rules = objectsOf(schema['x-kubernetes-validations'])
  if (rules.length === 0) return
  const self = ruleValue(schema, value)
  const oldSelf = old === undefined || old === null ? undefined : ruleValue(schema, old)
  const isSame = old !== undefined && equal(value, old)
  for (const declared of rules) {
    const rule = ruleOf(declared)
    // Values that were invalid before may remain unchanged.
    if (rule === undefined || (isSame && !rule.isTransition)) continue
    const problem = rule.evaluate({ self, oldSelf })
    if (problem !== undefined) errors.push(errorOf(problem, { schema, path, value }))
  }
}

function errorOf(
  { type, path, detail, isError }: Problem,
  at: { schema: JsonObject; path: string; value: Json },
): FieldError {
  const field = `${at.path}${path}`.replace(/^\./, '') || '<nil>'
  if (isError) return { type, field, value: stringOf(at.schema['type']), detail }
  const isWhole = typeof at.value === 'object'
  return {
    type,
    field,
    value: at.value,
    detail: type === 'duplicate' ? '' : detail,
    ...(isWhole ? { withoutValue: true } : {}),
  }
}

/** Returns the old items of a list, which correspond to the new ones by their keys. */
function itemsBefore(schema: JsonObject, old: Json | undefined): (item: Json) => Json | undefined {
  if (schema['x-kubernetes-list-type'] !== 'map') return () => undefined
  const keys = stringsOf(schema['x-kubernetes-list-map-keys'])
  const idOf = (item: Json) => canonical(keys.map((key) => own(objectOf(item), key) ?? null))
  const before = new Map(listOf(old).map((item) => [idOf(item), item]))
  return (item) => before.get(idOf(item))
}
