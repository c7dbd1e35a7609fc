import { isRecord } from '../records.ts'

/*
 * Schemas of custom resources: of the OpenAPI documents of clusters, and of CustomResourceDefinitions. What the check of
 * manifests does not interpret, such as CEL rules and patterns, is left to the cluster.
 */

const types = ['object', 'array', 'string', 'integer', 'number', 'boolean'] as const

/** The part of a JSON Schema that is checked. A schema without any property accepts every value. */
export interface CustomSchema {
  type?: (typeof types)[number]
  nullable?: true
  properties?: Readonly<Record<string, CustomSchema>>
  required?: readonly string[]
  /** True to accept any fields besides `properties`, or the schema of their values. */
  additionalProperties?: true | CustomSchema
  items?: CustomSchema
  enum?: readonly (string | number | boolean)[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  'x-kubernetes-int-or-string'?: true
}

const limits = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const

/** Schemas nested deeper than this accept every value. */
const maxDepth = 60

/** The maximum number of nodes of a schema; a larger one accepts every value. */
const maxNodes = 50_000

/** The maximum number of values of an enum that are checked. */
const maxValues = 1000

/** Reduces the schema of a kind to what is checked. Idempotent, so that a stored schema can be read in the same way. */
export function reduceSchema(schema: unknown): CustomSchema {
  const counter = { nodes: 0 }
  const reduced = reduceNode(schema, counter, 0)
  return counter.nodes > maxNodes ? {} : reduced
}

// oxlint-disable-next-line max-params -- the recursion of one function
function reduceNode(schema: unknown, counter: { nodes: number }, depth: number): CustomSchema {
  counter.nodes += 1
  if (counter.nodes > maxNodes || depth > maxDepth || !isRecord(schema) || refersElsewhere(schema)) return {}
  const inner = (value: unknown): CustomSchema => reduceNode(value, counter, depth + 1)
  const nullable = schema['nullable'] === true ? { nullable: true as const } : {}
  if (schema['x-kubernetes-int-or-string'] === true)
    return { ...nullable, 'x-kubernetes-int-or-string': true }
  const type = types.find((each) => each === schema['type'])
  if (type === undefined) return {}
  return {
    type,
    ...nullable,
    ...(type === 'object' ? fieldsIn(schema, inner) : {}),
    ...(type === 'array' && isRecord(schema['items']) ? { items: inner(schema['items']) } : {}),
    ...valuesIn(schema['enum']),
    ...Object.fromEntries(
      limits.flatMap((name) => (Number.isFinite(schema[name]) ? [[name, schema[name]]] : [])),
    ),
  }
}

/** Reports whether fields of a schema may be declared in another one. */
function refersElsewhere(schema: Record<string, unknown>): boolean {
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((name): unknown[] =>
    Array.isArray(schema[name]) ? schema[name] : [],
  )
  return '$ref' in schema || parts.some((part) => isRecord(part) && '$ref' in part)
}

type Fields = Pick<CustomSchema, 'properties' | 'required' | 'additionalProperties'>

function fieldsIn(schema: Record<string, unknown>, inner: (value: unknown) => CustomSchema): Fields {
  const { properties, required, additionalProperties: others } = schema
  const declared = isRecord(properties) ? properties : {}
  // The cluster fills in defaults before it checks which fields are missing.
  const hasDefault = (name: string): boolean => {
    const field = Object.hasOwn(declared, name) ? declared[name] : undefined
    return isRecord(field) && field['default'] !== undefined
  }
  const names = (Array.isArray(required) ? required : []).filter(
    (name): name is string => typeof name === 'string' && !hasDefault(name),
  )
  const isOpen =
    others === true ||
    schema['x-kubernetes-preserve-unknown-fields'] === true ||
    schema['x-kubernetes-embedded-resource'] === true ||
    (Object.keys(declared).length === 0 && others === undefined)
  return {
    properties: Object.fromEntries(Object.entries(declared).map(([name, field]) => [name, inner(field)])),
    ...(names.length === 0 ? {} : { required: names }),
    ...(isOpen
      ? { additionalProperties: true as const }
      : isRecord(others)
        ? { additionalProperties: inner(others) }
        : {}),
  }
}

function valuesIn(values: unknown): Pick<CustomSchema, 'enum'> {
  if (!Array.isArray(values) || values.length > maxValues) return {}
  const scalars = values.filter(
    (value): value is string | number | boolean =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean',
  )
  return scalars.length === values.length ? { enum: scalars } : {}
}

/** The schema of a custom kind, by its API version and kind. */
export interface KindSchema {
  apiVersion: string
  kind: string
  schema: CustomSchema
}

/** Returns the schemas that a CustomResourceDefinition declares; none for another resource. */
export function schemasOfDefinition(manifest: Record<string, unknown>): KindSchema[] {
  const { apiVersion, kind: ofManifest, spec } = manifest
  if (apiVersion !== 'apiextensions.k8s.io/v1' || ofManifest !== 'CustomResourceDefinition') return []
  if (!isRecord(spec) || !isRecord(spec['names']) || !Array.isArray(spec['versions'])) return []
  const { kind } = spec['names']
  const { group, preserveUnknownFields } = spec
  if (typeof group !== 'string' || typeof kind !== 'string' || preserveUnknownFields === true) return []
  return spec['versions'].flatMap((version: unknown): KindSchema[] => {
    if (!isRecord(version) || typeof version['name'] !== 'string' || !isRecord(version['schema'])) return []
    const schema = reduceSchema(version['schema']['openAPIV3Schema'])
    return [{ apiVersion: `${group}/${version['name']}`, kind, schema }]
  })
}

/** Returns the schemas of the kinds of one API version in an OpenAPI v3 document of a cluster. */
export function schemasOfDocument(document: unknown, apiVersion: string): Record<string, CustomSchema> {
  const components = isRecord(document) ? document['components'] : undefined
  const schemas = isRecord(components) && isRecord(components['schemas']) ? components['schemas'] : {}
  return Object.fromEntries(
    Object.values(schemas).flatMap((schema): [string, CustomSchema][] => {
      if (!isRecord(schema)) return []
      const kinds = schema['x-kubernetes-group-version-kind']
      if (!Array.isArray(kinds) || kinds.length !== 1 || !isRecord(kinds[0])) return []
      const { group, version, kind } = kinds[0]
      const isOfVersion = `${String(group)}/${String(version)}` === apiVersion && typeof kind === 'string'
      return isOfVersion ? [[kind, reduceSchema(schema)]] : []
    }),
  )
}
