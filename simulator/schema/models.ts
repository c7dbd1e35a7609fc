import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { own } from '../json.ts'
import { factsByModel } from './generated/type-facts.ts'
import type { FieldFacts, TypeFacts } from './type-facts.ts'
import { any, type Field, type ListType, type ObjectType, type Scalar, type Type } from './type.ts'
import { zeroOf } from './zero-values.ts'

// The fields of the built-in kinds come from the classes of @kubernetes/client-node, each loaded when its kind is first
// used: loading all of them would take half a second at every start.
const require = createRequire(import.meta.url)
const models = dirname(require.resolve('@kubernetes/client-node/dist/gen/models/all.js'))

interface Attribute {
  /** The property of the class, which differs if the field's own name is no identifier. */
  name: string
  baseName: string
  type: string
  format: string
}

const known = new Map<string, ObjectType>()

/** Returns the type of a model. @param model A class of the client library: `V1Deployment`, `CoreV1Event` */
export function modelType(model: string): ObjectType {
  let type = known.get(model)
  if (type === undefined) known.set(model, (type = buildType(model)))
  return type
}

/** Returns the Go name in a model's name: `PodSpec` of `V1PodSpec`, `Event` of `CoreV1Event`. */
export function goName(model: string): string {
  return parseModel(model).name
}

export function modelFile(model: string, extension: '.js' | '.d.ts'): string {
  return join(models, `${model}${extension}`)
}

/** Returns the prefix that distinguishes types of one Go name: `v1`, or `core.v1` if several groups have one. */
export function modelPrefix(model: string): string {
  const { name, version } = parseModel(model)
  const group = model.slice(0, model.length - name.length - version.length)
  return group === '' ? version.toLowerCase() : `${group}.${version}`.toLowerCase()
}

export interface ModelField {
  name: string
  property: string
  /** The type as the client library writes it: `Array<V1Container>`. */
  type: string
  format: string
  list: { kind: 'atomic' | 'set' | 'map'; keys: readonly string[] } | undefined
  patchMergeKey: string | undefined
  patchStrategy: string | undefined
}

/** Returns the fields of a type as documented. */
export function fieldsOfModel(model: string): ModelField[] {
  const { fields } = factsOf(model)
  return attributesOf(model).map(({ name, baseName, type, format }) => {
    const facts = own(fields, baseName) ?? {}
    const isList = type.startsWith('Array<')
    return {
      name: baseName,
      property: name,
      type,
      format,
      list: isList ? { kind: facts.listType ?? 'atomic', keys: facts.listMapKeys ?? [] } : undefined,
      patchMergeKey: facts.patchMergeKey,
      patchStrategy: facts.patchStrategy,
    }
  })
}

function parseModel(model: string): { name: string; version: string } {
  const match = /^[A-Za-z]*?(V\d+(?:(?:alpha|beta)\d+)?)([A-Z].*)$/.exec(model)
  return { version: match?.[1] ?? '', name: match?.[2] ?? model }
}

function factsOf(model: string): TypeFacts {
  return own(factsByModel, model) ?? { fields: {} }
}

function buildType(model: string): ObjectType {
  const name = goName(model)
  const { mapType, fields: facts } = factsOf(model)
  const fields = new Map<string, Field>()
  for (const attribute of attributesOf(model)) {
    const field = attribute.baseName
    const known = own(facts, field) ?? {}
    const shape = shapeOf(attribute, `${name}.${field}`, known)
    fields.set(field, {
      name: field,
      type: shape.type,
      zero: zeroOf(model, { name: field, is: shape.is, facts: known }),
      default: known.default ?? keyDefault(shape.is),
      retainKeys: (shape.is === 'object' && retainsKeys(known)) || undefined,
    })
  }
  return { is: 'object', name, model, fields, atomic: mapType === 'atomic', open: false }
}

/** Returns the default of a list item's key. */
function keyDefault(is: string): string | number | undefined {
  if (is === 'string') return ''
  return is === 'int32' ? 0 : undefined
}

/** Reports whether a strategic merge patch of the field lists the keys to keep. */
function retainsKeys({ patchStrategy }: FieldFacts): boolean {
  return patchStrategy?.split(',').includes('retainKeys') === true
}

function attributesOf(model: string): Attribute[] {
  // Every generated class carries this list; the library has no type for "any of them".
  const loaded = require(modelFile(model, '.js')) as Record<string, { attributeTypeMap: Attribute[] }>
  return loaded[model]?.attributeTypeMap ?? []
}

interface Shape {
  /** The kind of value that determines the zero value: a scalar's kind, `object`, `list`, `map` or `any`. */
  is: string
  type: () => Type
}

/** Returns the shape of a field. @param id The field with its type's Go name, to correct the client library */
function shapeOf({ type, format }: Attribute, id: string, facts: FieldFacts): Shape {
  if (id === 'JSONSchemaProps.items') return { is: 'object', type: () => modelType('V1JSONSchemaProps') }
  const list = /^Array<(.*)>$/.exec(type)?.[1]
  if (list !== undefined) {
    const result = lazy((): ListType => ({
      is: 'list',
      items: namedType(list, format, facts),
      ...listFacts(facts),
    }))
    return { is: 'list', type: result }
  }
  const values = /^\{ \[key: string\]: (.*); \}$/.exec(type)?.[1]
  if (values !== undefined) {
    const result = lazy((): Type => ({
      is: 'map',
      values: namedType(values, format, facts),
      atomic: facts.mapType === 'atomic',
    }))
    return { is: 'map', type: result }
  }
  const scalar = scalarOf(type, format, facts)
  if (scalar !== undefined) return { is: scalar, type: () => ({ is: 'scalar', of: scalar }) }
  if (type === 'any' || type === 'object') return { is: 'any', type: () => ({ is: 'scalar', of: 'json' }) }
  if (facts.mapType === 'granular')
    return { is: 'object', type: lazy(() => ({ ...modelType(type), atomic: false })) }
  return { is: 'object', type: () => modelType(type) }
}

function listFacts(facts: FieldFacts): Omit<ListType, 'is' | 'items'> {
  const isMerged = facts.patchStrategy?.split(',').includes('merge') === true
  return {
    kind: facts.listType ?? 'atomic',
    keys: facts.listMapKeys ?? [],
    mergeKey: isMerged ? (facts.patchMergeKey ?? '') : undefined,
    retainKeys: retainsKeys(facts) || undefined,
  }
}

function namedType(type: string, format: string, facts: FieldFacts): Type {
  const list = /^Array<(.*)>$/.exec(type)?.[1]
  if (list !== undefined)
    return { is: 'list', items: namedType(list, format, facts), kind: 'atomic', keys: [] }
  const scalar = scalarOf(type, format, facts)
  if (scalar !== undefined) return { is: 'scalar', of: scalar }
  return type === 'any' ? any : modelType(type)
}

function scalarOf(type: string, format: string, facts: FieldFacts): Scalar | undefined {
  if (type === 'string') return format === 'byte' ? 'bytes' : (facts.format ?? 'string')
  if (type === 'boolean') return 'boolean'
  if (type === 'number') return format === 'int64' ? 'int64' : format === 'double' ? 'double' : 'int32'
  if (type === 'IntOrString') return 'int-or-string'
  // Microseconds are announced by the format date-time-micro or by a class of their own.
  if (type === 'V1MicroTime' || format === 'date-time-micro') return 'micro-time'
  return type === 'Date' ? 'time' : undefined
}

function lazy<T>(make: () => T): () => T {
  let result: T | undefined
  return () => (result ??= make())
}
