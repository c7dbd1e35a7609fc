import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type SchemaTypes as AnyTypes,
} from '@pothos/core'
import {
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLFieldResolver,
  type GraphQLInputType,
} from 'graphql'
import { isRecord } from '../manifests.ts'
import { own } from '../own.ts'
import { withStore, type RequestContext } from './context.ts'
import type { GivenOptions } from './arguments.ts'

const pluginName = 'idempotency'

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- plugins of Pothos are declared by augmenting its namespace
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends AnyTypes> {
      idempotency: IdempotencyPlugin<Types>
    }
  }
}

/** Reports whether the response of a field is stored: true for all mutations except those that return a secret. */
function storesResponse<Types extends AnyTypes>({
  kind,
  extensions,
}: PothosOutputFieldConfig<Types>): boolean {
  return kind === 'Mutation' && extensions?.['storesNoResponse'] !== true
}

/**
 * Executes a mutation once per `options.idempotencyKey`, so that a client can safely repeat one whose response was lost.
 */
class IdempotencyPlugin<Types extends AnyTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (!storesResponse(field)) return resolve
    // oxlint-disable-next-line max-params -- the signature is that of GraphQL
    return (parent, args, context, info) => {
      const { options } = args as { options?: GivenOptions | null }
      const { idempotencyKey: key, dryRun, reason } = options ?? {}
      // A dry run has no effect that a repetition could duplicate.
      if (key == null || dryRun === true) return resolve(parent, args, context, info)
      const { store } = context as RequestContext
      const given = info.parentType.getFields()[info.fieldName]?.args ?? []
      const others = withDefaults(
        given.filter(({ name }) => name !== 'options'),
        args as Record<string, unknown>,
      )
      const request = [info.fieldName, others, reason ?? null]
      return store.once({ key, keyPath: 'options.idempotencyKey', request }, async (once) => {
        return resolve(parent, args, withStore(context as RequestContext, once), info)
      })
    }
  }
}

interface Declared {
  name: string
  type: GraphQLInputType
  defaultValue?: unknown
}

/**
 * Returns values with the defaults of their schema, so that equal requests are equal: interpreted and compiled documents
 * differ in whether they fill in the defaults of variables that a request omits.
 */
function withDefaults(
  fields: readonly Declared[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap(({ name, type, defaultValue }) => {
      const given = own(values, name)
      // In an update, null differs from a field that is absent.
      const value = given === undefined ? defaultValue : given
      return value === undefined ? [] : [[name, valueWithDefaults(type, value)]]
    }),
  )
}

function valueWithDefaults(type: GraphQLInputType, value: unknown): unknown {
  if (isNonNullType(type)) return valueWithDefaults(type.ofType, value)
  if (isListType(type) && Array.isArray(value))
    return value.map((item) => valueWithDefaults(type.ofType, item))
  if (!isInputObjectType(type) || !isRecord(value)) return value
  return withDefaults(Object.values(type.getFields()), value)
}

SchemaBuilder.registerPlugin(pluginName, IdempotencyPlugin)

export default pluginName
