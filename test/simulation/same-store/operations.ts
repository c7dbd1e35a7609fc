import type { ExternalRecord } from '../../../schema/external-resources.ts'
import type { AppliedRecord } from '../../../schema/graphql/store-reconciles.ts'
import { allKinds, kindNamed } from '../../../schema/kinds/index.ts'
import type { ObjectFilter } from '../../../schema/object-filter.ts'
import type { OrderKey } from '../../../schema/object-order.ts'
import type { ObjectStatus } from '../../../schema/status.ts'
import { triggersOf } from '../../../server/delivery/relay.ts'
import { placedKinds } from '../../../server/store/placement-choice.ts'
import { createDueQueue } from '../../../server/store/due.ts'
import { deleteExpired } from '../../../server/store/expired.ts'
import { createRandom, type Random } from '../../support/random.ts'
import { write, reconciled, names, type Operation, type Side, idOf, all, listsOf } from './sides.ts'

/* Operations of the store, drawn from a seed. */

function status(random: Random): ObjectStatus {
  const isReady = random.chance(0.5)
  const at = { observedGeneration: 1, lastTransitionTime: '2026-01-01T00:00:00.000Z' }
  const condition = {
    type: 'Ready',
    status: isReady ? 'True' : 'False',
    reason: 'R',
    message: 'm',
    ...at,
  } as const
  const stalled = { ...condition, type: 'Stalled', status: 'True' } as const
  return {
    phase: isReady ? 'Ready' : 'Progressing',
    conditions: !isReady && random.chance(0.4) ? [condition, stalled] : [condition],
    outputs: { value: random.below(3) },
  }
}

function applied(random: Random, runtimeId: bigint): AppliedRecord[] {
  return names
    .filter(() => random.chance(0.5))
    .map((name, order) => ({
      runtimeId,
      group: 'apps',
      version: 'v1',
      kind: 'Deployment',
      namespace: 'n',
      name,
      order,
      ...(random.chance(0.5)
        ? { uid: `uid-${random.below(3)}`, hash: 'h', resourceVersion: `${random.below(3)}` }
        : {}),
    }))
}

/** Returns the entries of some resources of an object, as those that are gone. */
async function goneOf({ store }: Side, id: bigint, random: Random): Promise<bigint[]> {
  const isGone = random.chance(0.5) ? () => true : () => random.chance(0.3)
  return (await store.inventory(id)).filter(isGone).map((entry) => entry.id)
}

function specFor(random: Random, kind: (typeof allKinds)[number]): Record<string, unknown> {
  const named = kind.references
    .filter(({ insteadOf }) => insteadOf === undefined)
    .map(({ field }) => [field, random.pick(names)])
  const spec = {
    ...random.pick(kind.examples),
    ...listsOf(kind, () => random.pick(names)),
    ...(Object.fromEntries(named) as object),
  }
  if (!placedKinds.includes(kind.kind) || random.chance(0.5)) return spec
  const { runtime: _, ...rest } = spec as Record<string, unknown>
  const placement = random.pick([
    {},
    { isolation: 'dedicated' },
    { location: 'Europe:Paris' },
    { labels: {} },
  ])
  return { ...rest, placement }
}

function external(random: Random): ExternalRecord[] {
  return names
    .filter(() => random.chance(0.5))
    .map((name, order) => ({
      provider: 'aws',
      account: '1',
      region: random.pick(['', 'here']),
      type: 'Database',
      name,
      order,
      tags: { team: random.pick(names) },
      ...(random.chance(0.5) ? { externalId: `e-${random.below(2)}` } : {}),
    }))
}

/** Operations that are drawn more often than the others. */
const often = [
  'apply all',
  'apply all',
  'apply',
  'update',
  'update',
  'startReconcile',
  'record external',
  'own',
  'own',
  'place',
  'place',
  'list pages',
  'list pages',
  'roll back',
  'history',
  ...Array.from({ length: 8 }, () => 'report'),
  'resync',
]

