import { z } from 'zod'
import type { JsonSchema } from '../fields.ts'
import type { Collection } from './collection.ts'

const known = new WeakMap<z.ZodType, JsonSchema>()

/** Returns the JSON Schema of a field. */
export function jsonSchemaOf(type: z.ZodType | undefined): JsonSchema {
  if (type === undefined) return {}
  const found = known.get(type)
  if (found !== undefined) return found
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' })
  known.set(type, schema)
  return schema
}

/** The fields that the server sets, by name. */
export const serverFields: Readonly<Record<string, JsonSchema>> = {
  ID: { type: 'integer', minimum: 1, description: 'The ID of the entry.' },
  CreatedAt: { type: 'string', format: 'date-time', description: 'The time of creation.' },
  UpdatedAt: { type: 'string', format: 'date-time', description: 'The time of the last change.' },
  DeletedAt: { type: 'string', format: 'date-time', description: 'Never present: deleted entries are gone.' },
}

/** Returns the JSON Schema of the entries of a collection. */
export function entrySchema({ input, reported, description }: Collection): JsonSchema {
  const of = (shape: Readonly<Record<string, unknown>>, more: object): [string, JsonSchema][] =>
    Object.entries(shape).map(([name, type]) => [name, { ...jsonSchemaOf(type as z.ZodType), ...more }])
  const readOnly = { readOnly: true }
  return {
    type: 'object',
    description,
    properties: Object.fromEntries([
      ...Object.entries(serverFields).map(([name, schema]) => [name, { ...schema, ...readOnly }]),
      ...of(input.shape, {}),
      ...of(reported.shape, readOnly),
    ]),
    required: Object.entries(input.shape).flatMap(([name, type]) =>
      (type as z.ZodType).safeParse(undefined).success ? [] : [name],
    ),
    additionalProperties: false,
  }
}
