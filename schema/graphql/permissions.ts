import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type SchemaTypes as AnyTypes,
} from '@pothos/core'
import { PlatformError } from '../errors.ts'
import type { Actor } from './context.ts'

/*
 * Who may do what. Every query, mutation and subscription says it with one of these as its `authScopes`; a schema with an
 * operation that does not say it cannot be built.
 */

/** Scopes of an operation. */
export interface Permission {
  admin?: true
  worker?: true
}

/** What people do. */
export const administrators = { admin: true } as const satisfies Permission

/** What a reconcile, a watch and the answer to a cluster query need. */
export const workers = { worker: true } as const satisfies Permission

/** Reading objects: administrators see them, reconcilers read what theirs depend on. */
export const administratorsAndWorkers = { admin: true, worker: true } as const satisfies Permission

export function scopesOf({ kind }: Actor): { admin: boolean; worker: boolean } {
  return { admin: kind === 'ADMIN', worker: kind === 'WORKER' }
}

export function forbidden({ kind }: Actor, operation: string): PlatformError {
  const message =
    kind === 'WORKER'
      ? `${operation} is for administrators; the token of workers may only do the work of workers`
      : `only workers may do this: ${operation} needs the token of workers`
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

/** Throws for operations without a permission, so that none is open by oversight. */
class PermissionsPlugin<Types extends AnyTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const isOperation = field.kind === 'Query' || field.kind === 'Mutation' || field.kind === 'Subscription'
    const { authScopes } = field.pothosOptions as { authScopes?: Permission }
    if (isOperation && authScopes === undefined)
      throw new Error(`${field.parentType}.${field.name} has no authScopes: say who may do it`)
    return field
  }
}

SchemaBuilder.registerPlugin(pluginName, PermissionsPlugin)

export default pluginName
