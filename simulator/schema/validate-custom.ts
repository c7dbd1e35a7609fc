import type { FieldError } from '../errors/status-error.ts'
import {
  canonical,
  isObject,
  listOf,
  objectOf,
  objectsOf,
  own,
  stringsOf,
  type Json,
  type JsonObject,
} from '../json.ts'
import { formatProblem } from './formats.ts'

// Validation of custom resources by their structural OpenAPI v3 schema, with the messages of the API server.

/** Validates only the status; the messages omit its path. */
export function validateCustomStatus(schema: JsonObject, object: JsonObject): FieldError[] {
  const errors: FieldError[] = []
  const status = objectOf(schema['properties'])['status']
  const value = object['status']
  if (isObject(status) && value !== undefined) validate(status, value, { errors, path: '' })
  return errors.map((error) => ({ ...error, field: join('status', error.field) }))
}

export function validateCustom(schema: JsonObject, object: JsonObject): FieldError[] {
  const errors: FieldError[] = []
  const { apiVersion: _, kind: __, metadata: ___, ...rest } = object
  const { properties, ...others } = schema
  const { metadata: ____, ...ownProperties } = objectOf(properties)
  const ownRequired = stringsOf(schema['required']).filter(
    (name) => !['metadata', 'apiVersion', 'kind'].includes(name),
  )
  validate({ ...others, properties: ownProperties, required: ownRequired }, rest, { errors, path: '' })
  return errors
}

interface Location {
  errors: FieldError[]
  path: string
}

function validate(schema: JsonObject, value: Json, location: Location): void {
  if (value === null && schema['nullable'] === true) return
  if (!checkType(schema, value, location)) return
  checkEnum(schema, value, location)
  if (typeof value === 'string') checkString(schema, value, location)
  if (typeof value === 'number') checkNumber(schema, value, location)
  if (Array.isArray(value)) checkList(schema, value, location)
  if (isObject(value)) checkObject(schema, value, location)
  checkCombined(schema, value, location)
}

function invalidAt(location: Location, value: unknown, detail: string): void {
  location.errors.push({
    type: 'invalid',
    field: location.path === '' ? '<nil>' : location.path,
    value,
    detail,
  })
}

function typeName(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

function checkType(schema: JsonObject, value: Json, location: Location): boolean {
  const found = typeName(value)
  if (schema['x-kubernetes-int-or-string'] === true) {
    if (found === 'integer' || found === 'string') return true
    location.errors.push({
      type: 'type',
      field: location.path,
      value: found,
      detail: `${location.path} in body must be of type integer,string: ${JSON.stringify(found)}`,
    })
    return false
  }
  const expected = schema['type']
  if (expected === undefined || expected === found || (expected === 'number' && found === 'integer'))
    return true
  location.errors.push({
    type: 'type',
    field: location.path,
    value: found,
    detail: `${location.path} in body must be of type ${String(expected)}: ${JSON.stringify(found)}`,
  })
  if (expected === 'integer' && found === 'number')
    location.errors.push({
      type: 'invalid',
      field: '<nil>',
      value: '',
      detail: `Checked value must be of type integer (default format) in ${location.path}`,
    })
  return false
}

function checkEnum(schema: JsonObject, value: Json, location: Location): void {
  const allowed = schema['enum']
  if (!Array.isArray(allowed) || allowed.some((each) => canonical(each) === canonical(value))) return
  const list = allowed.map((each) => JSON.stringify(each)).join(', ')
  location.errors.push({
    type: 'unsupported',
    field: location.path,
    value,
    detail: `supported values: ${list}`,
  })
}

function checkString(schema: JsonObject, value: string, location: Location): void {
  const { format } = schema
  checkText(schema, value, location)
  const problem = typeof format === 'string' ? formatProblem(format, value) : undefined
  if (problem !== undefined)
    location.errors.push({
      type: 'type',
      field: location.path,
      value,
      detail: `${location.path} in body must be of type ${String(format)}: ${JSON.stringify(value)}`,
    })
}

/** Checks length and pattern, of which only the first problem is reported. */
function checkText({ minLength, maxLength, pattern }: JsonObject, value: string, location: Location): void {
  const length = Array.from(value).length
  if (typeof maxLength === 'number' && length > maxLength)
    location.errors.push({
      type: 'too long',
      field: location.path,
      detail: `may not be more than ${maxLength} bytes`,
    })
  else if (typeof minLength === 'number' && length < minLength)
    invalidAt(location, value, `${location.path} in body should be at least ${minLength} chars long`)
  else if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value))
    invalidAt(location, value, `${location.path} in body should match '${pattern}'`)
}