/** Draws the next operation from the seed; its result depends on the side. */
export function draw(random: Random): { what: string; run: Operation } {
  const kind = random.pick([...allKinds, ...allKinds.filter((each) => each.reconciled)])
  const name = random.pick(names)
  const target = { kind: kind.kind, name }
  const labels = random.chance(0.3) ? { team: random.pick(names) } : {}
  const expected = random.chance(0.2) ? { expectedVersion: random.below(4) } : {}
  const spec = specFor(random, kind)
  const own = {
    epoch: random.chance(0.8) ? 0 : 1,
    triggers: random.chance(0.5) ? 0 : 1,
    status: status(random),
  }
  const seed = random.below(1e9)
  const draws: Record<string, Operation> = {
    apply: ({ store }) => store.apply([{ ...target, labels, spec, ...expected }], write),
    'apply all': ({ store }) => store.apply(all(name), write),
    create: ({ store }) => store.create({ ...target, labels, spec }, write),
    update: ({ store }) => store.update({ ...target, spec, ...expected }, write),
    annotate: ({ store }) =>
      store.update(
        {
          ...target,
          annotationChanges: { note: seed % 3 === 0 ? null : `n${seed % 3}`, other: 'o' },
          labelChanges: { team: seed % 2 === 0 ? null : 'a' },
        },
        write,
      ),
    'roll back': async ({ store }) => {
      const toGeneration = seed % 2 === 0 ? undefined : 1 + (seed % 5)
      return store.rollBack({ ...target, ...expected }, { toGeneration }, write)
    },
    history: async (side) => {
      const id = await idOf(side, kind.kind, name)
      const newest = await side.store.history(id, { take: 2, skip: 0 })
      const cursor = newest.at(-1)?.seq
      const from = cursor === undefined ? {} : { cursor: { id: cursor } }
      const rest = await side.store.history(id, { take: seed % 2 === 0 ? 3 : -3, skip: 1, ...from })
      return [await side.store.countHistory(id), newest, rest]
    },
    'dry run': ({ store }) => store.apply([{ ...target, labels, spec }], { ...write, dryRun: true }),
    delete: ({ store }) =>
      store.delete([{ ...target, ...expected }], { ...write, force: labels.team === 'a' }),
    'delete many': ({ store }) => store.delete([target, { kind: 'WorkloadInstance', name }], write),
    trigger: ({ store }) => store.trigger(target, write),
    startReconcile: async (side) => {
      const object = await side.store.find(target)
      return object && side.store.startReconcile(object.id, object.epoch - own.epoch)
    },
    keep: async (side) => {
      const object = await side.store.find(target)
      return (
        object && (await side.store.renewLeases([{ id: object.id, epoch: object.epoch - own.epoch }])).length
      )
    },
    report: async (side) => {
      const again = createRandom(seed)
      const object = await side.store.find(target)
      if (object === undefined) return undefined
      const awaited = await side.store.find({ kind: 'KubernetesRuntimeInstance', name: 'a' })
      const version = (awaited?.version ?? 0) - again.below(2)
      const events = again.chance(0.5) ? [{ type: 'Normal' as const, reason: 'R', note: 'n' }] : []
      return side.store.report({
        id: object.id,
        epoch: object.epoch - own.epoch,
        triggers: object.triggers - own.triggers,
        actor: 'worker',
        observedGeneration: object.generation,
        status: own.status,
        failures: 0,
        events,
        ...(again.chance(0.5) ? { requeueAfter: 60_000 } : {}),
        ...(again.chance(0.5) ? { state: { failing: again.chance(0.5) } } : {}),
        ...(awaited !== undefined && again.chance(0.3) ? { waitingFor: { id: awaited.id, version } } : {}),
        ...(again.chance(0.3) ? { secretOutputs: { key: `k${again.below(2)}` } } : {}),
        ...(again.chance(0.3) ? { confirm: again.chance(0.5) ? null : [{ id: 'u', text: 't' }] } : {}),
        applied: awaited === undefined ? [] : applied(again, awaited.id),
        gone: await goneOf(side, object.id, again),
      })
    },
    own: async (side) => {
      const again = createRandom(seed)
      const owner = await side.store.find(target)
      if (owner === undefined) return undefined
      const { owns = [] } = kind
      const documents = owns.map((owned) => {
        const { references, examples, ...lists } = kindNamed(owned)
        const named = Object.fromEntries(
          references.flatMap(({ field, insteadOf }) => (insteadOf === undefined ? [[field, 'a']] : [])),
        )
        return {
          kind: owned,
          name: again.pick(['o', 'p']),
          spec: { ...examples[0], ...listsOf(lists, () => 'a'), ...named },
          ...(again.chance(0.5) ? { claim: again.pick(['x', 'y']), parameters: { n: again.below(2) } } : {}),
          ...(again.chance(0.3) ? { gracePeriod: again.below(2) * 60_000 } : {}),
        }
      })
      const set = again.chance(0.7) ? documents : []
      const holder = { id: owner.id, epoch: owner.epoch - own.epoch }
      const { objects, leaving, held, awaited, taken } = await side.store.applyOwned(holder, set, write)
      const claims = await Promise.all(objects.map(({ id }) => side.store.claimsOn(id)))
      return {
        objects: [objects, leaving].map((each) =>
          each.map(({ kind: of, name: called }) => `${of}/${called}`),
        ),
        asked: claims.flat().map(({ ownerName, claim, parameters }) => [ownerName, claim, parameters]),
        held: held.map(({ text }) => text),
        awaited: awaited?.name,
        taken: taken?.claim,
      }
    },
    place: async (side) => {
      const object = await side.store.find(target)
      if (object === undefined) return undefined
      const holder = { id: object.id, epoch: object.epoch - own.epoch }
      const { pending, ...result } = await side.store.placeInstance(holder, write)
      return { ...result, pending: pending?.name }
    },
    'release attached': async (side) => {
      const owner = await side.store.find(target)
      if (owner === undefined) return undefined
      const holder = { id: owner.id, epoch: owner.epoch - own.epoch }
      const { leaving, held } = await side.store.releaseAttached(holder, write)
      return { leaving: leaving.map((each) => each.name), held: held.map(({ text }) => text) }
    },
    dependencies: async (side) => {
      const object = await side.store.find(target)
      if (object === undefined) return undefined
      const states = await side.store.dependencies({ id: object.id, epoch: object.epoch - own.epoch })
      return states.map(({ object: { kind: of, name: called }, secrets }) => [of, called, secrets])
    },
    related: async (side) => {
      const object = await side.store.find(target)
      if (object === undefined) return undefined
      const found = await side.store.relatedObjects({ id: object.id, epoch: object.epoch - own.epoch })
      return found.map(({ kind: of, name: called }) => [of, called])
    },
    'retire children': async (side) => {
      const object = await side.store.find(target)
      if (object === undefined) return undefined
      const holder = { id: object.id, epoch: object.epoch - own.epoch }
      const children = (await side.store.relatedObjects(holder)).map(({ id }) => id)
      await side.store.retireChildren(holder, children)
      return children.length
    },
    expire: ({ sql }) => deleteExpired({ sql, reconciledKinds: reconciled }, { limit: 10, write }),
    'confirm deletion': async (side) => {
      const object = await side.store.find(target)
      if (object === undefined) return undefined
      const holder = { id: object.id, epoch: object.epoch - own.epoch, leaveBehind: object.deletionForced }
      return side.store.confirmDeletion(
        { ...holder, gone: await goneOf(side, object.id, createRandom(seed)) },
        write,
      )
    },
    forget: async (side) => {
      const object = await side.store.find(target)
      if (object === undefined) return undefined
      const entries = await side.store.inventory(object.id)
      return side.store.forgetApplied(
        object.id,
        object.epoch - own.epoch,
        entries.map(({ id }) => id),
      )
    },
    'record external': async (side) => {
      const object = await side.store.find(target)
      if (object === undefined) return undefined
      const rows = await side.store.recordExternal(
        object.id,
        object.epoch - own.epoch,
        external(createRandom(seed)),
      )
      return rows.sort((a, b) => a.order - b.order)
    },
    'evict external': async (side) => {
      const object = await side.store.find(target)
      if (object === undefined) return undefined
      const [entry] = await side.store.externalInventory(object.id)
      return side.store.forgetExternal(object.id, object.epoch - own.epoch, entry ? [entry.id] : [])
    },
    'external orphans': ({ store }) =>
      store.externalOrphansOf(
        external(createRandom(seed)).map((each) => ({ ...each, externalId: each.externalId ?? 'e-0' })),
      ),
    seen: async (side) => {
      const ownerId = await idOf(side, target.kind, name)
      const seen = { ownerId, uid: `uid-${seed % 3}`, resourceVersion: String(seed % 2) }
      return (await side.store.triggerOwners([seen], write)).length
    },
    'trigger a runtime': async (side) =>
      side.store.triggerRuntime(await idOf(side, 'KubernetesRuntimeInstance', name), write),
    'trigger one of a runtime': async (side) =>
      side.store.triggerRuntime(await idOf(side, 'KubernetesRuntimeInstance', name), {
        ...write,
        ids: [await idOf(side, target.kind, target.name)],
      }),
    'trigger a runtime itself': async (side) => {
      const id = await idOf(side, 'KubernetesRuntimeInstance', name)
      await side.store.triggerRuntime(id, { ...write, ids: [id] })
    },
    abandonedResources: async ({ store }) => {
      const left = await store.abandonedResources()
      await store.forgetAbandonedResources(left.slice(0, seed % 2).map(({ id }) => id))
      return left
    },
    secrets: async (side) => side.store.secrets(await idOf(side, target.kind, name)),
    list: ({ store }) =>
      store.list({
        kind: kind.kind,
        orderBy: [{ field: 'name', direction: 'desc' }],
        limit: 2,
        labels,
        search: name,
      }),
    'list pages': async ({ store }) => {
      const again = createRandom(seed)
      const filter = drawnFilter(again, 0)
      const query = {
        ...filter,
        orderBy: drawnOrder(again),
        limit: 1 + again.below(3),
        fromEnd: again.chance(0.5),
      }
      const first = await store.list(query)
      const cursor = first.cursors[again.below(4)]
      const side = cursor && (again.chance(0.5) ? { after: cursor } : { before: cursor })
      return [first, await store.list({ ...query, ...side }), await store.count(filter)]
    },
    'list unready': ({ store }) =>
      store.list({
        kind: kind.kind,
        ready: seed % 2 === 0,
        orderBy: [{ field: 'id', direction: 'asc' }],
        limit: 3,
      }),
    'list by ID': async (side) => {
      const ids = [await idOf(side, kind.kind, name), await idOf(side, kind.kind, 'a')]
      return side.store.list({ ids, labels, orderBy: [{ field: 'name', direction: 'asc' }], limit: 3 })
    },
    'count stalled': ({ store }) => store.count({ stalled: seed % 2 === 0 }),
    count: ({ store }) => store.count({ project: 'default', phases: ['Ready'] }),
    types: async (side) => side.store.appliedTypes([await idOf(side, 'KubernetesRuntimeInstance', name)]),
    recorded: async (side) => {
      const runtimeId = await idOf(side, 'KubernetesRuntimeInstance', name)
      const [types] = await side.store.appliedTypes([runtimeId])
      const type = types?.[0]
      const found = type && (await side.store.recordedResources(runtimeId, type, { limit: 1 + (seed % 3) }))
      return found?.map(({ uid, ready }) => ({ uid, ready }))
    },
    resync: async ({ sql, makeDue }) => {
      await makeDue(kind.kind)
      const overdue = seed % 2 === 0 ? 0 : 10_000
      return (await createDueQueue(sql, { kinds: reconciled, overdue }).take(50)).map((each) => each.kind)
    },
    relay: async ({ store, sql }) => {
      const changes = await store.changes({ after: 0n, limit: 1000 })
      // Reads all changes: a statement logs the objects that it triggers in any order, so the last few may differ.
      return (await triggersOf(sql, changes))
        .map(({ trigger }) => trigger.kind)
        .sort((a, b) => (a < b ? -1 : 1))
    },
  }
  const what = random.pick([...Object.keys(draws), ...often])
  const run = draws[what]
  if (run === undefined) throw new Error(what)
  return { what: `${what} ${kind.kind} ${name}`, run }
}

