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
 * Every query, mutation and subscription declares with its `authScopes` which verb it needs; a schema with an operation
 * that does not cannot be built. The policy decides who has the verb.
 */

/** `authScopes` of an operation. */
export interface Permission {
  verb: Verb
}

export function forbidden(
  { kind, name }: Actor,
  { verb, operation }: { verb: Verb; operation: string },
): PlatformError {
  const needed = `${operation} needs the permission to ${verb}, which ${name} does not have`
  const workersOnly = `only workers may do this: ${operation} needs the token of workers`
  const notForWorkers = `${operation} is for administrators; the token of workers may only do the work of workers`
  const message = verb === 'work' ? workersOnly : kind === 'WORKER' ? notForWorkers : needed
  return new PlatformError('FORBIDDEN', message)
}

const pluginName = 'permissions'

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- this is how Pothos learns of plugins
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends AnyTypes> {
      permissions: PermissionsPlugin<Types>
    }
  }
}

/** The permission that an operation of a built schema declares. */
export function permissionOf(operation: GraphQLField<unknown, unknown> | undefined): Permission {
  const permission = operation?.extensions[pluginName] as Permission | undefined
  if (permission === undefined) throw new Error('not an operation')
  return permission
}

/** Throws for operations without a permission, so that none is open by oversight. */
class PermissionsPlugin<Types extends AnyTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const isOperation = field.kind === 'Query' || field.kind === 'Mutation' || field.kind === 'Subscription'
    // That of an operation is declared as data, never by a function.
    const { authScopes } = field.pothosOptions as { authScopes?: unknown }
    if (isOperation && authScopes === undefined)
      throw new Error(`${field.parentType}.${field.name} has no authScopes: declare the verb that it needs`)
    return isOperation ? { ...field, extensions: { ...field.extensions, [pluginName]: authScopes } } : field
  }
}

SchemaBuilder.registerPlugin(pluginName, PermissionsPlugin)

export default pluginName
