import { classOf } from './class-names.ts'
import type { Published } from './published.ts'
import { servedSchemas } from './types.ts'

/** The names of fields by their numbers. Structs that Go embeds are nested messages. */
export interface FieldNumbers {
  [number: number]: string | FieldNumbers
}

/** Returns the protobuf field numbers by the client library's classes. Types without any are omitted. */
export function fieldNumbers(
  published: Published,
  classes: ReadonlySet<string>,
): Record<string, FieldNumbers> {
  const made: Record<string, FieldNumbers> = {}
  for (const schema of servedSchemas(published)) {
    const model = classOf(schema, classes)
    if (model === undefined || !published.messages.has(schema)) continue
    // Names are compared case-insensitively because of `Webhooks`, which is capitalised only in the message.
    const names = Object.keys(published.schemas.get(schema)?.properties ?? {})
    const fields = new Map(names.map((name) => [name.toLowerCase(), name]))
    made[model] = numbersOf(published, { message: schema, fields })
  }
  return made
}

/**
 * Returns the numbers of a message. A field that the schema lacks is embedded if the schema has the fields of its
 * message instead.
 */
function numbersOf(
  published: Published,
  { message, fields }: { message: string; fields: ReadonlyMap<string, string> },
): FieldNumbers {
  const numbers: FieldNumbers = {}
  for (const field of published.messages.get(message) ?? []) {
    const name = fields.get(field.name.toLowerCase())
    if (name !== undefined) {
      numbers[field.number] = name
    } else if (field.message !== undefined) {
      const embedded = numbersOf(published, { message: field.message, fields })
      if (Object.keys(embedded).length > 0) numbers[field.number] = embedded
    }
  }
  return numbers
}
