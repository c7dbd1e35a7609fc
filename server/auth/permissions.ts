import type { Actor } from '../../schema/graphql/context.ts'
import { forbidden } from '../../schema/graphql/permissions.ts'

/** Throws FORBIDDEN for all but administrators; for routes that are not a part of the GraphQL schema. */
export function assertAdministrator(actor: Actor, route: string): void {
  if (actor.kind !== 'ADMIN') throw forbidden(actor, route)
}