/** A filter with conditions of all sorts, some of them in inner nodes. */
function drawnFilter(random: Random, depth: number): ObjectFilter {
  const conditions: ObjectFilter[] = [
    { kinds: allKinds.filter(() => random.chance(0.6)).map(({ kind }) => kind) },
    { projects: [random.pick(['default', 'none'])] },
    { names: names.filter(() => random.chance(0.6)) },
    { search: random.pick(names) },
    { text: random.pick(['a', 'nginx', 'example red', 'Local', 'none', '-']) },
    { labels: { team: random.pick(names) } },
    { labelExpressions: [{ key: 'team', operator: random.pick(['Exists', 'DoesNotExist']) }] },
    {
      labelExpressions: [
        {
          key: 'team',
          operator: random.pick(['In', 'NotIn']),
          values: [random.pick(names), random.pick(names)],
        },
      ],
    },
    { phases: [random.pick(['Ready', 'Progressing', 'Pending', 'Deleting'])] },
    { ready: random.chance(0.5) },
    { stalled: random.chance(0.5) },
    { deleting: random.chance(0.5) },
    { createdAfter: new Date(0) },
    { updatedBefore: new Date(0) },
    { specFields: { definition: random.pick(names) } },
    { specFields: { upstreamPort: [443, 8443] } },
    { kind: 'KubernetesRuntimeInstance', specFields: { location: 'Local', defaultRuntime: false } },
  ]
  const inner = (): ObjectFilter => (depth > 2 ? {} : drawnFilter(random, depth + 1))
  const nodes: ObjectFilter[] = [{ and: [inner(), inner()] }, { or: [inner(), inner()] }, { not: inner() }]
  return random.chance(0.5) ? random.pick(nodes) : { ...random.pick(conditions), ...random.pick(conditions) }
}

/** An order whose keys are the same on both sides, as times are not. */
function drawnOrder(random: Random): OrderKey[] {
  const fields = (['name', 'kind', 'project', 'phase', 'id'] as const).filter(() => random.chance(0.4))
  return fields.map((field) => ({ field, direction: random.pick(['asc', 'desc']) }))
}
