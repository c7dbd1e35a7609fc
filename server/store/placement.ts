import type { PoolClient } from 'pg'
import { PlatformError, shownValue } from '../../schema/errors.ts'
import type { PlacementResult, ReconcileHolder } from '../../schema/graphql/store-reconciles.ts'
import type { Write } from '../../schema/graphql/store-writes.ts'
import { allKinds, kindNamed } from '../../schema/kinds/index.ts'
import type { Placement } from '../../schema/placement/declaration.ts'
import { chooseRuntime, type Choice, type RuntimeCandidate } from '../../schema/placement/fit.ts'
import { event } from '../../schema/status.ts'
import type { StoredObject } from '../../prisma/client.ts'
import type { Item } from './checks.ts'
import type { StoreContext } from './context.ts'
import { staleEpoch } from './delete.ts'
import { findByIds } from './lookups.ts'
import { keyOf, notFound } from './objects.ts'
import { findOwners, lockByIds, markOwned, upsertOwnerships } from './ownership.ts'
import { RaceLost } from './races.ts'
import { lockReported, recordEvent } from './report.ts'
import { annotationsOf, labelsOf, run, specOf, statusOf, transaction, type Sql, type Statement } from './sql.ts'
import { writeInTransaction } from './write-items.ts'

/*
 * The choice of a runtime for an instance that names none. As the Kubernetes scheduler binds a pod to a node, it is made once
 * and recorded as the `runtime` of the instance. Choices within a project follow one another, because each locks the project:
 * the next one sees the instances that the previous one has placed.
 */

/** The kinds of instances that are placed. */
export const placedKinds: readonly string[] = allKinds
  .filter(({ spec }) => 'placement' in spec.shape)
  .map(({ kind }) => kind)

/** The time in milliseconds for which a runtime that placement has made is retained without an instance. */
export const defaultGracePeriod = 10 * 60_000

/**
 * Chooses the runtime of an instance and records it, unless none fits. An instance that has a runtime keeps it. Throws
 * STALE_EPOCH when a later reconcile has started.
 */
export async function placeInstance(
  context: StoreContext,
  holder: ReconcileHolder,
  write: Write,
): Promise<PlacementResult> {
  const key = await keyOf(context, { id: holder.id })
  return transaction(context.sql, async (sql) => {
    const found = await findOne(sql, holder.id)
    const bound = specOf(found)['runtime']
    if (typeof bound === 'string')
      return { ...nothingElse, runtime: bound, reason: 'It has a runtime already.' }
    assertPlaceable(found)
    const projectId = found.projectId ?? 0n
    // The locks are taken in the order in which a change of a runtime triggers its instances.
    await lockByIds(sql, [projectId])
    const candidates = await findCandidates(sql, projectId)
    const choice = chooseRuntime(placementOf(found), candidates)
    const runtime = candidates.find(({ name }) => name === choice.chosen?.name)
    if (runtime !== undefined) await lockCandidate(sql, runtime)
    const [self] = await run<StoredObject>(sql, lockReported, [holder.id])
    if (self === undefined) throw notFound({ id: holder.id })
    if (self.epoch !== holder.epoch) throw staleEpoch(self, holder.epoch)
    if (self.generation !== found.generation) throw new RaceLost('the instance has changed since it was read')
    const { reason, rejected } = choice
    if (runtime !== undefined) {
      await writeInTransaction(context, sql, { items: [bindingOf(self, key, runtime.name)], write })
      if (runtime.object.owned) await shareRuntime(sql, { self, runtime, write })
      const note = `Runs in ${runtime.name}. ${reason}`
      await recordEvent({ ...context, sql }, self.id, event('Normal', 'Placed', note))
    }
    const pending = candidates.find(({ name }) => name === choice.pending?.name)?.object
    return { ...nothingElse, runtime: runtime?.name ?? null, reason, rejected, pending: pending ?? null }
  })
}

async function lockCandidate(sql: Sql, { object, definitionId }: StoredCandidate): Promise<void> {
  await lockByIds(sql, [object.id, definitionId])
  const [locked] = await run<StoredObject>(sql, findByIds, [[object.id]])
  if (locked?.version !== object.version) throw new RaceLost('the runtime has changed since it was read')
}

function assertPlaceable(object: StoredObject): void {
  const placement = specOf(object)['placement'] as Placement | undefined
  if (placement !== undefined && placement.locations === undefined) return
  const message = `${object.kind} ${shownValue(object.name)} has no requirements of one runtime`
  throw new PlatformError('CONFLICT', message)
}

const nothingElse = { rejected: [], pending: null, documents: [] }

/** Returns what would be chosen now for an instance without a runtime. */
export async function previewPlacement(
  sql: Sql,
  { projectId, placement }: { projectId: bigint | null; placement: Placement },
): Promise<Choice> {
  return chooseRuntime(placement, await findCandidates(sql, projectId ?? 0n))
}

/** Returns the requirements of an instance. */
export function placementOf(object: StoredObject): Placement {
  return (specOf(object)['placement'] ?? {}) as Placement
}

