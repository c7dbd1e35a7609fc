import SchemaBuilder from '@pothos/core'
import ComplexityPlugin from '@pothos/plugin-complexity'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import ScopeAuthPlugin from '@pothos/plugin-scope-auth'
import SubGraphPlugin from '@pothos/plugin-sub-graph'
import { Kind as AstKind, type ValueNode } from 'graphql'
import type PrismaTypes from '../../prisma/generated/pothos.ts'
import { getDatamodel } from '../../prisma/generated/pothos.ts'
import { shownValue } from '../errors.ts'
import { own } from '../own.ts'
import type { Verb } from '../permissions.ts'
import { complexityLimit, tooComplex } from './complexity.ts'
import type { RequestContext } from './context.ts'
import ForgetBuildingPlugin from './forget-building.ts'
import IdempotencyPlugin from './idempotency.ts'
import PermissionsPlugin, { audiences, forbidden, permissionOf, type Audience } from './permissions.ts'

import PlansPlugin from './plans-plugin.ts'
import RefusalsPlugin from './refusals.ts'

export interface SchemaTypes {
  PrismaTypes: PrismaTypes
  Context: RequestContext
  AuthScopes: { verb: Verb }
  SubGraphs: Audience
  DefaultFieldNullability: false
  Scalars: {
    DateTime: { Input: Date; Output: Date | string }
    StringMap: { Input: Record<string, string>; Output: unknown }
    StringMapPatch: { Input: Record<string, string | null>; Output: unknown }
    JSON: { Input: unknown; Output: unknown }
    ID: { Input: string; Output: string }
  }
}

export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [
    ForgetBuildingPlugin,
    RefusalsPlugin,
    PermissionsPlugin,
    ScopeAuthPlugin,
    ComplexityPlugin,
    RelayPlugin,
    PrismaPlugin,
    PlansPlugin,
    IdempotencyPlugin,
    SubGraphPlugin,
  ],
  // Types belong to the schemas whose operations reach them.
  subGraphs: { defaultForTypes: [...audiences], fieldsInheritFromTypes: true },
  defaultFieldNullability: false,
  prisma: { client: noClient, dmmf: getDatamodel(), maxConnectionSize: 1000 },
  relay: {
    cursorType: 'String',
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    clientMutationId: 'omit',
    firstArgOptions: {
      description: 'Returns the first _n_ entries of the list, at most 1,000.',
    },
    afterArgOptions: { description: 'Returns the entries that come after the specified cursor.' },
    lastArgOptions: {
      description: 'Returns the last _n_ entries of the list, at most 1,000.',
    },
    beforeArgOptions: { description: 'Returns the entries that come before the specified cursor.' },
    defaultConnectionTypeOptions: { description: 'A page of a paginated list.' },
    defaultEdgeTypeOptions: { description: 'An entry of a paginated list, with its cursor.' },
    // The connection accounts for the cost of its edges.
    edgesFieldOptions: {
      description: 'The entries with their cursors.',
      complexity: { field: 1, multiplier: 1 },
    },
    nodeFieldOptions: { description: 'The item at the end of the edge.' },
    cursorFieldOptions: { description: 'A cursor for use in pagination, with `after` or `before`.' },
    pageInfoFieldOptions: { description: 'Information to aid in pagination.' },
    pageInfoTypeOptions: { description: 'Information about pagination in a connection.' },
    hasNextPageFieldOptions: {
      description: 'When paginating forwards, indicates whether there are more entries.',
    },
    hasPreviousPageFieldOptions: {
      description: 'When paginating backwards, indicates whether there are more entries.',
    },
    startCursorFieldOptions: { description: 'When paginating backwards, the cursor to continue.' },
    endCursorFieldOptions: { description: 'When paginating forwards, the cursor to continue.' },
  },
  complexity: {
    defaultComplexity: 1,
    defaultListMultiplier: 10,
    // Computing it can take as long as the operation, so it is not done again.
    limit: ({ may, isAffordable }) => (isAffordable === true ? {} : complexityLimit(may)),
    complexityError: (
      kind,
      { maxComplexity = Infinity, complexity, maxDepth = Infinity, depth, maxBreadth = Infinity, breadth },
    ) =>
      tooComplex(
        kind,
        { complexity: maxComplexity, depth: maxDepth, breadth: maxBreadth },
        { complexity, depth, breadth },
      ),
  },
  scopeAuth: {
    authScopes: ({ may }) => ({ verb: may }),
    authorizeOnSubscribe: true,
    unauthorizedError: (_, { actor }, { fieldName, parentType }) =>
      forbidden(actor, { ...permissionOf(parentType.getFields()[fieldName]), operation: fieldName }),
  },
})

/** Throws, since only types are derived from Prisma models: resolvers read rows through the store of the actor. */
function noClient(): never {
  throw new Error('a resolver reads through Prisma; use the store, which checks permissions')
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

builder.scalarType('DateTime', {
  description: 'An ISO 8601 date and time in UTC, for example `2026-11-21T03:07:00.000Z`.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  // Times that are stored as texts have this form already.
  serialize: (value) =>
    typeof value !== 'string'
      ? value.toISOString()
      : isoTime.test(value)
        ? value
        : new Date(value).toISOString(),
  parseValue: (value) => {
    const date = new Date(typeof value === 'string' ? value : Number.NaN)
    if (Number.isNaN(date.getTime()))
      throw new TypeError(`${shownValue(value)} is not an ISO 8601 date and time`)
    return date
  },
})

builder.scalarType('JSON', {
  description: 'An arbitrary JSON value.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node, variables) => literalValue(node, variables ?? {}),
})

builder.scalarType('StringMap', {
  description: 'A JSON object whose values are strings, such as labels.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259#section-4',
  serialize: (value) => value,
  parseValue: stringMap,
  parseLiteral: (node, variables) => stringMap(literalValue(node, variables ?? {})),
})

builder.scalarType('StringMapPatch', {
  description:
    'Changes of a `StringMap`: a JSON object whose values are strings, which set entries, or null, which removes them.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc7396',
  serialize: (value) => value,
  parseValue: stringMap,
  parseLiteral: (node, variables) => stringMap(literalValue(node, variables ?? {})),
})

function stringMap(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError('must be an object whose values are strings')
  // The store reports values that are no strings, with the path of each.
  return value as Record<string, string>
}

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

builder.queryType({ description: 'The root type for queries, which read data.' })
builder.mutationType({
  description:
    'The root type for mutations, which change data. Each mutation is one transaction: it takes effect as a ' +
    'whole or not at all.',
})
builder.subscriptionType({ description: 'The root type for subscriptions, which stream data as it changes.' })
