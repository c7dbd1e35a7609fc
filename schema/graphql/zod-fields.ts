import type { FieldMap, InputFieldBuilder, InputFieldMap, ObjectFieldBuilder } from '@pothos/core'
import { z } from 'zod'
import { builder, type SchemaTypes } from './builder.ts'

/*
 * GraphQL types of values that are declared as zod objects. The conversion goes through JSON Schema, which reduces zod
 * to the few shapes of a wire format. Pothos checks field types statically, which is impossible for types that are
 * derived from data; hence the casts.
 */

interface JsonSchema {
  type?: string
  description?: string
  enum?: readonly unknown[]
  /** The descriptions of the values, in their order. Editors display them too. */
  enumDescriptions?: readonly string[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
}

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>
type TypeReference = 'String' | 'Int' | 'Float' | 'Boolean' | 'JSON'

const declaredTypes = new Map<string, unknown>()

/** Declares the GraphQL object type of a zod object, or returns the one declared before. */
export function outputType(name: string, schema: z.ZodObject, description: string): TypeReference {
  return objectType(name, { ...jsonSchema(schema, 'output'), description }, 'output')
}

/** Declares the GraphQL input type of a zod object. `partial` makes every field optional, for updates. */
export function inputType(
  name: string,
  schema: z.ZodObject,
  options: { description: string; partial?: boolean },
): TypeReference {
  const { required = [], ...json } = jsonSchema(schema, 'input')
  const requiredFields = options.partial === true ? [] : required
  return objectType(name, { ...json, required: requiredFields, description: options.description }, 'input')
}

export function hasFields(schema: z.ZodObject): boolean {
  return Object.keys(schema.shape).length > 0
}

function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema
}

function objectType(name: string, schema: JsonSchema, io: 'input' | 'output'): TypeReference {
  const existing = declaredTypes.get(name)
  if (existing !== undefined) return existing as TypeReference
  const entries = Object.entries(schema.properties ?? {})
  const required = new Set(schema.required ?? [])
  const describe = { description: schema.description ?? '' }
  const ofField = ([field, type]: [string, JsonSchema]): FieldOf => ({
    name,
    field,
    type,
    required: required.has(field),
  })
  const ref =
    io === 'output'
      ? builder.objectRef<Parent>(name).implement({
          ...describe,
          fields: (t): FieldMap =>
            Object.fromEntries(entries.map((entry) => [entry[0], outputField(t, ofField(entry))])),
        })
      : builder.inputType(name, {
          ...describe,
          fields: (t): InputFieldMap =>
            Object.fromEntries(entries.map((entry) => [entry[0], inputField(t, ofField(entry))])),
        })
  declaredTypes.set(name, ref)
  return ref as unknown as TypeReference
}

interface FieldOf {
  name: string
  field: string
  type: JsonSchema
  required: boolean
}

type Parent = Record<string, unknown>

function outputField(t: ObjectFieldBuilder<Types, Parent>, { name, field, type, required }: FieldOf) {
  const description = type.description ?? ''
  const inner = typeReference(nestedName(name, field), type, 'output')
  const resolve = (parent: Parent): unknown => parent[field]
  return type.type === 'array'
    ? t.field({
        type: [inner],
        description,
        nullable: !required,
        resolve: resolve as (parent: Parent) => string[],
      })
    : t.field({
        type: inner,
        description,
        nullable: !required,
        resolve: resolve,
      })
}

function inputField(t: InputFieldBuilder<Types, 'InputObject'>, { name, field, type, required }: FieldOf) {
  const description = type.description ?? ''
  const inner = typeReference(nestedName(name, field), type, 'input')
  return type.type === 'array'
    ? t.field({ type: [inner], description, required })
    : t.field({ type: inner, description, required })
}

function typeReference(name: string, type: JsonSchema, io: 'input' | 'output'): TypeReference {
  if (type.type === 'array')
    return typeReference(name, { description: type.description ?? '', ...type.items }, io)
  if (type.type === 'object' && type.properties !== undefined) return objectType(name, type, io)
  if (type.enum !== undefined && type.enum.every(isEnumName)) return enumType(name, type.enum, type)
  const scalars: Record<string, TypeReference> = {
    string: 'String',
    integer: 'Int',
    number: 'Float',
    boolean: 'Boolean',
  }
  return scalars[type.type ?? ''] ?? 'JSON'
}

function enumType(name: string, values: readonly string[], type: JsonSchema): TypeReference {
  const { description = '', enumDescriptions = [] } = type
  const plain = name.replace(/Input(?=[A-Z])/, '').replace(/^(Create|Update)/, '')
  const described = Object.fromEntries(
    values.map((value, index) => [value, { description: enumDescriptions[index] ?? '' }]),
  )
  const existing = declaredTypes.get(plain) ?? builder.enumType(plain, { values: described, description })
  declaredTypes.set(plain, existing)
  return existing as TypeReference
}

function isEnumName(value: unknown): value is string {
  return (
    typeof value === 'string' && /^[A-Za-z_]\w*$/.test(value) && !['true', 'false', 'null'].includes(value)
  )
}

function nestedName(name: string, field: string): string {
  return `${name}${field.charAt(0).toUpperCase()}${field.slice(1)}`
}
