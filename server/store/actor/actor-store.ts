import type { Actor } from '../../../schema/graphql/context.ts'
import { forbidden } from '../../../schema/graphql/permissions.ts'
import type { NamedObject, PlanEffects, SavedPlan } from '../../../schema/graphql/store-plans.ts'
import type { DeletionStep } from '../../../schema/graphql/store-writes.ts'
import type { ActorStore, Store } from '../../../schema/graphql/store.ts'
import type { Scope, Verb } from '../../../schema/permissions.ts'
import { includes, type Policy } from '../../auth/policy.ts'
import { notFound } from '../objects.ts'
import { guards, type Guard, type GuardedName } from './guards.ts'
import { scopeOfObject, splitSubjects } from './scopes.ts'
import { createReads } from './reads.ts'

export interface ActorOptions {
  actor: Actor
  policy: Policy
}

/** The verbs that permit changes; a request with side effects needs one of them. */
const changingVerbs = ['write', 'delete', 'operate', 'forget', 'work'] as const satisfies Verb[]

/** Creates the store of an actor. Each call checks the policy, so changed rules take effect at once. */
export function createActorStore(store: Store, access: ActorOptions): ActorStore {
  const { actor, policy } = access
  const assertChanging = (): void => {
    if (changingVerbs.some((verb) => policy.may(actor, verb))) return
    throw forbidden(actor, { verb: 'write', operation: 'writing' })
  }
  const visiblePlan = (plan: SavedPlan): SavedPlan => ({
    ...plan,
    effects: effectsWithin(plan.effects, policy.scopesOf(actor, 'read')),
  })
  const guarded = Object.entries(guards).map(([name, guard]) => {
    // `Object.entries` loses the type of each guard, which matches the method of the same name.
    const { verb, about, withActor: signed } = guard as Guard<unknown[]>
    const method = store[name as GuardedName] as (...args: unknown[]) => Promise<unknown>
    return [
      name,
      async (...args: unknown[]) => {
        if (policy.scopesOf(actor, verb) !== 'all')
          await assertWithin(store, access, { verb, operation: name, subjects: about(...args) })
        return method(...(signed === true ? signedBy(access, args) : args))
      },
    ]
  })
  // Each wrapper has the parameters of its method, without the actor, and the same result.
  const methods = Object.fromEntries(guarded) as Pick<ActorStore, GuardedName>
  return {
    ...methods,
    create: async (input, write) => {
      const created = await methods.create(input, write)
      return policy.scopesOf(actor, 'read') === 'all' ? created : { ...created, references: undefined }
    },
    plan: async (inputs, write) => {
      const plan = await methods.plan(inputs, write)
      const readable = policy.scopesOf(actor, 'read')
      return {
        ...plan,
        objects: plan.objects.filter(
          ({ kind, project, owner }) =>
            includes(readable, { kind, project }) &&
            includes(readable, { kind: owner.kind, project: owner.project }),
        ),
      }
    },
    planDeletion: async (targets, write) => {
      const steps = await methods.planDeletion(targets, write)
      const readable = policy.scopesOf(actor, 'read')
      if (readable === 'all') return steps
      const mayRead = async (object: DeletionStep['object']): Promise<boolean> =>
        includes(readable, await scopeOfObject(store, object))
      const visible = await Promise.all(
        steps.map(async (step) => {
          const keptBy = await Promise.all(
            step.keptBy.map(async (each) => ((await mayRead(each)) ? [each] : [])),
          )
          return (await mayRead(step.object)) ? [{ ...step, keptBy: keptBy.flat() }] : []
        }),
      )
      return visible.flat()
    },
    ...createReads(store, (verb) => policy.scopesOf(actor, verb)),
    once: async (request, work) => {
      assertChanging()
      return store.once({ ...request, actor: actor.name }, (inner) => work(createActorStore(inner, access)))
    },
    savePlan: async (planned, work) => {
      assertChanging()
      const { plan, ...saved } = await store.savePlan({ ...planned, actor: actor.name }, (inner) =>
        work(createActorStore(inner, access)),
      )
      return { ...saved, plan: visiblePlan(plan) }
    },
    findPlan: async (id) => {
      assertChanging()
      return visiblePlan(await store.findPlan(id))
    },
    executePlan: async (execution, work) => {
      assertChanging()
      const { plan, objects } = await store.executePlan(
        { ...execution, actor: actor.name },
        (inner, request) => work(createActorStore(inner, access), request),
      )
      return { objects, plan: visiblePlan(plan) }
    },
    check: async (checked) => {
      assertChanging()
      return store.check(checked, actor.name)
    },
  }
}

/** Returns the effects of a plan on the objects in scopes. */
function effectsWithin(effects: PlanEffects, scopes: 'all' | readonly Scope[]): PlanEffects {
  if (scopes === 'all') return effects
  const isVisible = ({ kind, project }: Pick<NamedObject, 'kind' | 'project'>): boolean =>
    includes(scopes, { kind, project: project ?? undefined })
  return {
    ...effects,
    changes: effects.changes.filter(isVisible).map(({ reaches, ...change }) => ({
      ...change,
      ...(reaches === undefined
        ? {}
        : { reaches: { ...reaches, objects: reaches.objects.filter(isVisible) } }),
    })),
    objects: effects.objects.filter((each) => isVisible(each) && isVisible(each.owner)),
    placements: effects.placements.filter(({ instance }) => isVisible(instance)),
    deletions: effects.deletions
      .filter(isVisible)
      .map((each) => ({ ...each, keptBy: each.keptBy.filter(isVisible) })),
    rollouts: effects.rollouts.filter(({ application }) =>
      isVisible({ kind: 'Application', project: application.project }),
    ),
    resources: effects.resources.filter(({ object }) => isVisible(object)),
    operations: effects.operations.filter(({ object }) => isVisible(object)),
    risks: effects.risks
      .filter(({ object }) => isVisible(object))
      .map((each) => ({ ...each, reasons: each.reasons.filter(({ about }) => isVisible(about)) })),
    notes: [],
  }
}

interface Attempt {
  verb: Verb
  operation: string
  subjects: ReturnType<Guard<unknown[]>['about']>
}

/** Throws FORBIDDEN, and NOT_FOUND for ids of objects that the actor may not read either. */
export async function assertWithin(
  store: Store,
  { actor, policy }: ActorOptions,
  { verb, operation, subjects }: Attempt,
): Promise<void> {
  policy.assert(actor, { verb, operation })
  if (subjects === 'everything') throw forbidden(actor, { verb, operation })
  const { ids, named } = splitSubjects(subjects)
  policy.assertAt(actor, { verb, targets: named })
  if (ids.length === 0) return
  const found = await store.objectScopes(ids)
  const readable = policy.scopesOf(actor, 'read')
  for (const [index, scope] of found.entries()) {
    // For a missing object, the store itself reports NOT_FOUND.
    if (scope === undefined) continue
    const id = ids[index]
    if (id !== undefined && !includes(readable, scope) && !includes(policy.scopesOf(actor, verb), scope))
      throw notFound({ id })
    policy.assertAt(actor, { verb, targets: [scope] })
  }
}

function signedBy({ actor, policy }: ActorOptions, args: unknown[]): unknown[] {
  const signature = { actor: actor.name, readable: policy.scopesOf(actor, 'read') }
  return [...args.slice(0, -1), { ...(args.at(-1) as object), ...signature }]
}
