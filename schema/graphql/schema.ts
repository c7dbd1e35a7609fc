import type { GraphQLSchema } from 'graphql'
import { conceptNames } from '../kinds/index.ts'
import { builder } from './builder.ts'
import { addKindOperations } from './kind-operations.ts'
import './object.ts'
import './referrers.ts'
import './object-operations.ts'
import './changes.ts'
import './abandoned-resources.ts'
import './ownership.ts'
import './worker-operations.ts'
import './cluster-queries.ts'
import './external-resources.ts'
import './former-ids.ts'

// One file per concept; importing it implements its types.
for (const concept of conceptNames) await import(/* @vite-ignore */ `./kinds/${concept}.ts`)
addKindOperations()

/** The whole GraphQL schema. A contract test compares the kinds it knows with the registry. */
export const schema: GraphQLSchema = builder.toSchema()
