import { Kind, getOperationAST, parse, print, visit, type FieldNode, type GraphQLSchema } from 'graphql'
import type { RequestContext } from '../../schema/graphql/context.ts'
import type { ObjectStamp } from '../../schema/graphql/store-queries.ts'
import { maxBytes } from '../store/response-size.ts'
import { compileOperation, type CompiledOperation } from './compiled-query.ts'
import { concatJson, encodeJson, separated } from './encoded-json.ts'
import type { ObjectTexts } from './object-texts.ts'
import { rowListIn, type Operation, type RowList } from './row-lists.ts'
import { usedOperation } from './used-schema.ts'

/** Returns the body of a response; undefined if the objects have to be read to answer. */
export type CompiledList = (
  context: RequestContext,
  variables: Readonly<Record<string, unknown>>,
) => Promise<Buffer | undefined>

/**
 * Compiles an operation that lists objects and shows of them only what depends on their rows. Clients list the same objects again and
 * again, and what most of it costs is to read, to convert and to write those that are as they were. Postgres reports which state each
 * object has, and only those in another state than their text are read. Returns undefined for all other operations.
 *
 * @param texts The texts of this and of other operations.
 * @param key What distinguishes the texts of this operation.
 */
export function compileList(
  schema: GraphQLSchema,
  operation: Operation,
  { texts, key }: { texts: ObjectTexts; key: string },
): CompiledList | undefined {
  const list = rowListIn(schema, operation)
  if (list === undefined) return undefined
  const page = compiledPage(schema, operation, list)
  const objects = compiledObjects(schema, operation, list)
  if (page === undefined || objects === undefined) return undefined
  return async (context, variables) => {
    const listed: NonNullable<RequestContext['listed']> = {}
    const found = await page({ ...context, listed }, variables)
    const connection = found?.data?.[list.name] as Record<string, unknown> | null | undefined
    if (found?.errors !== undefined || connection == null || listed.page === undefined) return undefined
    const nodes = await textsOf(listed.page, { texts, key, read: (ids) => objects(context, ids) })
    if (nodes === undefined) return undefined
    // Fields that are not included are undefined.
    const fields = Object.entries(connection).filter(([, value]) => value !== undefined)
    const parts = fields.flatMap(([name, value], index) => {
      const start = `${index === 0 ? '' : ','}${JSON.stringify(name)}:`
      return name === list.nodesName
        ? [`${start}[`, ...separated(nodes), ']']
        : [`${start}${JSON.stringify(value)}`]
    })
    return concatJson([`{"data":{${JSON.stringify(list.name)}:{`, ...parts, '}}}'])
  }
}

interface TextSources {
  texts: ObjectTexts
  key: string
  /** Returns the fields of objects, with null for those that are gone; undefined if they cannot be read together. */
  read: (ids: readonly string[]) => Promise<readonly unknown[] | undefined>
}

/**
 * Returns the encoded JSON of the objects of a page; undefined if one of them is gone meanwhile: a page without it would be shorter than
 * the list, and one of a single object would be empty although there are others.
 */
async function textsOf(
  page: readonly ObjectStamp[],
  { texts, key, read }: TextSources,
): Promise<readonly Buffer[] | undefined> {
  const found = new Map<bigint, Buffer>()
  const missing: ObjectStamp[] = []
  for (const each of page) {
    const text = texts.get(each, key)
    if (text === undefined) missing.push(each)
    else found.set(each.id, text)
  }
  const objects = missing.length === 0 ? [] : await read(missing.map(({ id }) => String(id)))
  if (objects === undefined) return undefined
  for (const [index, each] of missing.entries()) {
    const object = objects[index] as { confirmation?: unknown } | null | undefined
    if (object == null) return undefined
    const text = encodeJson(object)
    found.set(each.id, text)
    // A confirmation expires.
    if (object.confirmation == null) texts.set(each, text, key)
  }
  const all = page.flatMap(({ id }) => found.get(id) ?? [])
  const length = all.reduce((total, text) => total + text.length, 0)
  return length > maxBytes ? undefined : all
}

/** Compiles an operation without the objects of its list. */
function compiledPage(
  schema: GraphQLSchema,
  { document, operation }: Operation,
  { nodesName }: RowList,
): CompiledOperation | undefined {
  // In the place of the objects, so that the fields of the response have their order.
  const placeholder: FieldNode = {
    kind: Kind.FIELD,
    alias: { kind: Kind.NAME, value: nodesName },
    name: { kind: Kind.NAME, value: '__typename' },
  }
  const page = visit(operation, {
    Field: ({ name }) => (name.value === 'nodes' ? placeholder : undefined),
  })
  const others = document.definitions.filter((each) => each !== operation)
  const made = { ...document, definitions: [page, ...others] }
  return compileOperation(usedOperation(schema, { document: made, operation: page }))
}

type ReadObjects = (
  context: RequestContext,
  ids: readonly string[],
) => Promise<readonly unknown[] | undefined>

/** Compiles the selection of the objects of a list, for objects that are read by their IDs. */
function compiledObjects(
  schema: GraphQLSchema,
  { document }: Operation,
  { nodes, type }: RowList,
): ReadObjects | undefined {
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  const selected = `... on ${type.name} ${print(nodes.selectionSet)}`
  const read = parse(
    [`query ($ids: [ID!]!) { nodes(ids: $ids) { ${selected} } }`, ...fragments.map(print)].join('\n'),
  )
  const operation = getOperationAST(read)
  const execute =
    operation == null ? undefined : compileOperation(usedOperation(schema, { document: read, operation }))
  if (execute === undefined) return undefined
  return async (context, ids) => {
    const found = await execute(context, { ids })
    if (found === undefined || found.errors !== undefined) return undefined
    return found.data?.['nodes'] as readonly unknown[] | undefined
  }
}
