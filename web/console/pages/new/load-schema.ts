import type { Schema } from './schema.ts'

const loaders = import.meta.glob<Schema>(
  ['../../../../schema/generated/json/*.json', '!../../../../schema/generated/json/all.json'],
  { import: 'default' },
)

/** Loads the schema of a kind. Undefined for a kind of another release. */
export async function loadSchema(kind: string): Promise<Schema | undefined> {
  return loaders[`../../../../schema/generated/json/${kind}.json`]?.()
}
