import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type SchemaTypes as AnyTypes,
} from '@pothos/core'
import type { GraphQLFieldResolver } from 'graphql'
import { isPlatformError } from '../errors.ts'
import { selectedFields } from './selected-fields.ts'

const pluginName = 'refusals'

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- plugins of Pothos are declared by augmenting its namespace
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends AnyTypes> {
      refusals: RefusalsPlugin<Types>
    }
  }
}

/** The extension of mutations whose payload has `errors`: reports whether an error belongs there. */
export type RefusalsExtension = { refusals: (code: string) => boolean }

/**
 * Returns refusals of a mutation in `errors` of its payload, for clients that select the field. For others they are errors
 * of the response. The first of the plugins, so that it handles what the others throw, and an idempotency key is stored only
 * for a mutation that succeeds.
 */
class RefusalsPlugin<Types extends AnyTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const { refusals } = (field.extensions ?? {}) as Partial<RefusalsExtension>
    if (refusals === undefined) return resolve
    // oxlint-disable-next-line max-params -- the signature is that of GraphQL
    return async (parent, args, context, info) => {
      try {
        return await resolve(parent, args, context, info)
      } catch (error) {
        const { originalError = error } = error as { originalError?: unknown }
        if (
          !isPlatformError(originalError) ||
          !refusals(originalError.code) ||
          !selectedFields(info).has('errors')
        )
          throw error
        const { code, message, details } = originalError
        return { refusal: { code, message, details } }
      }
    }
  }
}

SchemaBuilder.registerPlugin(pluginName, RefusalsPlugin)

export default pluginName
