import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { ListRule } from './list-keys.ts'
import {
  atomicMaps,
  atomicTypes,
  granularFields,
  listKeys,
  parseListRules,
  patchStrategies,
  retainedFields,
} from './list-keys.ts'
import { any, type Field, type ListType, type ObjectType, type Scalar, type Type } from './type.ts'
import { isInlineOfKind, zeroOf } from './zero-values.ts'

// The fields of the built-in kinds come from the classes of @kubernetes/client-node, each loaded when its kind is
// first used: all of them would cost half a second at every start.
const require = createRequire(import.meta.url)
const models = dirname(require.resolve('@kubernetes/client-node/dist/gen/models/all.js'))

interface Attribute {
  /** The property of the class, which differs where the field's own name is no identifier. */
  name: string
  baseName: string
  type: string
  format: string
}

const known = new Map<string, ObjectType>()

/** @param model a class of the client library: `V1Deployment`, `CoreV1Event` */
export function modelType(model: string): ObjectType {
  let type = known.get(model)
  if (type === undefined) known.set(model, (type = buildType(model)))
  return type
}

/** The Go name in a model's name: `PodSpec` of `V1PodSpec`, `Event` of `CoreV1Event`. */
export function goName(model: string): string {
  return parseModel(model).name
}

export function modelFile(model: string, extension: '.js' | '.d.ts'): string {
  return join(models, `${model}${extension}`)
}

/** What sets types of one Go name apart: `v1`, or `core.v1` where several groups have one. */
export function modelPrefix(model: string): string {
  const { name, version } = parseModel(model)
  const group = model.slice(0, model.length - name.length - version.length)
  return group === '' ? version.toLowerCase() : `${group}.${version}`.toLowerCase()
}

export interface ModelField {
  name: string
  property: string
  /** As the client library writes types: `Array<V1Container>`. */
  type: string
  format: string
  list: { kind: 'atomic' | 'set' | 'map'; keys: readonly string[] } | undefined
  mergeKey: string | undefined
  /** Besides merging lists. */
  patchStrategy: string | undefined
}

/** The fields of a type as documentation tells them. */
export function fieldsOfModel(model: string): ModelField[] {
  const rules = parseListRules(listKeys[goName(model)])
  return attributesOf(model).map(({ name, baseName, type, format }) => {
    const rule = rules.get(baseName)
    const isList = type.startsWith('Array<')
    return {
      name: baseName,
      property: name,
      type,
      format,
      list: isList ? { kind: rule?.kind ?? 'atomic', keys: rule?.keys ?? [] } : undefined,
      mergeKey: rule?.mergeKey,
      patchStrategy:
        patchStrategies[`${goName(model)}.${baseName}`] ??
        (rule?.retainKeys === true ? 'merge,retainKeys' : undefined),
    }
  })
}

function parseModel(model: string): { name: string; version: string } {
  const match = /^[A-Za-z]*?(V\d+(?:(?:alpha|beta)\d+)?)([A-Z].*)$/.exec(model)
  return { version: match?.[1] ?? '', name: match?.[2] ?? model }
}

function buildType(model: string): ObjectType {
  const { name, version } = parseModel(model)
  const rules = parseListRules(listKeys[name])
  const attributes = attributesOf(model)
  const isKind = ['apiVersion', 'kind', 'metadata'].every((key) =>
    attributes.some(({ baseName }) => baseName === key),
  )
  const fields = new Map<string, Field>()
  for (const attribute of attributes) {
    const field = attribute.baseName
    const id = `${name}.${field}`
    const shape = shapeOf(attribute, name, rules.get(field))
    const inline = isKind && shape.is === 'object' && isInlineOfKind(name, field)
    fields.set(field, {
      name: field,
      type: shape.type,
      zero: inline ? { always: {} } : zeroOf({ name, version }, { name: field, is: shape.is }),
      default: keyDefault(name, field, shape.is),
      retainKeys: retainedFields.has(id) || undefined,
    })
  }
  return { is: 'object', name, fields, atomic: isAtomic(name, version), open: false }
}

