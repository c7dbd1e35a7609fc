import { invalidInput, shownValue } from '../errors.ts'
import { maxEntries } from '../limits.ts'
import { assertAtMost } from './arguments.ts'
import { builder } from './builder.ts'
import type { RequestContext } from './context.ts'
import { costOfEach } from './cost.ts'
import type { EntryType } from './store-queries.ts'

/*
 * Everything with an ID is a node. The ID of an object is a decimal number; all others start with their type, as in
 * `ObjectEvent:12`.
 */

type NodeTypeName = EntryType | 'Change'

/** A row that is returned as a node, with the name of its type. Objects have their kind instead. */
interface NodeRow {
  id?: bigint
  kind?: string | null
  nodeType?: NodeTypeName
}

export const NodeType = builder.interfaceRef<NodeRow>('Node').implement({
  description: 'Represents anything with an ID.',
  resolveType: ({ nodeType, kind }) => nodeType ?? kind ?? '',
  fields: (t) => ({
    id: t.id({
      description:
        'The ID, unique among all nodes: a decimal number for an object, otherwise the type and a number.',
      resolve: ({ id }) => String(id),
    }),
  }),
})

/** Returns the ID of a node that is no object. */
export function nodeId(type: NodeTypeName, id: bigint): string {
  return `${type}:${id}`
}

const nodeIdPattern =
  /^(?:(?<type>ObjectEvent|AppliedResource|ExternalResource|AbandonedResource|Change):)?(?<number>\d{1,18})$/

/** Returns the number in the ID of a node of a type. Throws INVALID_INPUT for IDs of other types. */
export function parseNodeId(type: NodeTypeName, id: string, path: string): bigint {
  const { type: given, number = '' } = nodeIdPattern.exec(id)?.groups ?? {}
  if (given === type) return BigInt(number)
  throw invalidInput([
    {
      path,
      code: 'INVALID',
      message: `must be the ID of a node of type ${type}`,
      value: shownValue(id),
      remedy: `Use an ID such as "${type}:1".`,
    },
  ])
}

async function findNode(
  id: string,
  { loaders, store }: RequestContext,
  path: string,
): Promise<NodeRow | null> {
  const { type, number = '' } = nodeIdPattern.exec(id)?.groups ?? {}
  if (number === '') {
    const remedy = 'Use the `id` of a node, such as "12" or "ObjectEvent:12".'
    throw invalidInput([
      { path, code: 'INVALID', message: 'is not the ID of a node', value: shownValue(id), remedy },
    ])
  }
  const key = BigInt(number)
  if (type === undefined) return (await loaders.byId.load(key)) ?? null
  if (type === 'Change') {
    const change = await store.findChange(key)
    return change === undefined ? null : { ...change, nodeType: type }
  }
  const row = await loaders.entries.load({ type: type as EntryType, id: key })
  return row === undefined ? null : { ...row, nodeType: type as EntryType }
}

builder.queryField('node', (t) =>
  t.field({
    type: NodeType,
    nullable: true,
    authScopes: { verb: 'read' },
    description: 'Returns a node by ID, or null if there is none.',
    args: { id: t.arg.id({ required: true, description: 'The ID of the node.' }) },
    resolve: (_, { id }, context) => findNode(id, context, 'id'),
  }),
)

builder.queryField('nodes', (t) =>
  t.field({
    type: [NodeType],
    nullable: { list: true, items: true },
    authScopes: { verb: 'read' },
    description: 'Returns nodes by ID, in the order of the IDs, with null for each that does not exist.',
    args: { ids: t.arg.idList({ required: true, description: 'The IDs of the nodes, at most 1,000.' }) },
    complexity: ({ ids }) => costOfEach(ids),
    resolve: (_, { ids }, context) => {
      assertAtMost(ids, { max: maxEntries, path: 'ids' })
      return Promise.all(ids.map((id, index) => findNode(id, context, `ids[${index}]`)))
    },
  }),
)
