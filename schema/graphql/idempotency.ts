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
  // oxlint-disable-next-line typescript/no-namespace -- this is how Pothos learns of plugins
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends AnyTypes> {
      idempotency: IdempotencyPlugin<Types>
    }
  }
}

const description =
  'A key of your choice, for example a UUID or the id of a CI job. Sending the same mutation with the same key again ' +
  'within 24 hours has no second effect and gets the same object as answer; another one is refused (KEY_REUSED). What ' +
  'failed is tried again.'

/** All mutations but those whose answer is a secret. */
function keepsAnswers<Types extends AnyTypes>({ kind, extensions }: PothosOutputFieldConfig<Types>): boolean {
  return kind === 'Mutation' && extensions?.['keepsNoAnswer'] !== true
}

/** Gives every mutation an `idempotencyKey`, so that one whose answer got lost can be sent again without a thought. */
class IdempotencyPlugin<Types extends AnyTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    if (!keepsAnswers(field)) return field
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
    if (!keepsAnswers(field)) return resolve
    // oxlint-disable-next-line max-params -- the signature is that of GraphQL
    return (parent, args, context, info) => {
      const { idempotencyKey: key, ...rest } = args as {
        idempotencyKey?: string | null
        dryRun?: boolean | null
      }
      // What keeps nothing cannot have a second effect.
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
