import { isObject, setOwn, type Json, type JsonObject } from '../json.ts'
import { canonicalQuantity, parseQuantity } from './quantity.ts'
import type { Field, ListType, MapType, ObjectType, ScalarType, Type } from './type.ts'

/** Thrown for a value of the wrong type; the message is that of a Go decoder. */
export class DecodeError extends Error {}

interface Context {
  /** The unknown fields by path: `spec.template.spec.containers[0].imagee`. */
  unknown: string[]
  /** The version in the Go names of types: `v1.Container`. */
  version: string
}

/**
 * Brings an object of a built-in kind into the form the API server stores: unknown fields removed (and returned),
 * zero values as Go writes them, quantities and times in their canonical form.
 * Thrown DecodeError: when a value has the wrong type.
 */
export function normalise(
  type: ObjectType,
  value: JsonObject,
  version: string,
): { value: JsonObject; unknown: string[] } {
  const context: Context = { unknown: [], version }
  return {
    value: objectValue(type, value, { context, path: '', indexed: '', owner: '' }),
    unknown: context.unknown,
  }
}

interface Location {
  context: Context
  /** The path without indexes, as Go names a field: `spec.template.spec.containers.name`. */
  path: string
  /** The path with indexes, as unknown fields are reported. */
  indexed: string
  owner: string
}

function normaliseValue(type: Type, value: Json, location: Location): Json | undefined {
  switch (type.is) {
    case 'any':
      return value
    case 'scalar':
      return scalarValue(type, value, location)
    case 'object':
      if (!isObject(value)) throw mismatch(value, location, `${location.context.version}.${type.name}`)
      return objectValue(type, value, location)
    case 'map':
      return mapValue(type, value, location)
    case 'list':
      return listValue(type, value, location)
  }
}

function objectValue(type: ObjectType, value: JsonObject, location: Location): JsonObject {
  const output: JsonObject = {}
  for (const key of Object.keys(value)) {
    const given = value[key]
    if (given === undefined) continue
    const field = type.fields.get(key)
    const indexed = location.indexed === '' ? key : `${location.indexed}.${key}`
    if (field === undefined) {
      location.context.unknown.push(indexed)
      continue
    }
    const path = location.path === '' ? key : `${location.path}.${key}`
    const item =
      given === null
        ? undefined
        : normaliseValue(field.type(), given, { context: location.context, path, indexed, owner: type.name })
    if (item !== undefined && !(field.zero === 'dropped' && isZero(item))) output[key] = item
  }
  addAlways(type, output)
  return output
}

function addAlways(type: ObjectType, output: JsonObject): void {
  for (const field of alwaysOf(type)) {
    if (output[field.name] !== undefined || typeof field.zero === 'string') continue
    const inner = field.type()
    const isStruct = inner.is === 'object' && isObject(field.zero.always)
    output[field.name] = isStruct ? emptyOf(inner) : field.zero.always
  }
}

/** Returns the fields of a type that are always written; computed once per type. */
function alwaysOf(type: ObjectType): readonly Field[] {
  let fields = always.get(type)
  if (fields === undefined) {
    fields = [...type.fields.values()].filter((field) => typeof field.zero !== 'string')
    always.set(type, fields)
  }
  return fields
}
const always = new WeakMap<ObjectType, readonly Field[]>()

/** Returns a struct without values. */
export function emptyOf(type: ObjectType): JsonObject {
  const output: JsonObject = {}
  addAlways(type, output)
  return output
}

function mapValue(type: MapType, value: Json, location: Location): JsonObject {
  if (!isObject(value)) throw mismatch(value, location, goType(type, location))
  const output: JsonObject = {}
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue
    // Go decodes null as the zero value of the map's type.
    const inner = item === null && type.values.is === 'scalar' && type.values.of === 'string' ? '' : item
    if (inner === null) continue
    const indexed = `${location.indexed}.${key}`
    const path = type.values.is === 'object' ? `${location.path}.${key}` : location.path
    const result = normaliseValue(type.values, inner, { ...location, path, indexed })
    if (result !== undefined) setOwn(output, key, result)
  }
  return output
}

function listValue(type: ListType, value: Json, location: Location): Json[] {
  if (!Array.isArray(value)) throw mismatch(value, location, goType(type, location))
  return value.map((item, index) => {
    const indexed = `${location.indexed}[${index}]`
    if (item === null) return type.items.is === 'object' ? emptyOf(type.items) : ''
    return normaliseValue(type.items, item, { ...location, indexed }) ?? null
  })
}

