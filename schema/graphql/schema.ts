import { PothosSubGraphPlugin } from '@pothos/plugin-sub-graph'
import { GraphQLSchema, lexicographicSortSchema } from 'graphql'
import { conceptNames } from '../kinds/index.ts'
import { builder } from './builder.ts'
import { forgetBuilding } from './forget-building.ts'
import type { Audience } from './permissions.ts'
import { addKindOperations } from './kind-operations.ts'
import './node.ts'
import './object.ts'
import './object-entries.ts'
import './events.ts'
import './referrers.ts'
import './object-operations.ts'
import './definition-rollouts.ts'
import './changes.ts'
import './abandoned-resources.ts'
import './ownership.ts'
import './history.ts'
import './object-cost.ts'
import './why.ts'
import './plan.ts'
import './execute-plan.ts'
import './deletion-plan.ts'
import './cluster-queries.ts'
import './metrics.ts'
import './pods.ts'
import './orphans.ts'
import './viewer.ts'
import './login-codes.ts'
import './control-plane.ts'
import { addWatches } from './watch.ts'
import './workers/objects.ts'
import './workers/reconciles.ts'
import './workers/readopt.ts'
import './workers/owned.ts'
import './workers/placement.ts'
import './workers/applied-resources.ts'
import './workers/external-resources.ts'
import './workers/telemetry.ts'
import './workers/notifications.ts'
import './workers/terraform.ts'
import './workers/abandoned-resources.ts'
import './workers/runtimes.ts'
import './workers/plans.ts'
import './workers/processes.ts'

// Each concept has one file; importing the file implements its types.
for (const concept of conceptNames) await import(/* @vite-ignore */ `./kinds/${concept}.ts`)
addKindOperations()
addWatches()

/** The GraphQL schemas of clients and of workers. */
export const { clients: schema, workers: workerSchema } = buildSchemas()

/**
 * Builds the schema of clients, whose kinds a contract test compares with the registry, and that of workers: their protocol, which no other
 * client uses. Building is most of the start of a server, so both are parts of one.
 */
function buildSchemas(): Record<Audience, GraphQLSchema> {
  const everything = builder.toSchema({ sortSchema: false })
  const partOf = (audience: Audience): GraphQLSchema =>
    lexicographicSortSchema(PothosSubGraphPlugin.createSubGraph(everything, audience, builder))
  const schemas = { clients: partOf('clients'), workers: withoutSubscriptions(partOf('workers')) }
  forgetBuilding(builder, Object.values(schemas))
  return schemas
}

/** Removes the subscription type, which has no fields in the schema of workers. */
function withoutSubscriptions(from: GraphQLSchema): GraphQLSchema {
  const { types, ...config } = from.toConfig()
  const others = types.filter((type) => type !== config.subscription)
  return new GraphQLSchema({ ...config, types: others, subscription: null })
}
