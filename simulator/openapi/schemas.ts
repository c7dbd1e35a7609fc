import { at, clone, isObject, objectOf, type Json, type JsonObject } from '../json.ts'
import { apiVersionOf, type Resource } from '../resources/resource.ts'
import { fieldsOfModel, goName, modelPrefix, type ModelField } from '../schema/models.ts'
import { describeModel } from './descriptions.ts'

/** The schemas of a document by name, extended by every reference. */
export type Schemas = Map<string, JsonObject>

export function schemaName(model: string): string {
  return `io.k8s.${modelPrefix(model)}.${goName(model)}`
}

export function reference(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` }
}

/** Adds the schema of a built-in type and of everything in it. */
export function addModel(schemas: Schemas, model: string): JsonObject {
  const name = schemaName(model)
  if (!schemas.has(name)) {
    const schema: JsonObject = {}
    // Set before its fields are added: types may contain themselves.
    schemas.set(name, schema)
    Object.assign(schema, modelSchema(schemas, model))
  }
  return reference(name)
}

function modelSchema(schemas: Schemas, model: string): JsonObject {
  const { text, fields } = describeModel(model)
  const properties: JsonObject = {}
  const required: string[] = []
  for (const field of fieldsOfModel(model)) {
    const about = fields.get(field.property)
    if (about?.required === true) required.push(field.name)
    properties[field.name] = {
      ...fieldSchema(schemas, field),
      description: about?.text || describeType(field.type),
    }
  }
  return { description: text, type: 'object', properties, ...(required.length === 0 ? {} : { required }) }
}

/** Returns the description of a type, for fields without their own. */
function describeType(type: string): string | undefined {
  return /^V\d\w+$/.test(type) && type !== 'V1MicroTime' ? describeModel(type).text : undefined
}

function fieldSchema(
  schemas: Schemas,
  { type, format, list, patchMergeKey, patchStrategy }: ModelField,
): JsonObject {
  const schema = valueSchema(schemas, type, format)
  const listing: JsonObject =
    list === undefined
      ? {}
      : {
          'x-kubernetes-list-type': list.kind,
          ...(list.kind === 'map' ? { 'x-kubernetes-list-map-keys': [...list.keys] } : {}),
        }
  const patching: JsonObject = {
    ...(patchStrategy === undefined ? {} : { 'x-kubernetes-patch-strategy': patchStrategy }),
    ...(patchMergeKey === undefined ? {} : { 'x-kubernetes-patch-merge-key': patchMergeKey }),
  }
  return { ...schema, ...listing, ...patching }
}

function valueSchema(schemas: Schemas, type: string, format: string): JsonObject {
  const items = /^Array<(.*)>$/.exec(type)?.[1]
  if (items !== undefined) return { type: 'array', items: valueSchema(schemas, items, format) }
  const values = /^\{ \[key: string\]: (.*); \}$/.exec(type)?.[1]
  if (values !== undefined)
    return { type: 'object', additionalProperties: valueSchema(schemas, values, format) }
  switch (type) {
    case 'string':
      return format === '' ? { type: 'string' } : { type: 'string', format }
    case 'number':
      return format === 'double' ? { type: 'number', format } : { type: 'integer', format: format || 'int32' }
    case 'boolean':
      return { type: 'boolean' }
    case 'Date':
    case 'V1MicroTime':
      return { type: 'string', format: 'date-time' }
    case 'IntOrString':
      return { oneOf: [{ type: 'integer' }, { type: 'string' }], format: 'int-or-string' }
    case 'any':
      return {}
    default:
      return { allOf: [addModel(schemas, type)] }
  }
}

export function groupVersionKind(resource: Resource): JsonObject {
  return { group: resource.group, version: resource.version, kind: resource.kind }
}

/** Adds the schema of a resource's kind with its group, version and kind, and returns its name. */
export function addKind(schemas: Schemas, resource: Resource): string {
  if (resource.custom !== undefined) return addCustom(schemas, resource, resource.custom.schema)
  const model = resource.model ?? ''
  addModel(schemas, model)
  const name = schemaName(model)
  const schema = schemas.get(name)
  if (schema !== undefined) schema['x-kubernetes-group-version-kind'] = [groupVersionKind(resource)]
  return name
}

function addCustom(schemas: Schemas, resource: Resource, declared: JsonObject): string {
  const group = resource.group.split('.').reverse().join('.')
  const name = `${group}.${resource.version}.${resource.kind}`
  const schema = objectOf(clone(declared))
  const properties = objectOf(schema['properties'])
  schemas.set(name, {
    ...schema,
    properties: {
      ...properties,
      apiVersion: {
        type: 'string',
        description: textOf(
          properties['apiVersion'],
          `The version of this representation: ${apiVersionOf(resource)}`,
        ),
      },
      kind: {
        type: 'string',
        description: textOf(properties['kind'], `The kind of this object: ${resource.kind}`),
      },
      metadata: { allOf: [addModel(schemas, 'V1ObjectMeta')], description: 'Standard object metadata.' },
    },
    'x-kubernetes-group-version-kind': [groupVersionKind(resource)],
  })
  return name
}

function textOf(schema: Json | undefined, otherwise: string): string {
  const text = isObject(schema) ? at(schema, 'description') : undefined
  return typeof text === 'string' ? text : otherwise
}
