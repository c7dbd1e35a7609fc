import type { z } from 'zod'
import { invalidInput, shownValue, type FieldError } from '../../../../schema/errors.ts'
import type { Query } from '../queries.ts'
import type { Collection } from './collection.ts'
import { jsonSchemaOf } from './fields.ts'

/** Returns the type of a field of a collection. */
export function fieldOf({ input, reported }: Collection, name: string): z.ZodType | undefined {
  return (input.shape[name] ?? reported.shape[name]) as z.ZodType | undefined
}

/** Returns the filters of a query with the types of their fields. Throws INVALID_INPUT. */
export function filtersOf(collection: Collection, query: Query): ReadonlyMap<string, unknown> {
  const errors: FieldError[] = []
  const found = new Map<string, unknown>()
  for (const name of collection.filters) {
    const value = query.get(name.toLowerCase())
    if (value === undefined) continue
    const typed = typedValue(jsonSchemaOf(fieldOf(collection, name)), value)
    if (typed === undefined) errors.push(wrongType(collection, name, value))
    else found.set(name, typed)
  }
  if (errors.length > 0) throw invalidInput(errors)
  return found
}

function typedValue(schema: Readonly<Record<string, unknown>>, value: string): unknown {
  const { type, format } = schema
  if (type === 'integer') return /^\d{1,16}$/.test(value) ? Number(value) : undefined
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : undefined
  if (format === 'date-time') return Number.isNaN(Date.parse(value)) ? undefined : value
  return value
}

// oxlint-disable-next-line max-params -- the collection, the parameter and its value
function wrongType(collection: Collection, name: string, value: string): FieldError {
  const { type, format } = jsonSchemaOf(fieldOf(collection, name))
  const expected = type === 'integer' ? 'an integer' : type === 'boolean' ? 'true or false' : 'a time'
  const message = `must be ${format === 'date-time' ? 'a time' : expected}`
  return { path: name.toLowerCase(), code: 'INVALID_TYPE', message, value: shownValue(value) }
}
