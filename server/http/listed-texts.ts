import {
  Kind,
  getNamedType,
  getOperationAST,
  isInterfaceType,
  isObjectType,
  parse,
  print,
  visit,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import type { LRUCache } from 'lru-cache'
import type { RequestContext } from '../../schema/graphql/context.ts'
import { dependenceOf, type Dependence } from '../../schema/graphql/dependence.ts'
import type { ObjectStamp } from '../../schema/graphql/store-queries.ts'
import { compileOperation } from './compiled-query.ts'

/** The JSON of the objects of a document, in the states in which they were listed last. */
export type ListedTexts = LRUCache<string, { stamp: string; text: string }>

/** Returns the JSON of the data of a response; undefined if the objects have to be read to answer. */
export type CompiledList = (
  context: RequestContext,
  variables: Readonly<Record<string, unknown>>,
) => Promise<string | undefined>

/** The most characters of the objects of a response, as of a page that is read. */
const maxText = 4_000_000

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
  { document, operation }: { document: DocumentNode; operation: OperationDefinitionNode },
  { texts, key }: { texts: ListedTexts; key: string },
): CompiledList | undefined {
  const list = listIn(schema, document, operation)
  if (list === undefined) return undefined
  const page = compiledPage(schema, document, operation, list)
  const objects = compiledObjects(schema, document, list)
  if (page === undefined || objects === undefined) return undefined
  return async (context, variables) => {
    const listed: NonNullable<RequestContext['listed']> = {}
    const found = await page({ ...context, listed }, variables)
    const connection = found?.data?.[list.name] as Record<string, unknown> | null | undefined
    if (found?.errors !== undefined || connection == null || listed.page === undefined) return undefined
    const nodes = await textsOf(listed.page, { texts, key, read: (ids) => objects(context, ids) })
    if (nodes === undefined) return undefined
    // Fields that are not included are undefined.
    const fields = Object.entries(connection).flatMap(([name, value]) => {
      const text = name === list.nodesName ? nodes : JSON.stringify(value)
      return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`]
    })
    return `{${JSON.stringify(list.name)}:{${fields.join()}}}`
  }
}

interface TextSources {
  texts: ListedTexts
  key: string
  /** Returns the fields of objects, with null for those that are gone; undefined if they cannot be read together. */
  read: (ids: readonly string[]) => Promise<readonly unknown[] | undefined>
}

/** Returns the JSON of the objects of a page. Those that are gone meanwhile are left out. */
async function textsOf(
  page: readonly ObjectStamp[],
  { texts, key, read }: TextSources,
): Promise<string | undefined> {
  const found = new Map<bigint, string>()
  const missing: ObjectStamp[] = []
  for (const each of page) {
    const known = texts.get(`${key} ${each.id}`)
    if (known?.stamp === each.stamp) found.set(each.id, known.text)
    else missing.push(each)
  }
  const objects = missing.length === 0 ? [] : await read(missing.map(({ id }) => String(id)))
  if (objects === undefined) return undefined
  for (const [index, { id, stamp }] of missing.entries()) {
    const object = objects[index] as { confirmation?: unknown } | null | undefined
    if (object == null) continue
    const text = JSON.stringify(object)
    found.set(id, text)
    // It is in this state or in a later one, of which the next list has another stamp. A confirmation expires.
    if (object.confirmation == null) texts.set(`${key} ${id}`, { stamp, text })
  }
  const all = page.flatMap(({ id }) => found.get(id) ?? [])
  const length = all.reduce((total, text) => total + text.length, 0)
  return length > maxText ? undefined : `[${all.join()}]`
}

/** A list whose objects have texts. */
interface List {
  field: FieldNode
  /** The names of the list and of its nodes in the response. */
  name: string
  nodesName: string
  nodes: FieldNode
  /** The type of the objects. */
  type: GraphQLNamedType
}

/** Returns the list that an operation consists of; undefined if it is none, or shows of objects what may depend on anything else. */
function listIn(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): List | undefined {
  const [field, ...more] = operation.selectionSet.selections
  const query = schema.getQueryType()
  if (operation.operation !== 'query' || query == null || field?.kind !== Kind.FIELD || more.length > 0)
    return undefined
  const type = fieldType(query, field)
  if (type === undefined || !type.name.endsWith('Connection') || field.selectionSet === undefined)
    return undefined
  const selected = field.selectionSet.selections
  const fields = selected.filter((each) => each.kind === Kind.FIELD)
  const [nodes, ...others] = fields.filter(({ name }) => name.value === 'nodes')
  const hasOnlyFields =
    fields.length === selected.length && fields.every(({ name }) => name.value !== 'edges')
  if (nodes?.selectionSet === undefined || others.length > 0 || !hasOnlyFields) return undefined
  const objectType = fieldType(type, nodes)
  const objects = schema.getType('ManagedObject')
  const isObject =
    objectType === objects ||
    (isObjectType(objectType) && objectType.getInterfaces().some((each) => each === objects))
  const fragments = new Map(
    document.definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [],
    ),
  )
  if (objectType === undefined || !isObject || hasDirectives(nodes)) return undefined
  if (!dependsOnRow({ schema, fragments }, nodes.selectionSet, { type: objectType, most: 'row' }))
    return undefined
  return { field, name: responseName(field), nodesName: responseName(nodes), nodes, type: objectType }
}

interface Definitions {
  schema: GraphQLSchema
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
}

/** Reports whether all selected fields depend on `most` at most. */
function dependsOnRow(
  definitions: Definitions,
  { selections }: SelectionSetNode,
  { type, most }: { type: GraphQLNamedType; most: Dependence },
): boolean {
  return selections.every((selection) => {
    if (hasDirectives(selection)) return false
    if (selection.kind !== Kind.FIELD) {
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : definitions.fragments.get(selection.name.value)
      const condition = fragment?.typeCondition?.name.value
      const narrowed = condition === undefined ? type : definitions.schema.getType(condition)
      return (
        fragment !== undefined &&
        narrowed !== undefined &&
        dependsOnRow(definitions, fragment.selectionSet, { type: narrowed, most })
      )
    }
    if (selection.name.value === '__typename') return true
    // One that expires is recognized by its name.
    if (selection.name.value === 'confirmation' && selection.alias !== undefined) return false
    const dependence = dependenceOf(type, selection.name.value)
    if (dependence === undefined || (selection.arguments?.length ?? 0) > 0) return false
    if (most === 'nothing' && dependence === 'row') return false
    const inner = fieldType(type, selection)
    return (
      selection.selectionSet === undefined ||
      (inner !== undefined &&
        dependsOnRow(definitions, selection.selectionSet, { type: inner, most: dependence }))
    )
  })
}

function fieldType(type: GraphQLNamedType, { name }: FieldNode): GraphQLNamedType | undefined {
  if (!isObjectType(type) && !isInterfaceType(type)) return undefined
  const field = type.getFields()[name.value]
  return field && getNamedType(field.type)
}

function responseName({ alias, name }: FieldNode): string {
  return (alias ?? name).value
}

function hasDirectives({ directives = [] }: { directives?: readonly unknown[] | undefined }): boolean {
  return directives.length > 0
}

/** Compiles an operation without the objects of its list. */
function compiledPage(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  { nodes, nodesName }: List,
) {
  // In the place of the objects, so that the fields of the response have their order.
  const placeholder: FieldNode = {
    kind: Kind.FIELD,
    alias: { kind: Kind.NAME, value: nodesName },
    name: { kind: Kind.NAME, value: '__typename' },
  }
  const page = visit(operation, { Field: (field) => (field === nodes ? placeholder : undefined) })
  const others = document.definitions.filter((each) => each !== operation)
  return compileOperation(schema, { ...document, definitions: [page, ...others] }, page)
}

type ReadObjects = (
  context: RequestContext,
  ids: readonly string[],
) => Promise<readonly unknown[] | undefined>

/** Compiles the selection of the objects of a list, for objects that are read by their IDs. */
function compiledObjects(
  schema: GraphQLSchema,
  document: DocumentNode,
  { nodes, type }: List,
): ReadObjects | undefined {
  if (nodes.selectionSet === undefined) return undefined
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  const selected = `... on ${type.name} ${print(nodes.selectionSet)}`
  const read = parse(
    [`query ($ids: [ID!]!) { nodes(ids: $ids) { ${selected} } }`, ...fragments.map(print)].join('\n'),
  )
  const operation = getOperationAST(read)
  const execute = operation == null ? undefined : compileOperation(schema, read, operation)
  if (execute === undefined) return undefined
  return async (context, ids) => {
    const found = await execute(context, { ids })
    if (found === undefined || found.errors !== undefined) return undefined
    return found.data?.['nodes'] as readonly unknown[] | undefined
  }
}
