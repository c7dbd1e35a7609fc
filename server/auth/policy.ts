import { PlatformError } from '../../schema/errors.ts'
import type { Actor } from '../../schema/graphql/context.ts'
import { forbidden } from '../../schema/graphql/permissions.ts'
import type { ObjectScope } from '../../schema/graphql/store-queries.ts'
import { roles, type Rule, type Scope, type Verb } from '../../schema/permissions.ts'

/** The single place that decides what actors may do. */
export interface Policy {
  /** Returns the scopes within which an actor may use a verb: `all` for everywhere, an empty array for nowhere. */
  scopesOf(actor: Actor, verb: Verb): 'all' | readonly Scope[]
  /** Reports whether an actor may use a verb in at least one scope. */
  may(actor: Actor, verb: Verb): boolean
  /** Throws FORBIDDEN when an actor may use a verb in no scope. */
  assert(actor: Actor, attempt: { verb: Verb; operation: string }): void
  /** Throws FORBIDDEN unless an actor may use a verb on objects of each of these kinds and projects. */
  assertAt(actor: Actor, attempt: { verb: Verb; targets: readonly ObjectScope[] }): void
}

/** @param rulesOf Returns the rules of an actor. Default: the rules of its role. */
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
    assertAt: (actor, { verb, targets }) => {
      const scopes = policy.scopesOf(actor, verb)
      const refused = targets.find((target) => !includes(scopes, target))
      if (refused === undefined) return
      const { kind, project } = refused
      const where = project === undefined ? '' : ` in project "${project}"`
      throw new PlatformError('FORBIDDEN', `${actor.name} may not ${verb} ${kind}${where}`)
    },
  }
  return policy
}

/** Reports whether the scopes cover objects of a kind in a project. */
export function includes(scopes: 'all' | readonly Scope[], { kind, project }: ObjectScope): boolean {
  if (scopes === 'all') return true
  return scopes.some(
    ({ kinds, projects }) =>
      (kinds === '*' || kinds.includes(kind)) &&
      (projects === '*' || (project !== undefined && projects.includes(project))),
  )
}
