import { z } from 'zod'
import { onceForEach } from '../../../../schema/once-for-each.ts'
import type { JsonSchema } from '../fields.ts'
import type { Collection } from './collection.ts'

/** Returns the JSON Schema of a field. */
export function jsonSchemaOf(type: z.ZodType | undefined): JsonSchema {
  return type === undefined ? {} : schemaOf(type)
}

const schemaOf = onceForEach((type: z.ZodType): JsonSchema => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' })
  return schema
})

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
