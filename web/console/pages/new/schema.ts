import { childOf, type Path } from './path.ts'

/* The JSON Schemas of kinds, and how a form shows what they describe. */

/** The part of JSON Schema that the registry writes, with its own keywords. */
export interface Schema {
  type?: string | readonly string[]
  description?: string
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  propertyNames?: Schema
  enum?: readonly string[]
  enumDescriptions?: readonly string[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  format?: string
  /** The kind to whose objects the text refers. */
  references?: string
  /** The project of the referenced objects, if it is not that of the object. */
  in?: string
  /** The kind to whose objects the entries of a list refer, by `referenceKey`. */
  referencesAll?: string
  referenceKey?: string
  /** A text or a map that is stored encrypted. */
  secret?: boolean
  secretMap?: string
  /** A text that is YAML: Kubernetes resources, or values of a chart. */
  manifests?: boolean
  values?: boolean
}

/** How a form edits a value. */
export type Widget =
  | 'text'
  | 'lines'
  | 'code'
  | 'secret'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'choices'
  | 'reference'
  | 'scalar'
  | 'texts'
  | 'items'
  | 'map'
  | 'object'
  | 'document'

/** The length from which a text has several lines. */
const longText = 4000

/** Returns how a form edits the values of a schema. What it has no field for is edited as YAML in its place. */
export function widgetOf(schema: Schema): Widget {
  const { type } = schema
  if (Array.isArray(type)) return 'scalar'
  switch (type) {
    case 'string':
      return textWidgetOf(schema)
    case 'number':
    case 'integer':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'array':
      return listWidgetOf(schema.items)
    case 'object':
      if (schema.properties !== undefined) return 'object'
      return isScalar(schema.additionalProperties) ? 'map' : 'document'
    default:
      return 'document'
  }
}

function textWidgetOf({ references, enum: options, manifests, values, ...schema }: Schema): Widget {
  if (references !== undefined) return 'reference'
  if (options !== undefined) return 'choice'
  if (schema.secret === true) return 'secret'
  if (manifests === true || values === true) return 'code'
  return schema.pattern === undefined && (schema.maxLength ?? 0) >= longText ? 'lines' : 'text'
}

function listWidgetOf(items: Schema | undefined): Widget {
  if (items === undefined) return 'document'
  if (items.enum !== undefined) return 'choices'
  if (items.type === 'string') return 'texts'
  return items.properties === undefined ? 'document' : 'items'
}

function isScalar(schema: boolean | Schema | undefined): boolean {
  if (typeof schema !== 'object') return false
  const { type } = schema
  const types = Array.isArray(type) ? type : [type]
  return types.every((each) => ['string', 'number', 'integer', 'boolean'].includes(String(each)))
}

/** A field of an object. */
export interface Field {
  name: string
  schema: Schema
  isRequired: boolean
}

/** Returns the fields of an object, required ones first. */
export function fieldsOf(schema: Schema): Field[] {
  const { properties = {}, required = [] } = schema
  const fields = Object.entries(properties).map(([name, each]) => ({
    name,
    schema: each,
    isRequired: required.includes(name),
  }))
  return [...fields.filter(({ isRequired }) => isRequired), ...fields.filter(({ isRequired }) => !isRequired)]
}

/** The most optional fields that a form without required ones starts with. */
const firstFields = 4

/** Reports whether a form shows a field before it is set: a required one, the main text, or else one of the first. */
export function isShownFirst(fields: readonly Field[], field: Field): boolean {
  const isMain = ({ isRequired, schema }: Field): boolean => isRequired || schema.manifests === true
  return fields.some(isMain) ? isMain(field) : fields.indexOf(field) < firstFields
}

/** Returns the schema of entries of a list, whose references are declared at the list. */
export function entrySchemaOf({ items = {}, referencesAll, referenceKey }: Schema): Schema {
  if (referencesAll === undefined || referenceKey === undefined) return items
  const field = items.properties?.[referenceKey]
  if (field === undefined) return items
  return {
    ...items,
    properties: { ...items.properties, [referenceKey]: { ...field, references: referencesAll } },
  }
}

/** Returns the schema at a path; undefined if there is none. */
export function schemaAt(schema: Schema, path: Path): Schema | undefined {
  return path.reduce<Schema | undefined>((inner, step) => inner && childOf(inner, step), schema)
}

/** Returns the words of a field: `yamlDocument` is `YAML document`. */
export function labelOf(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/\b(yaml|url|dns|tls|crd|ttl|id|api|aws|gcp|oci|ip|cpu|http|ca)\b/g, (word) =>
      word.toUpperCase(),
    )
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns the value that a field has if it is not set, as far as the schema says it. */
export function defaultOf({ default: value, description = '' }: Schema): string | undefined {
  if (value !== undefined) return typeof value === 'string' ? value : JSON.stringify(value)
  return /Default: `([^`]+)`/.exec(description)?.[1]
}
