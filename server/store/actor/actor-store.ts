import type { Actor } from '../../../schema/graphql/context.ts'
import { forbidden } from '../../../schema/graphql/permissions.ts'
import type { ActorStore, Store } from '../../../schema/graphql/store.ts'
import type { Verb } from '../../../schema/permissions.ts'
import { includes, type Policy } from '../../auth/policy.ts'
import { notFound } from '../objects.ts'
import { guards, type Guard, type GuardedName } from './guards.ts'
import { parted } from './places.ts'
import { createReads } from './reads.ts'

export interface ActorOptions {
  actor: Actor
  policy: Policy
}

/** Verbs of which a request that changes something needs one. */
const changing = ['write', 'delete', 'operate', 'forget', 'work'] as const satisfies Verb[]

/** Makes the store of an actor: each call asks the policy, also when the rules have changed since. */
export function createActorStore(store: Store, access: ActorOptions): ActorStore {
  const { actor, policy } = access
  const assertChanging = (): void => {
    if (changing.some((verb) => policy.may(actor, verb))) return
    throw forbidden(actor, { verb: 'write', operation: 'writing' })
  }
  const guarded = Object.entries(guards).map(([name, guard]) => {
    // The table has an entry of its own type for each of the methods.
    const { verb, about, signed } = guard as Guard<unknown[]>
    const method = store[name as GuardedName] as (...args: unknown[]) => Promise<unknown>
    return [
      name,
      async (...args: unknown[]) => {
        if (policy.scopesOf(actor, verb) !== 'all')
          await assertWithin(store, access, { verb, operation: name, subjects: about(...args) })
        return method(...(signed === true ? signedBy(actor, args) : args))
      },
    ]
  })
  return {
    // Each method has become one with the same parameters, but for the actor, and the same result.
    ...(Object.fromEntries(guarded) as Pick<ActorStore, GuardedName>),
    ...createReads(store, (verb) => policy.scopesOf(actor, verb)),
    once: async (request, work) => {
      assertChanging()
      return store.once({ ...request, actor: actor.name }, (inner) => work(createActorStore(inner, access)))
    },
    check: async (checked) => {
      assertChanging()
      return store.check(checked, actor.name)
    },
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
  const { ids, named } = parted(subjects)
  policy.assertAt(actor, { verb, targets: named })
  if (ids.length === 0) return
  const found = await store.placesOf(ids)
  const readable = policy.scopesOf(actor, 'read')
  for (const [index, place] of found.entries()) {
    // What is not there is answered as to everybody.
    if (place === undefined) continue
    const id = ids[index]
    if (id !== undefined && !includes(readable, place) && !includes(policy.scopesOf(actor, verb), place))
      throw notFound({ id })
    policy.assertAt(actor, { verb, targets: [place] })
  }
}

function signedBy({ name }: Actor, args: unknown[]): unknown[] {
  return [...args.slice(0, -1), { ...(args.at(-1) as object), actor: name }]
}
