import { isObject, numberOf, own, stringOf, type Json, type JsonObject } from '../json.ts'
import { age, column, type Column } from './column.ts'

const types = ['string', 'integer', 'number', 'boolean', 'date'] as const

/** Returns the declared columns of a definition, each with a JSONPath to its value. */
export function customColumns(declared: readonly JsonObject[]): Column[] {
  return declared.map((each) => {
    const type = types.find((known) => known === each['type']) ?? 'string'
    const path = parsePath(stringOf(each['jsonPath']))
    return column(
      stringOf(each['name']),
      (object, now) => {
        const [value] = find(object, path)
        if (value === undefined || value === null) return undefined
        if (type === 'date') return age(value, now)
        return typeof value === 'object' ? JSON.stringify(value) : type === 'string' ? String(value) : value
      },
      {
        type,
        format: stringOf(each['format']),
        description: stringOf(each['description']),
        priority: numberOf(each['priority']),
      },
    )
  })
}

type Part = { key: string } | { index: number } | { every: true } | { where: string; equals: string }

const partPattern =
  /\.?([A-Za-z0-9_-]+(?:\\\.[A-Za-z0-9_/-]+)*)|\[(\d+)\]|\[(\*)\]|\['([^']+)'\]|\[\?\(@\.([A-Za-z0-9_.-]+)\s*==\s*(?:"([^"]*)"|'([^']*)')\)\]/gy

/** Parses the subset of JSONPath that printer columns use: fields, indexes, `[*]` and filters on equality. */
function parsePath(text: string): Part[] {
  const parts: Part[] = []
  for (const match of text.replace(/^\$/, '').matchAll(partPattern)) {
    const [, name, index, star, quoted, where, double, single] = match
    if (name !== undefined) parts.push({ key: name.replaceAll('\\.', '.') })
    else if (quoted !== undefined) parts.push({ key: quoted })
    else if (index !== undefined) parts.push({ index: Number(index) })
    else if (star !== undefined) parts.push({ every: true })
    else if (where !== undefined) parts.push({ where, equals: double ?? single ?? '' })
  }
  return parts
}

function find(value: Json | undefined, parts: readonly Part[]): Json[] {
  const [part, ...rest] = parts
  if (value === undefined || value === null) return []
  if (part === undefined) return [value]
  if ('key' in part) return isObject(value) ? find(own(value, part.key), rest) : []
  if (!Array.isArray(value)) return []
  if ('index' in part) return find(value[part.index], rest)
  if ('every' in part) return value.flatMap((item) => find(item, rest))
  const keys = part.where.split('.').map((key) => ({ key }))
  return value
    .filter((item) => String(find(item, keys)[0]) === part.equals)
    .flatMap((item) => find(item, rest))
}
