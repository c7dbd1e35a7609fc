import type { GraphQLResolveInfo } from 'graphql'
import { PlatformError } from '../errors.ts'
import { builder } from './builder.ts'
import { withStore, type RequestContext } from './context.ts'
import { ObjectType } from './object.ts'
import { SavedPlanType } from './saved-plan.ts'
import type { ExecutedPlan, PlannedRequest } from './store-plans.ts'
import { mutationOptions, optionsArgument, payloadType, writeOf, type Payload } from './writes.ts'

/* Recorded plans, and their execution. */

builder.queryField('savedPlan', (t) =>
  t.field({
    type: SavedPlanType,
    nullable: true,
    subGraphs: ['clients'],
    authScopes: { verb: 'write' },
    description:
      'Returns a plan that a mutation with `options.savePlan` has recorded. Fails with `NOT_FOUND`.',
    args: { id: t.arg.string({ required: true, description: 'The ID of the plan.' }) },
    resolve: (_, { id }, { store }) => store.findPlan(id),
  }),
)

const ExecutePlanInput = builder.inputType('ExecutePlanInput', {
  description: 'Specifies the plan to execute.',
  fields: (t) => ({ id: t.string({ required: true, description: 'The ID of the plan.' }) }),
})

builder.mutationField('executePlan', (t) =>
  t.field({
    type: payloadType<ExecutedPlan>('ExecutePlanPayload', {
      description: 'The result of `executePlan`.',
      writes: false,
      fields: (fields) => ({
        plan: fields.field({
          type: SavedPlanType,
          nullable: true,
          description: 'The plan. Null if the mutation was refused.',
          resolve: ({ result }) => result?.plan ?? null,
        }),
        objects: fields.field({
          type: [ObjectType],
          nullable: true,
          description:
            'The objects that the planned mutation names, in its order. Null if the mutation was refused.',
          resolve: ({ result }) => result?.objects ?? null,
        }),
      }),
    }),
    ...mutationOptions(
      'write',
      'Executes the mutation of a plan, with the permissions of the caller, if it does exactly what was planned. Fails with ' +
        '`PLAN_OUTDATED`, and changes nothing, if it would do something else now.',
    ),
    args: {
      input: t.arg({ type: ExecutePlanInput, required: true, description: 'The plan.' }),
      options: t.arg(optionsArgument),
    },
    // oxlint-disable-next-line max-params -- the signature is that of GraphQL
    resolve: async (_, { input: { id }, options }, context, info): Promise<Payload<ExecutedPlan>> => {
      const { dryRun = false, reason } = writeOf(context, options)
      const result = await context.store.executePlan({ id, dryRun }, (store, request) =>
        repeat(request, { context: withStore(context, store), info, reason }),
      )
      return { result }
    },
  }),
)

/** Repeats a planned mutation, all of whose checks apply to the caller. */
async function repeat(
  { mutation, args }: PlannedRequest,
  {
    context,
    info,
    reason,
  }: { context: RequestContext; info: GraphQLResolveInfo; reason: string | undefined },
): Promise<void> {
  const resolve = info.parentType.getFields()[mutation]?.resolve
  if (resolve === undefined)
    throw new PlatformError(
      'PLAN_OUTDATED',
      `this release has no mutation ${mutation}, which the plan repeats; make a new plan`,
    )
  const options = { ...(args['options'] as object), ...(reason === undefined ? {} : { reason }) }
  const payload = (await resolve(undefined, { ...args, options }, context, info)) as Payload<unknown>
  // Of a client that selects the errors of `executePlan`.
  const { refusal } = payload
  if (refusal !== undefined)
    throw new PlatformError(refusal.code, refusal.message, { details: refusal.details })
}
