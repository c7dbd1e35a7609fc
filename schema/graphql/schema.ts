import { PothosSubGraphPlugin } from '@pothos/plugin-sub-graph'
import { GraphQLSchema, lexicographicSortSchema } from 'graphql'
import { conceptNames } from '../kinds/index.ts'
import { builder } from './builder.ts'
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

// Building is most of the start of a server, so both schemas are parts of one.
const everything = builder.toSchema({ sortSchema: false })

/** The GraphQL schema of clients. A contract test compares its kinds with the registry. */
export const schema: GraphQLSchema = partOf('clients')

/** The GraphQL schema of workers: their protocol, which no other client uses. */
export const workerSchema: GraphQLSchema = withoutSubscriptions(partOf('workers'))

function partOf(audience: Audience): GraphQLSchema {
  return lexicographicSortSchema(PothosSubGraphPlugin.createSubGraph(everything, audience, builder))
}

/** Removes the subscription type, which has no fields in the schema of workers. */
function withoutSubscriptions(from: GraphQLSchema): GraphQLSchema {
  const { types, ...config } = from.toConfig()
  const others = types.filter((type) => type !== config.subscription)
  return new GraphQLSchema({ ...config, types: others, subscription: null })
}
