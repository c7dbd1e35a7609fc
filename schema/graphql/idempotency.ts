import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type SchemaTypes as AnyTypes,
} from '@pothos/core'
import type { GraphQLFieldResolver } from 'graphql'
import { createLoaders, type RequestContext } from './context.ts'
import type { GivenOptions } from './writes.ts'

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
      const { options, ...rest } = args as { options?: GivenOptions | null }
      const { idempotencyKey: key, ...others } = options ?? {}
      // A dry run has no effect that a repetition could duplicate.
      if (key == null || others.dryRun === true) return resolve(parent, args, context, info)
      const { store } = context as RequestContext
      return store.once({ key, request: [info.fieldName, { ...rest, options: others }] }, async (once) => {
        const own: RequestContext = {
          ...(context as RequestContext),
          store: once,
          loaders: createLoaders(once),
        }
        return resolve(parent, args, own, info)
      })
    }
  }
}

SchemaBuilder.registerPlugin(pluginName, IdempotencyPlugin)

export default pluginName
