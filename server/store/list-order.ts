import { invalidInput, shownValue } from '../../schema/errors.ts'
import { unstorable } from '../../schema/inputs.ts'
import { orderFields, type ListCursor, type OrderField, type OrderKey } from '../../schema/object-order.ts'
import type { Parameters } from './dynamic-statements.ts'

/*
 * Orders of lists. Every order ends with the id, so it is total, and a cursor contains the values of all keys: a page begins
 * behind its cursor, wherever inserts, changes and deletions have shifted other objects meanwhile.
 */

/** A key of an order in SQL, on a row `object`. Keys are never null. */
interface SqlKey {
  expression: string
  type: 'text' | 'timestamptz' | 'bigint'
  direction: 'asc' | 'desc'
}

const expressions: Record<OrderField, Pick<SqlKey, 'expression' | 'type'>> = {
  id: { expression: 'object.id', type: 'bigint' },
  name: { expression: 'object.name', type: 'text' },
  kind: { expression: 'object.kind', type: 'text' },
  // Global objects precede those of all projects.
  project: {
    expression: `coalesce((SELECT name FROM "Object" project WHERE project.id = object."projectId"), '')`,
    type: 'text',
  },
  createdAt: { expression: 'object."createdAt"', type: 'timestamptz' },
  updatedAt: { expression: 'object."updatedAt"', type: 'timestamptz' },
  phase: { expression: `coalesce(object.status->>'phase', '')`, type: 'text' },
}

/** A complete order: its keys, of which the last is the id. */
export interface ListOrder {
  keys: readonly SqlKey[]
}

/** Completes an order. Throws INVALID_INPUT for unknown fields and for a field that occurs twice. */
export function completeOrder(orderBy: readonly OrderKey[]): ListOrder {
  assertOrder(orderBy)
  const end = orderBy.findIndex(({ field }) => field === 'id')
  const keys = end < 0 ? orderBy : orderBy.slice(0, end + 1)
  // Without an id, ties are in the direction of the last key, so that the reversed order is the reverse of the order.
  const all = end < 0 ? [...keys, { field: 'id', direction: keys.at(-1)?.direction ?? 'asc' } as const] : keys
  return { keys: all.map(({ field, direction }) => ({ ...expressions[field], direction })) }
}

function assertOrder(orderBy: readonly OrderKey[]): void {
  const fields = orderBy.map(({ field }) => field)
  const unknown = orderBy.findIndex(({ field }) => !orderFields.includes(field))
  const repeated = fields.findIndex((field, index) => fields.indexOf(field) < index)
  const index = unknown < 0 ? repeated : unknown
  if (index < 0) return
  throw invalidInput([
    {
      code: unknown < 0 ? 'DUPLICATE' : 'NOT_SUPPORTED',
      path: `orderBy[${index}].field`,
      message: unknown < 0 ? 'is already a key of the order' : 'is not a field to order by',
      value: shownValue(fields[index]),
      remedy: unknown < 0 ? 'Keep one of them.' : `Use ${orderFields.join(', ')}.`,
    },
  ])
}

/** Returns the order with all directions reversed. */
export function reversed({ keys }: ListOrder): ListOrder {
  return {
    keys: keys.map((key) => ({ ...key, direction: key.direction === 'asc' ? 'desc' : 'asc' })),
  }
}

export function orderClause({ keys }: ListOrder): string {
  return keys.map(({ expression, direction }) => `${expression} ${direction}`).join(', ')
}

/** Returns the columns of a cursor: the keys but the id, as `key0`, `key1`, … */
export function cursorColumns({ keys }: ListOrder): string {
  return keys
    .slice(0, -1)
    .map(({ expression }, index) => `, ${expression} AS key${index}`)
    .join('')
}

/** Returns the cursor of a row with {@link cursorColumns}. */
export function cursorOf(
  { keys }: ListOrder,
  row: Readonly<Record<string, unknown>> & { id: bigint },
): ListCursor {
  const values = keys.slice(0, -1).map((_, index) => row[`key${index}`])
  return {
    id: row.id,
    values: values.map((value) => (value instanceof Date ? value.toISOString() : String(value))),
  }
}

/**
 * Returns the condition that a row follows a cursor. Throws INVALID_INPUT for a cursor of another order.
 *
 * @param path The argument with the cursor, for errors.
 */
export function followsCursor(
  { keys }: ListOrder,
  { cursor, path }: { cursor: ListCursor; path: string },
  parameters: Parameters,
): string {
  assertCursor(keys, cursor, path)
  const values = [...cursor.values, cursor.id]
  const placeholders = keys.map(({ type }, index) => parameters.add(values[index], type))
  const [first] = keys
  if (keys.every(({ direction }) => direction === first?.direction)) {
    const row = keys.map(({ expression }) => expression).join(', ')
    return `(${row}) ${operatorOf(first)} (${placeholders.join(', ')})`
  }
  // Each key decides among the rows that equal the cursor in all keys before. The first one also bounds the range.
  const after = keys.map(({ expression, direction }, index) => {
    const equal = keys
      .slice(0, index)
      .map((key, before) => `${key.expression} = ${placeholders[before] ?? ''}`)
    return [...equal, `${expression} ${operatorOf({ direction })} ${placeholders[index] ?? ''}`].join(' AND ')
  })
  const bound = `${first?.expression ?? ''} ${operatorOf(first)}= ${placeholders[0] ?? ''}`
  return `${bound} AND (${after.map((condition) => `(${condition})`).join(' OR ')})`
}

function operatorOf(key: Pick<SqlKey, 'direction'> | undefined): '>' | '<' {
  return key?.direction === 'desc' ? '<' : '>'
}

function assertCursor(keys: readonly SqlKey[], { values }: ListCursor, path: string): void {
  const fits =
    values.length === keys.length - 1 &&
    unstorable(values, path).length === 0 &&
    keys.every(({ type }, index) => type !== 'timestamptz' || isTime(values[index] ?? ''))
  if (fits) return
  const remedy = 'Use a cursor that a list of the same order returned.'
  throw invalidInput([{ code: 'INVALID', path, message: 'is not a cursor of this list', remedy }])
}

/** Reports whether a text is a time as {@link cursorOf} writes it. */
function isTime(text: string): boolean {
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString() === text
}
