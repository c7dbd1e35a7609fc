import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trustedPolicy } from '../../schema/clusters/policy.ts'
import { isPlatformError } from '../../schema/errors.ts'
import type { ExternalRecord } from '../../schema/external-resources.ts'
import type { Store } from '../../schema/graphql/store.ts'
import type { AppliedRecord } from '../../schema/graphql/store-reconciles.ts'
import type { ObjectInput } from '../../schema/inputs.ts'
import { allKinds, kindNamed } from '../../schema/kinds/index.ts'
import { isRecord } from '../../schema/manifests.ts'
import type { ObjectFilter } from '../../schema/object-filter.ts'
import type { OrderKey } from '../../schema/object-order.ts'
import type { ObjectStatus } from '../../schema/status.ts'
import { startChangeFeed } from '../../server/delivery/change-feed.ts'
import { releaseLeased, saveLeased, tryLease, type Leased } from '../../server/delivery/leader-lease.ts'
import { triggersOf } from '../../server/delivery/relay.ts'
import {
  assertCursor,
  deleteChanges,
  findExpiredChanges,
  deleteOldEvents,
  housekeeping,
  newestSequenceNumber,
} from '../../server/store/change-log.ts'
import { createDueQueue } from '../../server/store/due.ts'
import { createEncryption } from '../../server/store/encryption.ts'
import { deleteExpired } from '../../server/store/expired.ts'
import { deleteExpiredKeys } from '../../server/store/idempotency-keys.ts'
import { sealAllObjects, sealLog } from '../../server/store/seal-stored.ts'
import { createStore } from '../../server/store/store.ts'
import { sweepUnreferenced } from '../../server/store/sweep.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { createModelDatabase, type ModelDatabase } from './database/model-database.ts'
import { createRandom, type Random } from '../support/random.ts'

/* Compares the model of the database with a real Postgres: runs the same operations on both, step by step. */

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

/** The model or the real database, with its own ids for the same objects. */
interface Side {
  store: Store
  sql: ModelDatabase['pool']
  /** Makes objects of a kind due now, and all other objects due much later. */
  makeDue(kind: string): Promise<void>
  /** Marks an object for deletion although no reconciler removes it, as a server of an earlier release may leave it. */
  strand(name: string): Promise<void>
  /** Returns when each object is due and when its lease expires, in milliseconds. */
  times(): Promise<(number | null)[]>
}

const encryption = createEncryption(Buffer.alloc(32, 1))
const write = { actor: 'tester', reason: 'why' }
const reconciled = allKinds.filter((each) => each.reconciled).map(({ kind }) => kind)
const names = ['a', 'b', 'c']

function modelSide(): Side {
  const { database: sql, pool, reads, tables } = createModelDatabase()
  const makeDue = async (kind: string): Promise<void> => {
    for (const object of tables.objects.values()) {
      const nextReconcileAt = new Date(Date.now() + (object.kind === kind ? -1000 : 3_600_000))
      tables.objects.set(object.id, { ...object, nextReconcileAt, leaseExpiresAt: null })
    }
  }
  const strand = async (name: string): Promise<void> => {
    for (const object of tables.objects.values())
      if (object.name === name) tables.objects.set(object.id, { ...object, deletionRequestedAt: new Date() })
  }
  const store = { ...createStore({ database: sql, encryption, clusters: trustedPolicy }), ...reads }
  return sideOf(store, { sql: pool, makeDue, strand })
}

function realSide(): Side {
  const makeDue = async (kind: string): Promise<void> => {
    const later = `CASE WHEN kind = $1 THEN interval '-1 second' ELSE interval '1 hour' END`
    const text = `UPDATE "Object" SET "nextReconcileAt" = now() + ${later}, "leaseExpiresAt" = NULL`
    await database.sql.query(text, [kind])
  }
  const strand = async (name: string): Promise<void> =>
    void (await database.sql.query(`UPDATE "Object" SET "deletionRequestedAt" = now() WHERE name = $1`, [
      name,
    ]))
  const store = createStore({ database, encryption, clusters: trustedPolicy })
  return sideOf(store, { sql: database.sql, makeDue, strand })
}

function sideOf(store: Store, rest: Pick<Side, 'sql' | 'makeDue' | 'strand'>): Side {
  const times = async (): Promise<(number | null)[]> => {
    const { objects } = await store.list({ orderBy: [{ field: 'id', direction: 'asc' }], limit: 1000 })
    return objects.flatMap(({ nextReconcileAt, leaseExpiresAt }) =>
      [nextReconcileAt, leaseExpiresAt].map((time) => time?.getTime() ?? null),
    )
  }
  return { store, ...rest, times }
}

/** An operation that refers to objects by name only, so that it can run on both sides. */
type Operation = (side: Side) => Promise<unknown>