/** What the key of a list item counts as when it is not given. */
function keyDefault(owner: string, field: string, is: string): string | number | undefined {
  if (field === 'protocol' && /^(Container|Service)Port$/.test(owner)) return 'TCP'
  if (is === 'string') return ''
  return is === 'int32' ? 0 : undefined
}

function isAtomic(name: string, version: string): boolean {
  return atomicTypes.has(name) || atomicTypes.has(`${name}/${version}`)
}

function attributesOf(model: string): Attribute[] {
  // Every generated class carries this list; the library has no type for "any of them".
  const loaded = require(modelFile(model, '.js')) as Record<string, { attributeTypeMap: Attribute[] }>
  return loaded[model]?.attributeTypeMap ?? []
}

interface Shape {
  /** What decides the zero value: a scalar's kind, `object`, `list`, `map` or `any`. */
  is: string
  type: () => Type
}

function shapeOf(attribute: Attribute, owner: string, rule: ListRule | undefined): Shape {
  const { type, format, baseName } = attribute
  const id = `${owner}.${baseName}`
  if (id === 'JSONSchemaProps.items') return { is: 'object', type: () => modelType('V1JSONSchemaProps') }
  const list = /^Array<(.*)>$/.exec(type)?.[1]
  if (list !== undefined) {
    const made = lazy((): ListType => ({ is: 'list', items: namedType(list, format, id), ...ruleOf(rule) }))
    return { is: 'list', type: made }
  }
  const values = /^\{ \[key: string\]: (.*); \}$/.exec(type)?.[1]
  if (values !== undefined) {
    const made = lazy((): Type => ({
      is: 'map',
      values: namedType(values, format, id),
      atomic: atomicMaps.has(id),
    }))
    return { is: 'map', type: made }
  }
  const scalar = scalarOf(type, format, id)
  if (scalar !== undefined) return { is: scalar, type: () => ({ is: 'scalar', of: scalar }) }
  if (type === 'any' || type === 'object') return { is: 'any', type: () => ({ is: 'scalar', of: 'json' }) }
  if (granularFields.has(id))
    return { is: 'object', type: lazy(() => ({ ...modelType(type), atomic: false })) }
  return { is: 'object', type: () => modelType(type) }
}

function ruleOf(rule: ListRule | undefined): Omit<ListType, 'is' | 'items'> {
  if (rule === undefined) return { kind: 'atomic', keys: [] }
  return {
    kind: rule.kind,
    keys: rule.keys,
    mergeKey: rule.mergeKey,
    retainKeys: rule.retainKeys || undefined,
  }
}

function namedType(type: string, format: string, id: string): Type {
  const list = /^Array<(.*)>$/.exec(type)?.[1]
  if (list !== undefined) return { is: 'list', items: namedType(list, format, id), kind: 'atomic', keys: [] }
  const scalar = scalarOf(type, format, id)
  if (scalar !== undefined) return { is: 'scalar', of: scalar }
  return type === 'any' ? any : modelType(type)
}

const quantities =
  /\.(limits|requests|capacity|allocatedResources|overhead|podFixed|allocatable|hard|used|sizeLimit|divisor|maximumVolumeSize|tolerance|averageValue)$|^LimitRangeItem\.(max|min|default|defaultRequest|maxLimitRequestRatio)$|^Metric(Target|ValueStatus)\.value$|^NodeAllocatableResourceClaimStatus\.resources$/

function scalarOf(type: string, format: string, id: string): Scalar | undefined {
  if (type === 'string') return format === 'byte' ? 'bytes' : quantities.test(id) ? 'quantity' : 'string'
  if (type === 'boolean') return 'boolean'
  if (type === 'number') return format === 'int64' ? 'int64' : format === 'double' ? 'double' : 'int32'
  if (type === 'IntOrString') return 'int-or-string'
  // Microseconds are announced by the format date-time-micro or by a class of their own.
  if (type === 'V1MicroTime' || format === 'date-time-micro') return 'micro-time'
  return type === 'Date' ? 'time' : undefined
}

function lazy<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
