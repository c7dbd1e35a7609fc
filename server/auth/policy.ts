import { PlatformError } from '../../schema/errors.ts'
import type { Actor } from '../../schema/graphql/context.ts'
import { forbidden } from '../../schema/graphql/permissions.ts'
import type { ObjectPlace } from '../../schema/graphql/store.ts'
import { roles, type Rule, type Scope, type Verb } from '../../schema/permissions.ts'

/** Decides what actors may do. Nothing else does. */
export interface Policy {
  /** Scopes within which an actor may do something: everywhere for `all`, nowhere when there are none. */
  scopesOf(actor: Actor, verb: Verb): 'all' | readonly Scope[]
  /** Tells whether an actor may do something anywhere. */
  may(actor: Actor, verb: Verb): boolean
  /** Throws FORBIDDEN where an actor may do something nowhere. */
  assert(actor: Actor, attempt: { verb: Verb; operation: string }): void
  /** Throws FORBIDDEN unless an actor may do something at each of the places. */
  assertAt(actor: Actor, attempt: { verb: Verb; places: readonly ObjectPlace[] }): void
}

/** @param rulesOf Rules of an actor. Default: those of its role. */
export function createPolicy(rulesOf: (actor: Actor) => readonly Rule[] = ({ kind }) => roles[kind]): Policy {
  const policy: Policy = {
    scopesOf: (actor, verb) => {
      const rules = rulesOf(actor).filter((rule) => rule.verbs.includes(verb))
      return rules.some(({ kinds, projects }) => kinds === '*' && projects === '*') ? 'all' : rules
    },
    may: (actor, verb) => policy.scopesOf(actor, verb).length > 0,
    assert: (actor, { verb, operation }) => {
      if (!policy.may(actor, verb)) throw forbidden(actor, { verb, operation })
    },
    assertAt: (actor, { verb, places }) => {
      const scopes = policy.scopesOf(actor, verb)
      const refused = places.find((place) => !includes(scopes, place))
      if (refused === undefined) return
      const { kind, project } = refused
      const where = project === undefined ? '' : ` in project "${project}"`
      throw new PlatformError('FORBIDDEN', `${actor.name} may not ${verb} ${kind}${where}`)
    },
  }
  return policy
}

export function includes(scopes: 'all' | readonly Scope[], { kind, project }: ObjectPlace): boolean {
  if (scopes === 'all') return true
  return scopes.some(
    ({ kinds, projects }) =>
      (kinds === '*' || kinds.includes(kind)) &&
      (projects === '*' || (project !== undefined && projects.includes(project))),
  )
}
