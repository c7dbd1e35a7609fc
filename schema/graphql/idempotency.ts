import SchemaBuilder, {
  BasePlugin,
  type PothosInputFieldConfig,
  type PothosOutputFieldConfig,
  type SchemaTypes as AnyTypes,
} from '@pothos/core'
import type { GraphQLFieldResolver } from 'graphql'
import { createLoaders, type RequestContext } from './context.ts'

const pluginName = 'idempotency'

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- plugins of Pothos are declared by augmenting its namespace
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends AnyTypes> {
      idempotency: IdempotencyPlugin<Types>
    }
  }
}

const description =
  'A unique identifier for the request, for example a UUID or the ID of a CI job. Repeating the same ' +
  'mutation with the same key within 24 hours has no further effect and returns the same object. Another ' +
  'mutation with the same key fails with `KEY_REUSED`. Failed mutations can be retried with the same key.'

/** Reports whether the response of a field is stored: true for all mutations except those that return a secret. */
function storesResponse<Types extends AnyTypes>({
  kind,
  extensions,
}: PothosOutputFieldConfig<Types>): boolean {
  return kind === 'Mutation' && extensions?.['storesNoResponse'] !== true
}

/** Adds an `idempotencyKey` to every mutation, so that a client can safely repeat one whose response was lost. */
class IdempotencyPlugin<Types extends AnyTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    if (!storesResponse(field)) return field
    const key: PothosInputFieldConfig<Types> = {
      kind: 'Arg',
      graphqlKind: 'Arg',
      name: 'idempotencyKey',
      parentField: field.name,
      parentType: field.parentType,
      type: { kind: 'Scalar', ref: 'String', required: false },
      description,
      pothosOptions: { type: 'String', description } as never,
    }
    return { ...field, args: { ...field.args, idempotencyKey: key } }
  }

  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (!storesResponse(field)) return resolve
    // oxlint-disable-next-line max-params -- the signature is that of GraphQL
    return (parent, args, context, info) => {
      const { idempotencyKey: key, ...rest } = args as {
        idempotencyKey?: string | null
        dryRun?: boolean | null
      }
      // A dry run has no effect that a repetition could duplicate.
      if (key == null || rest.dryRun === true) return resolve(parent, rest, context, info)
      const { store } = context as RequestContext
      return store.once({ key, request: [info.fieldName, rest] }, async (once) => {
        const own: RequestContext = {
          ...(context as RequestContext),
          store: once,
          loaders: createLoaders(once),
        }
        return resolve(parent, rest, own, info)
      })
    }
  }
}

SchemaBuilder.registerPlugin(pluginName, IdempotencyPlugin)

export default pluginName
