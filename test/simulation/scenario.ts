import { isPlatformError } from '../../schema/errors.ts'
import type { Client } from '../../client-sdk/index.ts'
import { isRecord } from '../../schema/records.ts'
import { allKinds } from '../../schema/kinds/index.ts'
import type { Kind } from '../../schema/kinds/kind.ts'
import type { Placement } from '../../schema/placement/declaration.ts'
import type { Random } from '../support/random.ts'
import type { World } from './world/world.ts'

/** A desired object that the control plane has accepted. */
export interface Wish {
  kind: string
  name: string
  spec: Record<string, unknown>
}

/** Wishes by `kind name`; any other object is to be deleted. */
export type Wishes = Map<string, Wish>

export interface UserOptions {
  world: World
  random: Random
  client: Client
}

/** A user who changes their mind: creates, changes back and forth, deletes, and creates again under the same name. */
export interface User {
  wishes: Wishes
  /** Creates what everything else depends on. */
  prepare(): Promise<void>
  /** Performs one action, until it is accepted or finally refused. */
  act(): Promise<void>
  /** Deletes everything that the user has created. */
  tearDown(): Promise<void>
}

const names = ['a', 'b']
/** The requirements that some instances have instead of a runtime. The runtime `space` always meets them. */
const placements: readonly Placement[] = [
  {},
  { location: 'Local' },
  { provider: 'simulated', labels: {} },
  { locations: ['Local'] },
]

const runtimeKind = 'KubernetesRuntimeInstance'

export function keyOf({ kind, name }: { kind: string; name: string }): string {
  return `${kind} ${name}`
}

/** Reports whether a desired instance runs in several locations, so that nothing can be attached to it. */
function isDivided({ spec }: Wish): boolean {
  return isRecord(spec['placement']) && spec['placement']['locations'] !== undefined
}

export function createUser({ world, random, client }: UserOptions): User {
  const wishes: Wishes = new Map()

  /** Retries while no response arrives: a lost response does not reveal whether the request took effect. */
  const withRetries = async (what: string, work: () => Promise<unknown>): Promise<boolean> => {
    for (;;) {
      try {
        await work()
        world.trace.add('user', `${what}: accepted`)
        return true
      } catch (error) {
        if (!isPlatformError(error)) throw error
        if (error.code !== 'UNAVAILABLE') {
          world.trace.add('user', `${what}: ${error.message.split('\n')[0]}`)
          if (error.code === 'INTERNAL') throw error
          return false
        }
        await world.wait(200 + random.next() * 800, '')
      }
    }
  }

  const apply = async (wish: Wish): Promise<void> => {
    const what = `apply ${keyOf(wish)} ${JSON.stringify(wish.spec).slice(0, 60)}`
    if (await withRetries(what, () => client.apply([wish]))) wishes.set(keyOf(wish), wish)
  }

  const remove = async (targets: readonly Wish[], force: boolean): Promise<void> => {
    const what = `delete ${targets.map(keyOf).join(', ')}${force ? ' by force' : ''}`
    const deletion = async (): Promise<void> => {
      try {
        await client.objects.delete(
          targets.map(({ kind, name }) => ({ kind, name })),
          { force },
        )
      } catch (error) {
        // The first attempt has succeeded already.
        if (!isPlatformError(error) || error.code !== 'NOT_FOUND') throw error
        if (targets.length > 1) return
      }
    }
    if (await withRetries(what, deletion)) for (const target of targets) wishes.delete(keyOf(target))
  }

  /** Returns a spec of the kind that references existing objects; undefined if a referenced kind has none. */
  const specFor = (kind: Kind, before: Wish | undefined): Record<string, unknown> | undefined => {
    const spec: Record<string, unknown> = { ...random.pick(kind.examples) }
    for (const { field, to } of kind.references) {
      const there = [...wishes.values()].filter((wish) => wish.kind === to && !isDivided(wish))
      const remaining = before?.spec[field]
      if (remaining !== undefined && (kind.immutable?.includes(field) === true || random.chance(0.8)))
        spec[field] = remaining
      else if (there.length === 0) return undefined
      else spec[field] = random.pick(there).name
    }
    for (const field of kind.immutable ?? [])
      if (before?.spec[field] !== undefined) spec[field] = before.spec[field]
    if (!('placement' in kind.spec.shape)) return spec
    const placement = before === undefined && random.chance(0.5) ? random.pick(placements) : before?.spec['placement']
    if (placement === undefined) return spec
    const { runtime: _, ...placed } = spec
    return { ...placed, placement }
  }

  const change = async (): Promise<void> => {
    const kind = random.pick(allKinds.filter(({ scope }) => scope === 'project'))
    const before = wishes.get(keyOf({ kind: kind.kind, name: random.pick(names) }))
    const name = before?.name ?? random.pick(names)
    const known = before ?? wishes.get(keyOf({ kind: kind.kind, name }))
    const spec = specFor(kind, known)
    if (spec === undefined) return
    await apply({ kind: kind.kind, name, spec })
    // Changes it and back, faster than any reconcile can follow.
    if (known !== undefined && random.chance(0.3)) await apply(known)
  }

  /** Returns the objects that reference the given one, directly or indirectly. */
  const referrersOf = (wish: Wish): Wish[] =>
    [...wishes.values()].filter((other) =>
      allKinds
        .find(({ kind }) => kind === other.kind)
        ?.references.some(({ field, to }) => to === wish.kind && other.spec[field] === wish.name),
    )
  const withHolders = (wish: Wish): Wish[] => [...new Set([...referrersOf(wish).flatMap(withHolders), wish])]

  const deletable = (): Wish[] => [...wishes.values()].filter(({ name }) => names.includes(name))

  return {
    wishes,
    prepare: async () => {
      await withRetries('create the project', () =>
        client.apply([{ kind: 'Project', name: 'default', spec: {} }]),
      )
      await apply({ kind: 'KubernetesRuntimeDefinition', name: 'simulated', spec: { provider: 'simulated' } })
      const runtime = { definition: 'simulated', defaultRuntime: true }
      await apply({ kind: runtimeKind, name: 'space', spec: runtime })
      for (const { kind, references, examples } of allKinds.filter(({ scope }) => scope === 'project')) {
        if (kind.startsWith('KubernetesRuntime')) continue
        const named = references.map(({ field, to }) => [field, to === runtimeKind ? 'space' : 'a'])
        await apply({ kind, name: 'a', spec: { ...examples[0], ...(Object.fromEntries(named) as object) } })
      }
    },
    act: async () => {
      const choice = random.next()
      if (choice < 0.55) return change()
      const all = deletable()
      if (all.length === 0) return
      const wish = random.pick(all)
      if (choice < 0.85) return remove(random.chance(0.5) ? withHolders(wish) : [wish], random.chance(0.1))
      const { kind, name } = wish
      if (allKinds.find((each) => each.kind === kind)?.reconciled === true)
        await withRetries(`trigger ${keyOf(wish)}`, () => client.objects.reconcile({ kind, name }))
    },
    tearDown: async () => {
      const all = [...wishes.values()]
      for (const wish of all) if (wishes.has(keyOf(wish))) await remove(withHolders(wish), false)
    },
  }
}