async function idOf({ store }: Side, kind: string, name: string): Promise<bigint> {
  return (await store.find({ kind, name }))?.id ?? 0n
}

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

function specFor(random: Random, kind: (typeof allKinds)[number]): Record<string, unknown> {
  const named = kind.references.map(({ field }) => [field, random.pick(names)])
  return { ...random.pick(kind.examples), ...(Object.fromEntries(named) as object) }
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
  'list pages',
  'list pages',
  'roll back',
  'history',
  ...Array.from({ length: 8 }, () => 'report'),
  'resync',
]

/** All objects that the operations name. */
function all(...desired: string[]): ObjectInput[] {
  return allKinds
    .filter(({ scope, ownedOnly }) => scope === 'project' && ownedOnly !== true)
    .flatMap(({ kind, references, examples }) =>
      desired.map((name) => {
        const named = Object.fromEntries(references.map(({ field }) => [field, name]))
        return { kind, name, spec: { ...examples[0], ...named } }
      }),
    )
}

/** Draws the next operation from the seed; its result depends on the side. */
function draw(random: Random): { what: string; run: Operation } {
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
      })
    },
    own: async (side) => {
      const again = createRandom(seed)
      const owner = await side.store.find(target)
      if (owner === undefined) return undefined
      const { owns = [] } = kind
      const documents = owns.map((owned) => {
        const { references, examples } = kindNamed(owned)
        const named = Object.fromEntries(references.map(({ field }) => [field, 'a']))
        return {
          kind: owned,
          name: again.pick(['o', 'p']),
          spec: { ...examples[0], ...named },
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
    expire: ({ sql }) => deleteExpired({ sql, reconciledKinds: reconciled }, { limit: 10, write }),
    'confirm deletion': async (side) => {
      const object = await side.store.find(target)
      if (object === undefined) return undefined
      const holder = { id: object.id, epoch: object.epoch - own.epoch, leaveBehind: object.deletionForced }
      return side.store.confirmDeletion(holder, write)
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
    'count stalled': ({ store }) => store.count({ stalled: seed % 2 === 0 }),
    count: ({ store }) => store.count({ project: 'default', phases: ['Ready'] }),
    types: async (side) => side.store.appliedTypes(await idOf(side, 'KubernetesRuntimeInstance', name)),
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

/** What came of it, in words that both sides have in common. */
async function outcome(side: Side, run: Operation): Promise<unknown> {
  try {
    return comparable(await run(side))
  } catch (error) {
    if (!isPlatformError(error)) throw error
    return { code: error.code, message: comparable(error.message) }
  }
}

/** Returns the whole state, object by object. */
async function everything({ store }: Side): Promise<unknown> {
  const { objects } = await store.list({ orderBy: [{ field: 'id', direction: 'asc' }], limit: 1000 })
  const inventories = await Promise.all(objects.map(({ id }) => store.inventory(id)))
  const outside = await Promise.all(objects.map(({ id }) => store.externalInventory(id)))
  const changes = await store.changes({ after: 0n, limit: 1000 })
  return comparable({
    objects,
    outside,
    inventories: inventories.map((rows) =>
      rows.map(({ order, name, uid, hash }) => ({ order, name, uid, hash })),
    ),
    // A statement may log the objects that it triggers in any order.
    changes: changes
      .map(({ operation, kind, name, version, generation, triggersReferrers }) =>
        [operation, kind, name, version, generation, triggersReferrers].join(' '),
      )
      .sort((a, b) => (a < b ? -1 : 1)),
  })
}

/** Returns the largest difference between the times of both sides, in milliseconds. */
function apart(one: readonly (number | null)[], other: readonly (number | null)[]): number {
  const distances = one.map((time, index) => Math.abs((time ?? 0) - (other[index] ?? 0)))
  return Math.max(0, ...distances)
}

/**
 * Removes the choice of one conflicting resource: if several belong to other owners, either side may name any of them.
 */
function withoutChoice(text: string): string {
  return text
    .replaceAll(/with id \d+/g, 'with an id')
    .replace(/^.* in the cluster belongs to .*$/, 'belongs to another')
    .replace(/^Database . in aws.* belongs to .*$/, 'belongs to another')
}

/** Replaces ids, times and random values. */
function comparable(value: unknown): unknown {
  if (typeof value === 'bigint') return 'an id'
  if (value instanceof Date) return 'a time'
  if (typeof value === 'string') return withoutChoice(value)
  if (Array.isArray(value)) return value.map(comparable)
  if (!isRecord(value)) return value
  const made = [
    'controlPlane',
    'secrets',
    'takenExternal',
    'secretOutputs',
    'by',
    'token',
    'expiresAt',
    'lastTransitionTime',
  ]
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      made.includes(key) && entry !== null ? 'made' : comparable(entry),
    ]),
  )
}

async function empty(): Promise<void> {
  await database.sql.query(
    'TRUNCATE "Object", "Reference", "Change", "AppliedResource", "AbandonedResource", "Lease" RESTART IDENTITY CASCADE',
  )
}

/** Runs a server's leased work on the log, step by step, and returns the results. */
async function workOnLog({ store, sql, strand }: Side): Promise<unknown[]> {
  const [relay, other] = ['a', 'b'].map((owner) => ({ name: 'relay', owner })) as [Leased, Leased]
  const keeper = { name: housekeeping, owner: 'a' }
  const retention = { age: 0, maxEntries: 1000 }
  const feed = await startChangeFeed({ pool: sql, log: pino({ level: 'silent' }) })
  await store.create({ kind: 'Project', name: 'default', spec: {} }, write)
  await store.apply(all('a', 'b'), write)
  const newest = await newestSequenceNumber(sql)
  const steps: unknown[] = [
    await feed.settled(),
    (await feed.read(2n, 5)).map(({ name, seq }) => [name, seq]),
  ]
  await feed.stop()
  steps.push(await findExpiredChanges(sql, { after: 0n, limit: 10, retention }))
  steps.push(await tryLease(sql, relay), await tryLease(sql, other))
  steps.push(await saveLeased(sql, other, 9n), await saveLeased(sql, relay, newest - 2n))
  await releaseLeased(sql, other)
  steps.push(await tryLease(sql, other))
  await releaseLeased(sql, relay)
  steps.push(await tryLease(sql, other), await saveLeased(sql, relay, 9n))
  steps.push(await findExpiredChanges(sql, { after: 0n, limit: 3, retention }))
  steps.push(await findExpiredChanges(sql, { after: 0n, limit: 100, retention }))
  steps.push(
    await findExpiredChanges(sql, { after: 0n, limit: 100, retention: { age: 60_000, maxEntries: 1 } }),
  )
  steps.push(
    await findExpiredChanges(sql, { after: 0n, limit: 100, retention: { age: 60_000, maxEntries: 1000 } }),
  )
  await tryLease(sql, keeper)
  await saveLeased(sql, keeper, 4n)
  await deleteChanges(sql, 0n, 6n)
  steps.push((await store.changes({ after: 4n, limit: 2 })).map(({ seq }) => seq))
  for (const cursor of [3n, 4n, newest, newest + 1n])
    steps.push(
      await assertCursor(sql, cursor).catch((error: unknown) => isPlatformError(error) && error.code),
    )
  steps.push(await deleteExpiredKeys(sql, 10), await deleteOldEvents(sql, 60_000, 10))
  steps.push(await sealAllObjects(sql, encryption, { limit: 2 }))
  steps.push(await sealLog(sql, encryption, { after: 0n, limit: 100, upTo: newest, span: 3n }))
  await store.create({ kind: 'Project', name: 'stranded', spec: {} }, write)
  await strand('stranded')
  const kinds = allKinds.map(({ kind }) => kind).filter((kind) => !reconciled.includes(kind))
  for (let round = 0; round < 2; round++)
    steps.push(await sweepUnreferenced({ sql, reconciledKinds: reconciled }, { kinds, limit: 10, write }))
  steps.push(await store.find({ kind: 'Project', name: 'stranded' }))
  return steps
}

describe('model of the database', () => {
  it('handles the log and its leases as Postgres does', async () => {
    await empty()
    const [model, real] = [await workOnLog(modelSide()), await workOnLog(realSide())]
    expect(model).toEqual(real)
    expect(real.length).toBeGreaterThan(20)
  })

  it.each([1, 2, 3, 4])('returns the same results as Postgres, with seed %i', async (seed) => {
    await empty()
    const random = createRandom(seed)
    const [model, real] = [modelSide(), realSide()]
    const populated = performance.now()
    for (const { store } of [model, real]) {
      await store.create({ kind: 'Project', name: 'default', spec: {} }, write)
      await store.apply(all(...names), write)
    }
    let slowest = performance.now() - populated + 100
    for (let step = 1; step <= 200; step++) {
      const { what, run } = draw(random)
      const started = performance.now()
      const expected = await outcome(real, run)
      expect(await outcome(model, run), `step ${step}: ${what}`).toEqual(expected)
      // Each time was set within one step, by the same clock.
      slowest = Math.max(slowest, performance.now() - started + 100)
      expect(await everything(model), `after step ${step}: ${what}`).toEqual(await everything(real))
      const distance = apart(await model.times(), await real.times())
      expect(distance, `times after step ${step}: ${what}`).toBeLessThan(slowest)
    }
  })
})
