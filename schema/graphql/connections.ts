import type { ObjectRef } from '@pothos/core'
import { builder, type SchemaTypes } from './builder.ts'
import { costOfStatement } from './cost.ts'
import type { ConnectionPage } from './pagination.ts'

/* Each type of node has one connection type and one edge type, however many fields return it. */

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>

interface ConnectionTypes {
  connection: ObjectRef<Types, unknown>
  edge: ObjectRef<Types, unknown>
}

const declared = new Map<string, ConnectionTypes>()

/**
 * Declares the types `<name>Connection` and `<name>Edge`, or returns those declared before.
 *
 * @param fieldsOf Declares the fields of the connection.
 */
export function connectionTypes(name: string, type: unknown, fieldsOf = connectionFields): ConnectionTypes {
  const existing = declared.get(name)
  if (existing !== undefined) return existing
  const edge = builder.edgeObject({
    type: type as 'String',
    name: `${name}Edge`,
    description: `An entry of a list of ${name} items, with its cursor.`,
  })
  const connection = builder.connectionObject(
    {
      type: type as 'String',
      name: `${name}Connection`,
      description: `A page of a list of ${name} items.`,
      fields: (t) => fieldsOf(t as never, type),
    },
    edge,
  )
  // Pothos types connections by their nodes; lists of all types are treated alike here.
  const types = { connection, edge } as unknown as ConnectionTypes
  declared.set(name, types)
  return types
}

/** Returns the fields of a connection in addition to those of Relay: its items without edges, and their number. */
export function connectionFields(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, ConnectionPage<unknown>>,
  type: unknown,
): Record<string, never> {
  return {
    nodes: t.field({
      type: [type as 'String'],
      description: 'The items of the page.',
      // The connection accounts for the cost of its items.
      complexity: { field: 1, multiplier: 1 },
      resolve: ({ edges }) => edges.map(({ node }) => node as string),
    }),
    totalCount: t.int({
      description: 'The number of items on all pages.',
      complexity: costOfStatement,
      resolve: ({ count }) => count(),
    }),
  } as never
}