/** A runtime of the project, with its definition. */
interface StoredCandidate extends RuntimeCandidate {
  object: StoredObject
  definitionId: bigint
}

async function findCandidates(sql: Sql, projectId: bigint): Promise<StoredCandidate[]> {
  const rows = await run<RuntimeRow>(sql, findRuntimes, [projectId])
  const occupants = await run<Occupancy>(sql, findOccupants, [rows.map(({ id }) => id), placedKinds])
  const found = new Map(occupants.map((each) => [each.runtimeId, each]))
  return rows.map(({ provider, definitionId, ...object }) => {
    const { instances = 0, dedicatedTo, services } = found.get(object.id) ?? {}
    const spec = specOf(object)
    const status = statusOf(object)
    const maxInstances = spec['maxInstances']
    return {
      object,
      definitionId,
      name: object.name,
      labels: labelsOf(object),
      location: String(spec['location']),
      provider,
      ready: object.ready,
      phase: status.phase,
      deleting: object.deletionRequestedAt !== null,
      installable: status.outputs['missingPermissions'] === undefined,
      services: services ?? [],
      instances,
      maxInstances: typeof maxInstances === 'number' ? maxInstances : undefined,
      dedicatedTo: dedicatedTo ?? undefined,
    }
  })
}

interface RuntimeRow extends StoredObject, Record<string, unknown> {
  provider: string
  definitionId: bigint
}

const findRuntimes: Statement = {
  name: 'find-placement-runtimes',
  text: `
  SELECT runtime.*, definition.id AS "definitionId", definition.spec ->> 'provider' AS provider
  FROM "Object" runtime
  JOIN "Reference" chosen ON chosen."fromId" = runtime.id AND chosen.field = 'definition'
  JOIN "Object" definition ON definition.id = chosen."toId"
  WHERE runtime."projectId" = $1 AND runtime.kind = 'KubernetesRuntimeInstance' ORDER BY runtime.name`,
}

interface Occupancy extends Record<string, unknown> {
  runtimeId: bigint
  instances: number
  dedicatedTo: string | null
  services: string[] | null
}

/**
 * $1 runtimes, $2 kinds of instances. An instance that another object in the same runtime owns, such as a support service,
 * belongs to that object and is not counted.
 */
const findOccupants: Statement = {
  name: 'find-occupants',
  text: `
  SELECT location."toId" AS "runtimeId", count(*) FILTER (WHERE occupant.kind = ANY($2))::int AS instances,
    min(occupant.name) FILTER (WHERE occupant.spec #>> '{placement,isolation}' = 'dedicated') AS "dedicatedTo",
    array_agg(occupant.spec ->> 'service') FILTER (WHERE occupant.kind = 'SupportServiceInstance' AND occupant.ready)
      AS services
  FROM "Reference" location JOIN "Object" occupant ON occupant.id = location."fromId"
  WHERE location."toId" = ANY($1) AND location.field = 'runtime' AND (
    occupant.kind = 'SupportServiceInstance' OR occupant.kind = ANY($2) AND NOT EXISTS (
      SELECT FROM "Ownership" JOIN "Reference" own ON own."fromId" = "Ownership"."ownerId"
      WHERE "Ownership"."ownedId" = occupant.id AND own.field = 'runtime' AND own."toId" = location."toId"
    )
  )
  GROUP BY location."toId"`,
}

/** Returns the write that records the runtime of an instance. */
function bindingOf(self: StoredObject, key: Item['key'], runtime: string): Item {
  const draft = {
    kind: kindNamed(self.kind),
    name: self.name,
    project: key.project ?? '',
    labels: labelsOf(self),
    annotations: annotationsOf(self),
    spec: { ...specOf(self), runtime },
    outputs: {},
  }
  return { path: '', key, mode: 'edit', owned: true, build: () => ({ draft, problems: [] }) }
}

/** Makes an instance an owner of the runtime that placement has made for others. */
async function shareRuntime(
  sql: PoolClient,
  { self, runtime, write }: { self: StoredObject; runtime: StoredCandidate; write: Write },
): Promise<void> {
  const ids = [runtime.definitionId, runtime.object.id]
  const owners = await findOwners(sql, ids)
  const shared = ids.filter(
    (id) => !owners.some(({ ownerId, ownedId }) => ownerId === self.id && ownedId === id),
  )
  const gracePeriod = owners[0]?.gracePeriod ?? defaultGracePeriod
  await upsertOwnerships(
    sql,
    self.id,
    shared.map((ownedId) => ({ ownedId, claim: null, parameters: null, field: 'spec.placement', gracePeriod })),
  )
  await markOwned(sql, { owned: ids, changed: [], reconciledKinds: [], actor: write.actor })
}

async function findOne(sql: Sql, id: bigint): Promise<StoredObject> {
  const [row] = await run<StoredObject>(sql, findByIds, [[id]])
  if (row === undefined) throw notFound({ id })
  return row
}
