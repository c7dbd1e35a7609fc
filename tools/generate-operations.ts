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
  const project =
    kind.scope === 'global'
      ? { declare: '', pass: '' }
      : { declare: ', $project: String', pass: ', project: $project' }
  const target = {
    declare: `$id: ID, $name: String${project.declare}`,
    pass: `id: $id, name: $name${project.pass}`,
  }
  const write = {
    declare: '$dryRun: Boolean, $reason: String, $idempotencyKey: String',
    pass: 'dryRun: $dryRun, reason: $reason, idempotencyKey: $idempotencyKey',
  }
  const version = { declare: '$expectedVersion: Int', pass: 'expectedVersion: $expectedVersion' }
  return `
fragment ${name}Fields on ${name} {
  ...ObjectFields
${kindFields(schema, name)}
}

query Get${name}(${target.declare}) {
  result: ${one}(${target.pass}) { ...${name}Fields }
}

query List${name}($filter: ObjectFilter, $order: ObjectOrder, $first: Int, $after: String) {
  result: ${plural}(filter: $filter, order: $order, first: $first, after: $after) {
    totalCount
    pageInfo { hasNextPage endCursor }
    edges { node { ...${name}Fields } }
  }
}

mutation Create${name}($input: Create${name}Input!, ${write.declare}) {
  result: create${name}(input: $input, ${write.pass}) { ...${name}Fields }
}

mutation Update${name}(${target.declare}, $input: Update${name}Input!, ${version.declare}, ${write.declare}) {
  result: update${name}(${target.pass}, input: $input, ${version.pass}, ${write.pass}) { ...${name}Fields }
}

mutation Delete${name}(${target.declare}, ${version.declare}, ${write.declare}) {
  result: delete${name}(${target.pass}, ${version.pass}, ${write.pass}) { ...${name}Fields }
}
`
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
    ({ kind, plural, description }) => `/** ${description} */
export function ${plural}(transport: Transport) {
  return kindClient(transport, {
${verbs.map((verb) => `    ${verb.toLowerCase()}: ${verb}${kind}Document,`).join('\n')}
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

const verbs = ['Get', 'List', 'Create', 'Update', 'Delete'] as const

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
