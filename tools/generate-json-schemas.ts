import { mkdir, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { inputSpec } from '../schema/inputs.ts'
import { allKinds } from '../schema/kinds/index.ts'
import type { Kind } from '../schema/kinds/kind.ts'

/*
 * Writes a JSON Schema for the documents of each kind, and one for all kinds, for use in editors:
 *   # yaml-language-server: $schema=.../schema/generated/json/all.json
 */

const folder = new URL('../schema/generated/json/', import.meta.url)

function documentSchema(kind: Kind): object {
  const spec = z.toJSONSchema(inputSpec(kind), { io: 'input', unrepresentable: 'any' })
  const { $schema: _, ...rest } = spec
  return {
    title: kind.kind,
    description: kind.description,
    type: 'object',
    required: [
      'apiVersion',
      'kind',
      'metadata',
      ...('required' in rest && Array.isArray(rest.required) && rest.required.length > 0 ? ['spec'] : []),
    ],
    additionalProperties: false,
    properties: {
      apiVersion: { const: 'qleet.io/v1' },
      kind: { const: kind.kind },
      metadata: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: {
          name: {
            type: 'string',
            maxLength: 63,
            description: 'The name of the object, unique within its project and kind.',
          },
          ...(kind.scope === 'global'
            ? {}
            : {
                project: {
                  type: 'string',
                  description: 'The name of the project of the object.',
                  default: 'default',
                },
              }),
          labels: {
            type: 'object',
            additionalProperties: { type: 'string' },
            description: 'The labels of the object.',
          },
          annotations: {
            type: 'object',
            additionalProperties: { type: 'string' },
            description: 'The annotations of the object.',
          },
        },
      },
      spec: rest,
    },
  }
}

const dialect = 'https://json-schema.org/draft/2020-12/schema'
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
for (const kind of allKinds) {
  await writeFile(
    new URL(`${kind.kind}.json`, folder),
    `${JSON.stringify({ $schema: dialect, ...documentSchema(kind) }, null, 2)}\n`,
  )
}
const all = { $schema: dialect, oneOf: allKinds.map(documentSchema) }
await writeFile(new URL('all.json', folder), `${JSON.stringify(all, null, 2)}\n`)
