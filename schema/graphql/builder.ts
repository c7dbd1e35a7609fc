import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import { Kind as AstKind, type ValueNode } from 'graphql'
import type PrismaTypes from '../../prisma/generated/pothos.ts'
import { getDatamodel } from '../../prisma/generated/pothos.ts'
import { invalidInput, shownValue } from '../errors.ts'
import { own } from '../own.ts'
import type { Verb } from '../permissions.ts'
import type { RequestContext } from './context.ts'
import IdempotencyPlugin from './idempotency.ts'
import PermissionsPlugin, { forbidden, permissionOf } from './permissions.ts'

export interface SchemaTypes {
  PrismaTypes: PrismaTypes
  Context: RequestContext
  AuthScopes: { verb: Verb }
  DefaultFieldNullability: false
  Scalars: {
    DateTime: { Input: Date; Output: Date }
    JSON: { Input: unknown; Output: unknown }
    ID: { Input: string; Output: string }
  }
}

export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [
    PermissionsPlugin,
    ScopeAuthPlugin,
    ComplexityPlugin,
    RelayPlugin,
    PrismaPlugin,
    IdempotencyPlugin,
  ],
  defaultFieldNullability: false,
  prisma: { client: noClient, dmmf: getDatamodel(), maxConnectionSize: 1000 },
  relay: {
    cursorType: 'String',
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    clientMutationId: 'omit',
    firstArgOptions: {
      description: 'At most so many entries from the beginning, or after `after`; at most 1000.',
    },
    afterArgOptions: { description: 'Cursor of the entry before the first that is desired.' },
    lastArgOptions: {
      description: 'At most so many entries from the end, or before `before`; at most 1000.',
    },
    beforeArgOptions: { description: 'Cursor of the entry after the last that is desired.' },
    defaultConnectionTypeOptions: { description: 'A page of a list.' },
    defaultEdgeTypeOptions: { description: 'One entry of a list, and its place.' },
    // Counted by the connection that they are of.
    edgesFieldOptions: { description: 'The entries of the page.', complexity: { field: 1, multiplier: 1 } },
    nodeFieldOptions: { description: 'The entry itself.' },
    cursorFieldOptions: { description: 'The place of the entry, for `after` and `before`.' },
    pageInfoFieldOptions: { description: 'Where the page stands in the list.' },
    pageInfoTypeOptions: { description: 'Where a page stands in its list.' },
    hasNextPageFieldOptions: { description: 'Whether there are entries after this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether there are entries before this page.' },
    startCursorFieldOptions: { description: 'Cursor of the first entry of the page.' },
    endCursorFieldOptions: { description: 'Cursor of the last entry of the page: `after` of the next one.' },
  },
  complexity: {
    defaultComplexity: 1,
    defaultListMultiplier: 10,
    // About as many fields as are resolved in a quarter of a second; a page of 1,000 objects with all that clients ask of them
    // has 120,000.
    limit: { complexity: 200_000, depth: 16, breadth: 1000 },
    complexityError: (kind, { maxComplexity, complexity, maxDepth, depth, maxBreadth, breadth }) =>
      invalidInput([
        {
          path: 'query',
          message: `is too large: ${kind}`,
          value: `complexity ${complexity} of ${maxComplexity}, depth ${depth} of ${maxDepth}, breadth ${breadth} of ${maxBreadth}`,
          remedy: 'Ask for less at once, or in pages.',
        },
      ]),
  },
  scopeAuth: {
    authScopes: ({ may }) => ({ verb: may }),
    authorizeOnSubscribe: true,
    unauthorizedError: (_, { actor }, { fieldName, parentType }) =>
      forbidden(actor, { ...permissionOf(parentType.getFields()[fieldName]), operation: fieldName }),
  },
})

/** Types are made from models, and rows are read by the store of the actor only. */
function noClient(): never {
  throw new Error('a resolver reads by Prisma; read by the store, which checks permissions')
}

builder.scalarType('DateTime', {
  description: 'A moment as ISO 8601 text in UTC, for example `2026-11-21T03:07:00.000Z`.',
  serialize: (value) => value.toISOString(),
  parseValue: (value) => {
    const date = new Date(typeof value === 'string' ? value : Number.NaN)
    if (Number.isNaN(date.getTime())) throw new TypeError(`${shownValue(value)} is not an ISO 8601 date`)
    return date
  },
})

builder.scalarType('JSON', {
  description: 'Any JSON value.',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node, variables) => literalValue(node, variables ?? {}),
})

function literalValue(node: ValueNode, variables: Record<string, unknown>): unknown {
  switch (node.kind) {
    case AstKind.NULL:
      return null
    case AstKind.INT:
    case AstKind.FLOAT:
      return Number(node.value)
    case AstKind.STRING:
    case AstKind.BOOLEAN:
    case AstKind.ENUM:
      return node.value
    case AstKind.VARIABLE:
      return own(variables, node.name.value)
    case AstKind.LIST:
      return node.values.map((value) => literalValue(value, variables))
    case AstKind.OBJECT:
      return Object.fromEntries(
        node.fields.map((field) => [field.name.value, literalValue(field.value, variables)]),
      )
  }
}

builder.queryType({ description: 'Reading.' })
builder.mutationType({
  description: 'Writing. Every mutation is one transaction: all of it happens, or nothing.',
})
builder.subscriptionType({ description: 'Following.' })
