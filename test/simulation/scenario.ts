import { allKinds } from '../../schema/kinds/index.ts'
import type { Kind } from '../../schema/kinds/kind.ts'
import type { Placement } from '../../schema/placement/declaration.ts'
import type { Random } from '../support/random.ts'
import { createRequests } from './requests.ts'
import { keyOf, type User, type UserOptions, type Wish, type Wishes } from './wishes.ts'

const names = ['a', 'b']
/** The requirements of instances that name no runtime. An existing one always meets them, or one is made. */
const placements: readonly Placement[] = [
  {},
  { location: 'Local' },
  { location: 'Europe:Paris', provider: 'simulated' },
  { location: 'Asia:Tokyo' },
  { location: 'Europe:Paris', isolation: 'dedicated' },
]

/** The locations of instances that run in several. */
const divisions: readonly Placement[] = [
  { locations: ['Local'] },
  { locations: ['Local', 'Europe:Paris'] },
  { locations: ['Asia:Tokyo', 'Europe:Paris'] },
  { locations: ['Local', 'Europe:Paris'], rollout: { waves: [{ locations: 1 }], settle: 2, deadline: 60 } },
  {
    locations: ['Local', 'Asia:Tokyo', 'Europe:Paris'],
    rollout: { waves: [{ percent: 30 }, { locations: 2 }], maxFailures: 1, settle: 0 },
  },
]

/** The names of instances that name no runtime, with the requirements from which theirs are picked. */
const placedNames: Readonly<Record<string, readonly Placement[]>> = {
  p: placements,
  r: placements,
  q: divisions,
}

const runtimeKind = 'KubernetesRuntimeInstance'

/** Reports whether the runtime of a desired instance is chosen, so that only later objects could name it. */
function isPlaced({ spec }: Wish): boolean {
  return spec['placement'] !== undefined
}

/** Reports whether a desired instance runs in several locations, so that nothing can be attached to itself. */
function isDivided({ spec }: Wish): boolean {
  return (spec['placement'] as Placement | undefined)?.locations !== undefined
}

/** The concepts that every run is about. Each of the others takes part in some of the runs. */
const centralConcepts: readonly string[] = [
  'project',
  'kubernetes-runtime',
  'workload',
  'workload-service-dependency',
]

/** The number of other concepts in a run. With all of them, the objects of each would hardly change in one run. */
const furtherConcepts = 2

/** Returns the kinds that a run is about: those of its concepts, and all that they refer to. */
function kindsOfRun(random: Random, given: readonly string[] | undefined): Kind[] {
  const others = [...new Set(allKinds.map(({ concept }) => concept))].filter(
    (concept) => !centralConcepts.includes(concept),
  )
  const concepts = new Set([
    ...centralConcepts,
    ...(given ?? Array.from({ length: furtherConcepts }, () => random.pick(others))),
  ])
  const chosen = new Set(allKinds.filter(({ concept }) => concepts.has(concept)))
  for (const { references, referenceLists } of chosen)
    for (const { to } of [...references, ...referenceLists])
      for (const kind of allKinds) if (kind.kind === to) chosen.add(kind)
  return allKinds.filter((kind) => chosen.has(kind))
}

/** Waves that are over while the run lasts. */
const rollout = { waves: [{ instances: 1 }, { percent: 50 }], settle: 1, deadline: 60 }

