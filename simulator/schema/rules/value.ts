import { isObject, objectOf, own, setOwn, type Json, type JsonObject } from '../../json.ts'
import { language } from './language.ts'

const durationOf = language.parse('duration(self)')

/** Converts a value for rules, which distinguish the integers of a schema from its numbers. */
export function ruleValue(schema: JsonObject, value: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => ruleValue(objectOf(schema['items']), item))
  if (isObject(value)) return objectValue(schema, value)
  if (typeof value === 'number')
    return schema['type'] !== 'number' && Number.isInteger(value) ? BigInt(value) : value
  return typeof value === 'string' ? textValue(schema['format'], value) : value
}

function objectValue(schema: JsonObject, value: JsonObject): object {
  const properties = objectOf(schema['properties'])
  const result: Record<string, unknown> = {}
  for (const [name, item] of Object.entries(value)) {
    if (item === undefined) continue
    const property = own(properties, name)
    const rest = objectOf(schema['additionalProperties'])
    const key = isObject(property) ? escaped(name) : name
    setOwn(result, key, ruleValue(isObject(property) ? property : rest, item))
  }
  return result
}

function textValue(format: Json | undefined, text: string): unknown {
  if (format === 'date-time') return new Date(text)
  if (format === 'duration') return durationOf({ self: text })
  return format === 'byte' ? new Uint8Array(Buffer.from(text, 'base64')) : text
}

const reserved = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return'.split(
    ' ',
  ),
)

/** Escapes names that the language cannot write. https://kubernetes.io/docs/reference/using-api/cel/#escaping */
function escaped(name: string): string {
  if (reserved.has(name)) return `__${name}__`
  return name
    .replaceAll('__', '__underscores__')
    .replaceAll('.', '__dot__')
    .replaceAll('-', '__dash__')
    .replaceAll('/', '__slash__')
}
