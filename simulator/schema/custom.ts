import { clone, isObject, objectOf, own, setOwn, stringsOf, type Json, type JsonObject } from '../json.ts'
import { modelType } from './models.ts'
import { any, type Field, type ObjectType, type Type } from './type.ts'

// Custom resources: their structural schema determines pruning, defaults and field ownership.
// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/

/** Returns the object with the schema's defaults and without unknown fields, whose paths are returned as well. */
export function pruneCustom(
  schema: JsonObject,
  object: JsonObject,
): { value: JsonObject; unknown: string[] } {
  const unknown: string[] = []
  const value = pruneObject(schema, object, { unknown, path: '', root: true })
  return { value, unknown }
}

interface Location {
  unknown: string[]
  path: string
  /** The value has apiVersion, kind and metadata, like every object. */
  root: boolean
}

function prune(schema: JsonObject, value: Json, location: Location): Json {
  if (isObject(value)) return pruneObject(schema, value, location)
  const items = schema['items']
  if (!Array.isArray(value) || !isObject(items)) return value
  return value.map((item, index) => {
    const filled =
      item === null && items['default'] !== undefined && items['nullable'] !== true
        ? clone(items['default'])
        : item
    return prune(items, filled, { ...location, path: `${location.path}[${index}]`, root: false })
  })
}

function pruneObject(schema: JsonObject, value: JsonObject, location: Location): JsonObject {
  const properties = objectOf(schema['properties'])
  const additional = schema['additionalProperties']
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true
  const isEmbedded = location.root || schema['x-kubernetes-embedded-resource'] === true
  const result: JsonObject = {}
  for (const [name, item] of Object.entries(value)) {
    if (item === undefined) continue
    const path = location.path === '' ? name : `${location.path}.${name}`
    if (isEmbedded && embedded.has(name)) {
      result[name] = item
      continue
    }
    const property = own(properties, name)
    const inner = isObject(property) ? property : isObject(additional) ? additional : undefined
    if (inner !== undefined) {
      // null counts as absent, unless the schema allows it as a value.
      if (item === null && isObject(property) && inner['nullable'] !== true) continue
      setOwn(result, name, prune(inner, item, { unknown: location.unknown, path, root: false }))
    } else if (isOpen || additional === true) setOwn(result, name, item)
    else location.unknown.push(path)
  }
  for (const [name, property] of Object.entries(properties)) {
    if (!isObject(property) || own(result, name) !== undefined || property['default'] === undefined) continue
    const given = clone(property['default']) ?? null
    setOwn(result, name, prune(property, given, { unknown: [], path: '', root: false }))
  }
  return result
}

const embedded = new Set(['apiVersion', 'kind', 'metadata'])

/** Returns the type that server-side apply uses for objects of a custom resource. */
export function customType(kind: string, schema: JsonObject): ObjectType {
  const type = objectTypeOf(kind, schema)
  const fields = new Map(type.fields)
  for (const name of ['apiVersion', 'kind']) fields.set(name, stringField(name))
  fields.set('metadata', { name: 'metadata', type: () => modelType('V1ObjectMeta'), zero: 'kept' })
  return { ...type, fields }
}

function objectTypeOf(name: string, schema: JsonObject): ObjectType {
  const fields = new Map<string, Field>()
  for (const [field, property] of Object.entries(objectOf(schema['properties']))) {
    if (!isObject(property)) continue
    const type = typeOf(field, property)
    fields.set(field, { name: field, type: () => type, zero: 'kept', default: property['default'] })
  }
  return {
    is: 'object',
    name,
    fields,
    atomic: schema['x-kubernetes-map-type'] === 'atomic',
    open: schema['x-kubernetes-preserve-unknown-fields'] === true,
  }
}

function typeOf(name: string, schema: JsonObject): Type {
  if (schema['x-kubernetes-embedded-resource'] === true) return customType(name, schema)
  if (schema['type'] === 'array') return listTypeOf(name, schema)
  if (schema['type'] !== 'object') return schema['type'] === 'string' ? { is: 'scalar', of: 'string' } : any
  const additional = schema['additionalProperties']
  if (additional !== undefined && additional !== false)
    return {
      is: 'map',
      values: isObject(additional) ? typeOf(name, additional) : any,
      atomic: schema['x-kubernetes-map-type'] === 'atomic',
    }
  return objectTypeOf(name, schema)
}

function listTypeOf(name: string, schema: JsonObject): Type {
  const items = isObject(schema['items']) ? typeOf(name, schema['items']) : any
  switch (schema['x-kubernetes-list-type']) {
    case 'set':
      return { is: 'list', items, kind: 'set', keys: [] }
    case 'map':
      return { is: 'list', items, kind: 'map', keys: stringsOf(schema['x-kubernetes-list-map-keys']) }
    default:
      return { is: 'list', items, kind: 'atomic', keys: [] }
  }
}

function stringField(name: string): Field {
  return { name, type: () => ({ is: 'scalar', of: 'string' }), zero: 'kept' }
}
