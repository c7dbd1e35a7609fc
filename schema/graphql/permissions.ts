import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type SchemaTypes as AnyTypes,
} from '@pothos/core'
import type { GraphQLField } from 'graphql'
import { PlatformError } from '../errors.ts'
import type { Verb } from '../permissions.ts'
import type { Actor } from './context.ts'

/*
 * Every query, mutation and subscription declares the verb that it requires with `authScopes`; building a schema with
 * an operation that does not throws. A field of an object may require a further verb in the same way. The policy decides
 * which actors have the verb.
 */

/**
 * The schemas: that of clients, and the protocol of workers, which consists of the operations with the verb `work`. They
 * share the types of objects.
 */
export const audiences = ['clients', 'workers'] as const
export type Audience = (typeof audiences)[number]

/** The `authScopes` of an operation. */
export interface Permission {
  verb: Verb
}

export function forbidden(
  { kind, name }: Actor,
  { verb, operation }: { verb: Verb; operation: string },
): PlatformError {
  const needed = `${operation} requires the permission to ${verb}, which ${name} does not have`
  const workersOnly = `${operation} is reserved for workers and requires the worker token`
  const notForWorkers = `${operation} requires an administrator token; the worker token is for worker operations only`
  const message = verb === 'work' ? workersOnly : kind === 'WORKER' ? notForWorkers : needed
  return new PlatformError('FORBIDDEN', message)
}

const pluginName = 'permissions'

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- plugins of Pothos are declared by augmenting its namespace
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends AnyTypes> {
      permissions: PermissionsPlugin<Types>
    }
  }
}

/** Returns the permission that a field of a built schema declares. */
export function permissionOf(field: GraphQLField<unknown, unknown> | undefined): Permission {
  const permission = field?.extensions[pluginName] as Permission | undefined
  if (permission === undefined) throw new Error('the field declares no permission')
  return permission
}

/** Throws for operations without a permission, so that none is exposed by oversight. */
class PermissionsPlugin<Types extends AnyTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const isOperation = field.kind === 'Query' || field.kind === 'Mutation' || field.kind === 'Subscription'
    // Operations declare their scopes as data, never as a function.
    const { authScopes } = field.pothosOptions as { authScopes?: unknown }
    if (isOperation && authScopes === undefined)
      throw new Error(
        `${field.parentType}.${field.name} has no authScopes: declare the verb that it requires`,
      )
    if (authScopes === undefined) return field
    const extensions = { ...field.extensions, [pluginName]: authScopes }
    if (!isOperation) return { ...field, extensions }
    const audience: Audience = (authScopes as Permission).verb === 'work' ? 'workers' : 'clients'
    return {
      ...field,
      // The extension of the sub-graph plugin. Plugins handle fields from the last to the first, which is this one.
      extensions: { ...extensions, subGraphs: [audience] },
    }
  }
}

SchemaBuilder.registerPlugin(pluginName, PermissionsPlugin)

export default pluginName
