import type { GraphQLSchema } from 'graphql'
import { builder } from './builder.ts'
import './object.ts'
import './project.ts'
import './kubernetes-runtime.ts'
import './workload.ts'
import './workload-service-dependency.ts'
import './object-operations.ts'
import './changes.ts'
import './worker-operations.ts'
import { addKindOperations } from './kind-operations.ts'

addKindOperations()

/** The whole GraphQL schema. A contract test compares the kinds it knows with the registry. */
export const schema: GraphQLSchema = builder.toSchema()
