import { writeFile } from 'node:fs/promises'
import {
  getNamedType,
  isObjectType,
  printSchema,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql'
import { schema } from '../schema/graphql/schema.ts'
import { allKinds } from '../schema/kinds/index.ts'
import type { Kind } from '../schema/kinds/kind.ts'

/*
 * Writes what follows from the registry and the schema alone: the printed schema, the operations of every kind for
 * the SDK, and the SDK's table of kinds. graphql-codegen then makes types of them.
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

/** Spec and outputs with all their fields. */
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

function kindTable(): string {
  const imports = allKinds.flatMap(({ kind }) =>
    ['Get', 'List', 'Create', 'Update', 'Delete'].map((verb) => `${verb}${kind}Document`),
  )
  const entries = allKinds.map(
    ({ kind, plural, description }) => `  /** ${description} */
  ${plural}: {
    get: Get${kind}Document,
    list: List${kind}Document,
    create: Create${kind}Document,
    update: Update${kind}Document,
    delete: Delete${kind}Document,
  },`,
  )
  return `// ${notice}
import {
${imports.map((name) => `  ${name},`).join('\n')}
} from './documents.ts'

/** The operations of every kind, by the name of its list. */
export const kindDocuments = {
${entries.join('\n')}
} as const
`
}

function camelCase(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}

const out = (path: string): URL => new URL(`../${path}`, import.meta.url)
await writeFile(out('schema/generated/schema.graphql'), `# ${notice}\n${printSchema(schema)}\n`)
await writeFile(
  out('client-sdk/generated/kinds.graphql'),
  `# ${notice}\n${allKinds.map(kindOperations).join('')}`,
)
await writeFile(out('client-sdk/generated/kinds.ts'), kindTable())
