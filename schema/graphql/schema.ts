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
import './applied-resources.ts'
import './external-resources.ts'
import './former-ids.ts'

// Each concept has one file; importing the file implements its types.
for (const concept of conceptNames) await import(/* @vite-ignore */ `./kinds/${concept}.ts`)
addKindOperations()

/** The complete GraphQL schema. A contract test compares its kinds with the registry. */
export const schema: GraphQLSchema = builder.toSchema()