function checkNumber(schema: JsonObject, value: number, location: Location): void {
  const { minimum, maximum, multipleOf } = schema
  const { exclusiveMinimum, exclusiveMaximum } = schema
  if (typeof maximum === 'number' && (exclusiveMaximum === true ? value >= maximum : value > maximum))
    invalidAt(
      location,
      value,
      `${location.path} in body should be less than ${exclusiveMaximum === true ? '' : 'or equal to '}${maximum}`,
    )
  if (typeof minimum === 'number' && (exclusiveMinimum === true ? value <= minimum : value < minimum))
    invalidAt(
      location,
      value,
      `${location.path} in body should be greater than ${exclusiveMinimum === true ? '' : 'or equal to '}${minimum}`,
    )
  if (typeof multipleOf === 'number' && value % multipleOf !== 0)
    invalidAt(location, value, `${location.path} in body should be a multiple of ${multipleOf}`)
  const limit = schema['format'] === 'int32' ? 2 ** 31 : undefined
  if (limit !== undefined && (value >= limit || value < -limit))
    invalidAt(
      location,
      value,
      `${location.path} in body must be of type int32: ${JSON.stringify(typeName(value))}`,
    )
}

function checkList(schema: JsonObject, value: readonly Json[], location: Location): void {
  const { minItems, maxItems, items } = schema
  if (typeof maxItems === 'number' && value.length > maxItems)
    location.errors.push({
      type: 'too many',
      field: location.path,
      value: value.length,
      detail: `must have at most ${maxItems} items`,
    })
  if (typeof minItems === 'number' && value.length < minItems)
    invalidAt(location, value.length, `${location.path} in body should have at least ${minItems} items`)
  if (isObject(items))
    for (const [index, item] of value.entries())
      validate(items, item, { ...location, path: `${location.path}[${index}]` })
  checkUnique(schema, value, location)
}

function checkUnique(schema: JsonObject, value: readonly Json[], location: Location): void {
  const kind = schema['x-kubernetes-list-type']
  if (kind !== 'set' && kind !== 'map') return
  const keys = stringsOf(schema['x-kubernetes-list-map-keys'])
  const seen = new Set<string>()
  for (const [index, item] of value.entries()) {
    const id = kind === 'set' ? item : Object.fromEntries(keys.map((key) => [key, own(objectOf(item), key)]))
    const text = canonical(id)
    if (seen.has(text))
      location.errors.push({ type: 'duplicate', field: `${location.path}[${index}]`, value: id, detail: '' })
    seen.add(text)
  }
}

function checkObject(schema: JsonObject, value: JsonObject, location: Location): void {
  const properties = objectOf(schema['properties'])
  const additional = schema['additionalProperties']
  for (const name of stringsOf(schema['required']))
    if (own(value, name) === undefined)
      location.errors.push({ type: 'required', field: join(location.path, name), detail: '' })
  const count = Object.keys(value).length
  const { minProperties, maxProperties } = schema
  if (typeof maxProperties === 'number' && count > maxProperties)
    location.errors.push({
      type: 'too many',
      field: location.path,
      value: count,
      detail: `must have at most ${maxProperties} items`,
    })
  if (typeof minProperties === 'number' && count < minProperties)
    invalidAt(location, count, `${location.path} in body should have at least ${minProperties} properties`)
  for (const name of Object.keys(value).sort()) {
    const item = value[name]
    if (item === undefined) continue
    const property = own(properties, name) ?? additional
    if (isObject(property)) validate(property, item, { ...location, path: join(location.path, name) })
  }
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

function checkCombined(schema: JsonObject, value: Json, location: Location): void {
  const passes = (each: JsonObject) => {
    const errors: FieldError[] = []
    validate(each, value, { ...location, errors })
    return errors.length === 0
  }
  for (const each of objectsOf(schema['allOf'])) validate(each, value, location)
  if (listOf(schema['anyOf']).length > 0 && !objectsOf(schema['anyOf']).some(passes))
    invalidAt(location, value, `${location.path} in body must validate at least one schema (anyOf)`)
  const one = objectsOf(schema['oneOf'])
  if (one.length > 0 && one.filter(passes).length !== 1)
    invalidAt(
      location,
      value,
      `${location.path} in body must validate one and only one schema (oneOf). Found ${one.some(passes) ? 'more than one' : 'none'} valid`,
    )
  if (isObject(schema['not']) && passes(schema['not']))
    invalidAt(location, value, `${location.path} in body must not validate the schema (not)`)
}