export function createUser(options: UserOptions, concepts?: readonly string[]): User {
  const { random, client } = options
  const wishes: Wishes = new Map()
  const { apply, remove, withRetries } = createRequests(options, wishes)
  const kinds = kindsOfRun(random, concepts)
  /** Half of the runs have instances that name no runtime. */
  const placing = random.chance(0.5) ? 0.12 : 0

  /** Returns a spec of the kind that references existing objects; undefined if a referenced kind has none. */
  const specFor = (kind: Kind, before: Wish | undefined): Record<string, unknown> | undefined => {
    const spec: Record<string, unknown> = { ...random.pick(kind.examples) }
    // Most edits of the others reach all instances at once, and end the rollouts before them.
    if (kind.rollsOut && random.chance(0.3)) spec['rollout'] = rollout
    const follows = (field: string): boolean =>
      kind.location === field || kind.references.some((each) => each.defaultsToThatOf?.includes(field))
    for (const { field, to } of referencesFor(kind, before)) {
      const there = [...wishes.values()].filter(
        (wish) => wish.kind === to && (!isPlaced(wish) || (follows(field) && !isDivided(wish))),
      )
      const remaining = before?.spec[field]
      if (remaining !== undefined && (kind.immutable?.includes(field) === true || random.chance(0.8)))
        spec[field] = remaining
      else if (there.length === 0) return undefined
      else spec[field] = random.pick(there).name
    }
    for (const { field, to, key } of kind.referenceLists) {
      const there = [...wishes.values()].filter((wish) => wish.kind === to)
      if (key !== undefined && there.length === 0) return undefined
      const picked = there.filter(() => random.chance(0.5))
      // A list of entries has at least one.
      const listed = key === undefined || picked.length > 0 ? picked : there.slice(0, 1)
      spec[field] = listed.map(({ name }) => (key === undefined ? name : { [key]: name }))
    }
    for (const field of kind.immutable ?? [])
      if (before?.spec[field] !== undefined) spec[field] = before.spec[field]
    const isAttached = kind.references.some(
      ({ field, to }) =>
        follows(field) &&
        [...wishes.values()].some((wish) => wish.kind === to && wish.name === spec[field] && isPlaced(wish)),
    )
    // The runtime of the application is not chosen yet, or was not chosen by the user.
    if (isAttached || (spec['placement'] !== undefined && before?.spec['runtime'] === undefined))
      delete spec['runtime']
    return spec
  }

  /** Returns the references of an object: for those that take each other's place, the one that it has, or any. */
  const referencesFor = (kind: Kind, before: Wish | undefined): Kind['references'] => {
    const [other] = kind.references.flatMap(({ field, insteadOf }) =>
      insteadOf === undefined ? [] : [{ field, insteadOf }],
    )
    // A profile of another type would be refused; the choice is left to the order of precedence.
    const references = kind.references.filter(({ to }) => to !== 'Profile')
    if (other === undefined) return references
    const isOther = before === undefined ? random.chance(0.3) : before.spec[other.field] !== undefined
    const left = isOther ? other.insteadOf : other.field
    return references.filter(({ field }) => field !== left)
  }

  /** Creates, changes or deletes an instance whose runtime is chosen by its requirements. */
  const place = async (): Promise<void> => {
    const kind = random.pick(kinds.filter(({ spec }) => 'placement' in spec.shape))
    const name = random.pick(Object.keys(placedNames))
    const before = wishes.get(keyOf({ kind: kind.kind, name }))
    if (before !== undefined && random.chance(0.4)) return remove([before], false)
    const spec = specFor(kind, before)
    if (spec === undefined) return
    const { runtime: _, ...placed } = spec
    await apply({
      kind: kind.kind,
      name,
      spec: { ...placed, placement: random.pick(placedNames[name] ?? placements) },
    })
  }

  const change = async (): Promise<void> => {
    const kind = random.pick(kinds.filter(({ scope }) => scope === 'project'))
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
    [...wishes.values()].filter((other) => {
      const { references = [], referenceLists = [] } = allKinds.find(({ kind }) => kind === other.kind) ?? {}
      return [...references, ...referenceLists].some(
        ({ field, to, ...list }) =>
          to === wish.kind &&
          namesIn(other.spec[field], 'key' in list ? list.key : undefined).includes(wish.name),
      )
    })
  const withHolders = (wish: Wish): Wish[] => [...new Set([...referrersOf(wish).flatMap(withHolders), wish])]

  const deletable = (): Wish[] =>
    [...wishes.values()].filter((wish) => names.includes(wish.name) || isPlaced(wish))

  return {
    wishes,
    prepare: async () => {
      await withRetries('create the project', () =>
        client.apply([{ kind: 'Project', name: 'default', spec: {} }]),
      )
      await apply({ kind: 'KubernetesRuntimeDefinition', name: 'simulated', spec: { provider: 'simulated' } })
      const runtime = { definition: 'simulated', defaultRuntime: true }
      await apply({ kind: runtimeKind, name: 'space', spec: runtime })
      const elsewhere = { definition: 'simulated', location: 'Europe:Paris' }
      await apply({ kind: runtimeKind, name: 'paris', spec: elsewhere })
      const parameters = { gracePeriod: 5 }
      await apply({
        kind: 'Profile',
        name: 'runtimes',
        spec: { type: 'KubernetesRuntime', provider: 'simulated', parameters },
      })
      for (const { kind, references, referenceLists, examples } of kinds.filter(
        ({ scope }) => scope === 'project',
      )) {
        if (kind.startsWith('KubernetesRuntime')) continue
        const named = references
          .filter(({ to, insteadOf }) => to !== 'Profile' && insteadOf === undefined)
          .map(({ field, to }) => [field, to === runtimeKind ? 'space' : 'a'])
        const lists = referenceLists.flatMap(({ field, key }) =>
          key === undefined ? [] : [[field, [{ [key]: 'a' }]]],
        )
        const spec = { ...examples[0], ...(Object.fromEntries([...named, ...lists]) as object) }
        await apply({ kind, name: 'a', spec })
      }
    },
    act: async () => {
      const choice = random.next()
      if (choice < placing) return place()
      if (choice < 0.6) return change()
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

/** Returns the names in a field with references: one, several, or those of entries. */
function namesIn(value: unknown, key: string | undefined): unknown[] {
  const all = [value].flat()
  return key === undefined ? all : all.map((each) => (each as Record<string, unknown> | undefined)?.[key])
}
