import type { FieldMap, InputFieldBuilder, InputFieldMap, ObjectFieldBuilder } from '@pothos/core'
import { z } from 'zod'
import { onceForEach } from '../once-for-each.ts'
import { builder, type SchemaTypes } from './builder.ts'
import { dependsOn } from './dependence.ts'
import { enumOf } from './enums.ts'

/*
 * GraphQL types of values that are declared as zod objects. The conversion goes through JSON Schema, which reduces zod
 * to the few shapes of a wire format. Pothos checks field types statically, which is impossible for types that are
 * derived from data; hence the casts.
 */

interface JsonSchema {
  type?: string
  format?: string
  description?: string
  enum?: readonly unknown[]
  /** The descriptions of the values, in their order. Editors display them too. */
  enumDescriptions?: readonly string[]
  /** The description of the GraphQL enum, in the plural. Default: the description of the field. */
  enumDescription?: string
  /** The name of the GraphQL enum. Default: the name of the parent type, without its suffix, and of the field. */
  enumName?: string
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
  required?: readonly string[]
}

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>
type TypeReference = 'String' | 'Int' | 'Float' | 'Boolean' | 'JSON' | 'DateTime' | 'StringMap' | 'ID'

/** The fields of a derived type, and the stem of the names of the types and enums of these fields. */
interface Shape {
  schema: JsonSchema
  stem: string
  io: 'input' | 'output'
}

const declaredTypes = new Map<string, TypeReference>()

/** Declares the GraphQL object type of a zod object, or returns the one declared before. */
export function outputType(name: string, schema: z.ZodObject, description: string): TypeReference {
  const shape = { ...jsonSchema(schema, 'output'), description }
  return objectType(name, { schema: shape, stem: stemOf(name), io: 'output' })
}

/** Declares the GraphQL input type of a zod object. `partial` makes every field optional, for updates. */
export function inputType(
  name: string,
  schema: z.ZodObject,
  options: { description: string; partial?: boolean },
): TypeReference {
  const { required = [], ...json } = inputSchema(schema)
  const requiredFields = options.partial === true ? [] : required
  const shape = { ...json, required: requiredFields, description: options.description }
  return objectType(name, { schema: shape, stem: stemOf(name), io: 'input' })
}

export function hasFields(schema: z.ZodObject): boolean {
  return Object.keys(schema.shape).length > 0
}

/** Removes the suffixes by which the types of one kind differ, so that they share enums and nested inputs. */
function stemOf(name: string): string {
  return name.replace(/^Update(?=.*Input$)/, '').replace(/(Spec)?(Filter)?(Input)?$/, '')
}

function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
}

/** The inputs to create and to update an object have the same schema. */
const inputSchema = onceForEach((schema: z.ZodObject) => jsonSchema(schema, 'input'))

function objectType(name: string, { schema, stem, io }: Shape): TypeReference {
  const existing = declaredTypes.get(name)
  if (existing !== undefined) return existing
  const entries = Object.entries(schema.properties ?? {})
  const required = new Set(schema.required ?? [])
  const describe = { description: schema.description ?? '' }
  const ofField = ([field, type]: [string, JsonSchema]): FieldOf => ({
    stem,
    field,
    type,
    required: required.has(field),
  })
  const ref =
    io === 'output'
      ? builder.objectRef<Parent>(name).implement({
          ...describe,
          // A part of a value, which is stored with it.
          extensions: dependsOn('row'),
          fields: (t): FieldMap =>
            Object.fromEntries(entries.map((entry) => [entry[0], outputField(t, ofField(entry))])),
        })
      : builder.inputType(name, {
          ...describe,
          fields: (t): InputFieldMap =>
            Object.fromEntries(entries.map((entry) => [entry[0], inputField(t, ofField(entry))])),
        })
  const reference = ref as unknown as TypeReference
  declaredTypes.set(name, reference)
  return reference
}

interface FieldOf {
  stem: string
  field: string
  type: JsonSchema
  required: boolean
}

type Parent = Record<string, unknown>

/** The cost of a list within a loaded value: most objects have no entry or one. */
const costOfDerivedList = { field: 1, multiplier: 1 }

function outputField(t: ObjectFieldBuilder<Types, Parent>, { stem, field, type, required }: FieldOf) {
  const description = type.description ?? ''
  const inner = typeReference(nestedName(stem, field, type), type, 'output')
  // An exposed field has no resolver of its own, so that compiled operations read the property without a call. Names and types
  // come from the schema of Zod, which validated what is stored, so the types of Pothos know nothing of them.
  const expose = t.expose.bind(t) as (name: string, options: object) => ReturnType<typeof t.expose>
  return type.type === 'array'
    ? expose(field, { type: [inner], description, nullable: !required, complexity: costOfDerivedList })
    : expose(field, { type: inner, description, nullable: !required })
}

function inputField(t: InputFieldBuilder<Types, 'InputObject'>, { stem, field, type, required }: FieldOf) {
  const description = type.description ?? ''
  const inner = typeReference(nestedName(stem, field, type), type, 'input')
  return type.type === 'array'
    ? t.field({ type: [inner], description, required })
    : t.field({ type: inner, description, required })
}

function typeReference(name: string, type: JsonSchema, io: 'input' | 'output'): TypeReference {
  if (type.type === 'array')
    return typeReference(name, { description: type.description ?? '', ...type.items }, io)
  if (type.type === 'object' && type.properties !== undefined)
    return objectType(io === 'input' ? `${name}Input` : name, { schema: type, stem: name, io })
  if (type.enum?.every((value) => typeof value === 'string') === true) {
    const { enumDescription = type.description ?? '', enumDescriptions = [] } = type
    const options = { description: enumDescription, descriptions: enumDescriptions }
    return enumOf(type.enumName ?? name, type.enum, options) as unknown as TypeReference
  }
  if (type.type === 'object') return isStringMap(type) ? 'StringMap' : 'JSON'
  if (type.type === 'string' && type.format === 'date-time') return 'DateTime'
  if (type.type === 'string' && type.format === 'id') return 'ID'
  const scalars: Record<string, TypeReference> = {
    string: 'String',
    integer: 'Int',
    number: 'Float',
    boolean: 'Boolean',
  }
  return scalars[type.type ?? ''] ?? 'JSON'
}

function isStringMap({ additionalProperties }: JsonSchema): boolean {
  return typeof additionalProperties === 'object' && additionalProperties.type === 'string'
}

/** Returns the name of the type of a field; in the singular, for a list. */
function nestedName(stem: string, field: string, { type }: JsonSchema): string {
  const single = type === 'array' ? singular(field) : field
  return `${stem}${single.charAt(0).toUpperCase()}${single.slice(1)}`
}

function singular(plural: string): string {
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`
  if (/(ch|sh|x|ss)es$/.test(plural)) return plural.slice(0, -2)
  return plural.endsWith('s') && !plural.endsWith('ss') ? plural.slice(0, -1) : plural
}
