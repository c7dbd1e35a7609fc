import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type SchemaTypes as AnyTypes,
} from '@pothos/core'
import { getNamedType, isObjectType, type GraphQLFieldResolver, type GraphQLResolveInfo } from 'graphql'
import { withStore, type RequestContext } from './context.ts'
import type { GivenOptions } from './arguments.ts'
import { unplannable } from './unplannable.ts'

const pluginName = 'plans'

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- plugins of Pothos are declared by augmenting its namespace
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends AnyTypes> {
      plans: PlansPlugin<Types>
    }
  }
}

/** The field of payloads with the plan of the mutation. */
export const savedPlanField = 'savedPlan'

/** Executes a mutation with `options.savePlan` without effect, and records what it would do. */
class PlansPlugin<Types extends AnyTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { kind }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (kind !== 'Mutation') return resolve
    // oxlint-disable-next-line max-params -- the signature is that of GraphQL
    return async (parent, args, context, info) => {
      const { options } = args as { options?: GivenOptions | null }
      if (options?.savePlan !== true) return resolve(parent, args, context, info)
      const mutation = info.fieldName
      if (!hasPlan(info)) throw unplannable(mutation)
      const { savePlan: _, dryRun: __, idempotencyKey: ___, ...kept } = options
      // The transaction is rolled back as a whole, so that what the mutation has done can be read before.
      const given = { ...args, options: kept }
      const { store: planning, queryWorkers } = context as RequestContext
      const { result, plan } = await planning.savePlan(
        { request: { mutation, args: given }, queryWorkers },
        async (store) => resolve(parent, given, withStore(context as RequestContext, store), info),
      )
      return { ...(result as object), changeCursor: null, savedPlan: plan }
    }
  }
}

function hasPlan({ parentType, fieldName }: GraphQLResolveInfo): boolean {
  const type = getNamedType(parentType.getFields()[fieldName]?.type)
  return isObjectType(type) && savedPlanField in type.getFields()
}

SchemaBuilder.registerPlugin(pluginName, PlansPlugin)

export default pluginName
