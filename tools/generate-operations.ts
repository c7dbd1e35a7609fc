import { writeFile } from 'node:fs/promises'
import {
  getNamedType,
  isObjectType,
  printSchema,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql'
import packageJson from '../package.json' with { type: 'json' }
import { schema, workerSchema } from '../schema/graphql/schema.ts'
import { allKinds } from '../schema/kinds/index.ts'
import type { Kind } from '../schema/kinds/kind.ts'

/*
 * Writes the files that are derived from the registry, the schema and package.json alone: the printed schema, the
 * release, and the operations and clients of every kind for the SDK. graphql-codegen then generates types from them.
 */

const notice = 'Written by tools/generate-operations.ts. Do not edit.'

function kindOperations(kind: Kind): string {
  const { kind: name, plural } = kind
  const one = camelCase(name)
  const reference = kind.scope === 'global' ? 'GlobalObjectReferenceInput' : 'ObjectReferenceInput'
  const mutation = (verb: 'Create' | 'Update' | 'Delete'): string => `
mutation ${verb}${name}($input: ${verb}${name}Input!, $options: WriteOptionsInput) {
  result: ${verb.toLowerCase()}${name}(input: $input, options: $options) { object: ${one} { ...${name}Fields } }
}
`
  return `
fragment ${name}Fields on ${name} {
  ...TypedObjectFields
${kindFields(schema, name)}
}

query Get${name}($by: ${reference}!) {
  result: ${one}(by: $by) { ...${name}Fields }
}

query List${name}($filter: ${name}FilterInput, $orderBy: [ObjectOrderInput!], $first: Int, $after: String, $withPosition: Boolean = false) {
  result: ${plural}(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
    position @include(if: $withPosition)
    pageInfo { hasNextPage endCursor }
    nodes { ...${name}Fields }
  }
}

subscription Watch${name}($filter: ${name}FilterInput, $after: String) {
  result: ${plural}(filter: $filter, after: $after) {
    type
    objectId
    cursor
    position
    object { ...${name}Fields }
  }
}
${mutation('Create')}${mutation('Update')}${mutation('Delete')}`
}

/** Returns the selection of the spec and outputs of a kind with all their fields. */
function kindFields(from: GraphQLSchema, name: string): string {
  const type = from.getType(name)
  if (!isObjectType(type)) throw new Error(`the schema has no type ${name}`)
  const fields = type.getFields()
  return [fields['spec'], fields['outputs']]
    .flatMap((field) => (field === undefined ? [] : [`  ${selection(field)}`]))
    .join('\n')
}

function selection(field: GraphQLField<unknown, unknown>): string {
  const type: GraphQLNamedType = getNamedType(field.type)
  if (!isObjectType(type)) return field.name
  const inner = Object.values(type.getFields()).map(selection)
  return `${field.name} { ${inner.join(' ')} }`
}

function kindClients(): string {
  const imports = allKinds.flatMap(({ kind }) => verbs.map((verb) => `${verb}${kind}Document`))
  const clients = allKinds.map(
    ({ kind, plural, scope, description }) => `/** ${description} */
export function ${plural}(transport: Transport) {
  return kindClient(transport, {
${verbs.map((verb) => `    ${verb.toLowerCase()}: ${verb}${kind}Document,`).join('\n')}
    isGlobal: ${scope === 'global'},
  })
}
`,
  )
  const entries = allKinds.map(
    ({ plural, description }) => `    /** ${description} */
    ${plural}: ${plural}(transport),`,
  )
  return `// ${notice}
import { kindClient } from '../kind-client.ts'
import type { Transport } from '../transport.ts'
import {
${imports.map((name) => `  ${name},`).join('\n')}
} from './documents.ts'

${clients.join('\n')}
/** The clients of all kinds, by the name of their list. */
export function kindClients(transport: Transport) {
  return {
${entries.join('\n')}
  }
}
`
}

const verbs = ['Get', 'List', 'Watch', 'Create', 'Update', 'Delete'] as const

/** Returns a module with the release: browser bundles that imported package.json would contain all of it. */
function releaseConstant(): string {
  return `// ${notice}

/** The release of QleetOS that this code belongs to, which \`qleetctl version\` prints. */
export const release = '${packageJson.version}'
`
}

function camelCase(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}

const out = (path: string): URL => new URL(`../${path}`, import.meta.url)
await writeFile(out('schema/generated/schema.graphql'), `# ${notice}\n${printSchema(schema)}\n`)
await writeFile(out('schema/generated/workers.graphql'), `# ${notice}\n${printSchema(workerSchema)}\n`)
await writeFile(
  out('client-sdk/generated/kinds.graphql'),
  `# ${notice}\n${allKinds.map(kindOperations).join('')}`,
)
await writeFile(out('client-sdk/generated/kinds.ts'), kindClients())
await writeFile(out('schema/generated/release.ts'), releaseConstant())
