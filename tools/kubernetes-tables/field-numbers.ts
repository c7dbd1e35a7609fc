import { classOf } from './class-names.ts'
import type { Published } from './published.ts'
import { servedSchemas } from './types.ts'

/** Names of fields by their numbers; fields that Go embeds are a message of their own. */
export interface FieldNumbers {
  [number: number]: string | FieldNumbers
}

/** The numbers of fields in the binary form by the client library's classes; types that have none are left out. */
export function fieldNumbers(
  published: Published,
  classes: ReadonlySet<string>,
): Record<string, FieldNumbers> {
  const made: Record<string, FieldNumbers> = {}
  for (const schema of servedSchemas(published)) {
    const model = classOf(schema, classes)
    if (model === undefined || !published.messages.has(schema)) continue
    // One of them, `Webhooks`, is written with a capital in the message alone.
    const names = Object.keys(published.schemas.get(schema)?.properties ?? {})
    const fields = new Map(names.map((name) => [name.toLowerCase(), name]))
    made[model] = numbersOf(published, { message: schema, fields })
  }
  return made
}

/** A field that the schema does not have is embedded when the schema has the fields of its message instead. */
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