function scalarValue(type: ScalarType, value: Json, location: Location): Json {
  switch (type.of) {
    case 'string':
      if (typeof value !== 'string') throw mismatch(value, location, 'string')
      return value
    case 'boolean':
      if (typeof value !== 'boolean') throw mismatch(value, location, 'bool')
      return value
    case 'int32':
    case 'int64':
      if (typeof value !== 'number') throw mismatch(value, location, type.of)
      if (!Number.isInteger(value) || (type.of === 'int32' && Math.abs(value) > 2 ** 31))
        throw new DecodeError(
          `json: cannot unmarshal number ${value} into Go ${where(location)} of type ${type.of}`,
        )
      return value
    case 'double':
      if (typeof value !== 'number') throw mismatch(value, location, 'float64')
      return value
    case 'json':
      return value
    case 'bytes':
      return bytesValue(value, location)
    case 'quantity':
      return quantityValue(value)
    case 'int-or-string':
      if (typeof value !== 'string' && typeof value !== 'number') throw mismatch(value, location, 'string')
      return value
    case 'time':
      return timeValue(value, 'seconds')
    case 'micro-time':
      return timeValue(value, 'microseconds')
  }
}

function bytesValue(value: Json, location: Location): string {
  if (typeof value !== 'string') throw mismatch(value, location, '[]uint8')
  // Go ignores line breaks in base64 and nothing else.
  const text = value.replaceAll(/[\r\n]/g, '')
  const broken = /[^A-Za-z0-9+/]/.exec(text.replace(/={0,2}$/, ''))
  if (broken !== null) throw new DecodeError(`illegal base64 data at input byte ${broken.index}`)
  if (text.length % 4 !== 0)
    throw new DecodeError(`illegal base64 data at input byte ${text.length - (text.length % 4)}`)
  return text
}

const quantityPattern = "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"

function quantityValue(value: Json): string {
  const text = typeof value === 'number' ? String(value) : value
  const canonical = typeof text === 'string' && parseQuantity(text) ? canonicalQuantity(text) : undefined
  if (canonical === undefined)
    throw new DecodeError(`quantities must match the regular expression ${quantityPattern}`)
  return canonical
}

const layouts = {
  seconds: {
    pattern: /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/,
    layout: '2006-01-02T15:04:05Z07:00',
  },
  microseconds: {
    pattern: /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{6})(Z|[+-]\d\d:\d\d)$/,
    layout: '2006-01-02T15:04:05.000000Z07:00',
  },
} as const

function timeValue(value: Json, precision: keyof typeof layouts): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const { pattern, layout } = layouts[precision]
  const match = pattern.exec(text)
  const time = match === null ? Number.NaN : Date.parse(`${match[1]}${match[3]}`)
  if (match === null || Number.isNaN(time)) {
    const rest = text.replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/, '')
    const element = rest === text ? '2006' : '.000000'
    throw new DecodeError(`parsing time "${text}" as "${layout}": cannot parse "${rest}" as "${element}"`)
  }
  const seconds = new Date(time).toISOString().slice(0, 19)
  return precision === 'seconds' ? `${seconds}Z` : `${seconds}.${match[2] ?? ''}Z`
}

function isZero(value: Json): boolean {
  if (value === '' || value === 0 || value === false) return true
  if (Array.isArray(value)) return value.length === 0
  return isObject(value) && Object.keys(value).length === 0
}

function mismatch(value: Json, location: Location, expected: string): DecodeError {
  const found = Array.isArray(value)
    ? 'array'
    : isObject(value)
      ? 'object'
      : typeof value === 'boolean'
        ? 'bool'
        : typeof value
  return new DecodeError(`json: cannot unmarshal ${found} into Go ${where(location)} of type ${expected}`)
}

function where({ owner, path }: Location): string {
  return owner === '' ? 'value' : `struct field ${owner}.${path}`
}

function goType(type: Type, location: Location): string {
  switch (type.is) {
    case 'any':
      return 'interface {}'
    case 'scalar':
      return type.of === 'boolean'
        ? 'bool'
        : type.of === 'bytes'
          ? '[]uint8'
          : type.of === 'double'
            ? 'float64'
            : type.of
    case 'object':
      return `${location.context.version}.${type.name}`
    case 'map':
      return `map[string]${goType(type.values, location)}`
    case 'list':
      return `[]${goType(type.items, location)}`
  }
}
