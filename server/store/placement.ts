import type { PoolClient } from 'pg'
import { PlatformError, shownValue } from '../../schema/errors.ts'
import type { PlacementResult, ReconcileHolder } from '../../schema/graphql/store-reconciles.ts'
import type { Write } from '../../schema/graphql/store-writes.ts'
import { kindNamed } from '../../schema/kinds/index.ts'
import type { Placement } from '../../schema/placement/declaration.ts'
import { event } from '../../schema/status.ts'
import type { StoredObject } from '../../prisma/client.ts'
import type { Item } from './checks.ts'
import type { StoreContext } from './context.ts'
import { staleEpoch } from './delete.ts'
import { referencesOf } from './drafts.ts'
import { findByIds, findObjects } from './lookups.ts'
import { keyOf, notFound } from './objects.ts'
import { findOwners, lockByIds, markOwned, upsertOwnerships } from './ownership.ts'
import { RaceLost } from './races.ts'
import { decidePlacement, graceOf, type StoredCandidate } from './placement-choice.ts'
import { lockReported } from './report.ts'
import { recordEvent } from './reported-events.ts'
import { annotationsOf, labelsOf, run, specOf, transaction, type Sql, type Statement } from './sql.ts'
import { writeInTransaction } from './write-items.ts'

/*
 * The choice of a runtime for an instance that names none. As the Kubernetes scheduler binds a pod to a node, it is made once
 * and recorded as the `runtime` of the instance. Choices within a project follow one another, because each locks the project:
 * the next one sees the instances that the previous one has placed. An object that is attached to an application follows it.
 */

/**
 * Chooses the runtime of an instance and records it, unless none fits; that of an attached object is that of its application.
 * An instance that has a runtime keeps it. Throws STALE_EPOCH when a later reconcile has started.
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
      return {
        runtime: bound,
        reason: 'It has a runtime already.',
        rejected: [],
        pending: null,
        documents: [],
      }
    const application = await findApplication(sql, found, key)
    if (application !== undefined) return followApplication(context, sql, { holder, write, key, application })
    assertPlaceable(found)
    const projectId = found.projectId ?? 0n
    // The locks are taken in the order in which a change of a runtime triggers its instances.
    await lockByIds(sql, [projectId])
    const { runtime, reason, rejected, pending = null, documents } = await decidePlacement(sql, found)
    if (runtime !== undefined) await lockCandidate(sql, { self: holder.id, runtime })
    const self = await lockHeld(sql, holder)
    if (self.generation !== found.generation) throw new RaceLost('the instance has changed since it was read')
    if (runtime !== undefined) {
      await writeInTransaction(context, sql, {
        items: [bindingOf(self, key, { runtime: runtime.name })],
        write,
      })
      if (runtime.object.owned) await shareRuntime(sql, { self, runtime, write })
      const note = `Runs in ${runtime.name}. ${reason}`
      await recordEvent({ ...context, sql }, self.id, event('Normal', 'Placed', note))
    }
    return { runtime: runtime?.name ?? null, reason, rejected, pending, documents }
  })
}

async function lockCandidate(
  sql: Sql,
  { self, runtime: { object, definitionId } }: { self: bigint; runtime: StoredCandidate },
): Promise<void> {
  await lockWithReferences(sql, { self, others: [object.id, definitionId] })
  const [locked] = await run<StoredObject>(sql, findByIds, [[object.id]])
  if (locked?.version !== object.version) throw new RaceLost('the runtime has changed since it was read')
}

/**
 * Locks an object, what it refers to, and others in the order of ids. The write of the object locks all of them, and a deletion
 * does so in this order; in any other, each would wait for the other until Postgres notices, a second later.
 */
async function lockWithReferences(
  sql: Sql,
  { self, others }: { self: bigint; others: readonly bigint[] },
): Promise<void> {
  const referenced = await run<{ id: bigint }>(sql, findNamedIds, [self])
  await lockByIds(sql, [self, ...referenced.map(({ id }) => id), ...others])
}

/** $1 object. */
const findNamedIds: Statement = {
  name: 'find-named-ids',
  text: 'SELECT "toId" AS id FROM "Reference" WHERE "fromId" = $1',
}

function assertPlaceable(object: StoredObject): void {
  const placement = specOf(object)['placement'] as Placement | undefined
  if (placement !== undefined && placement.locations === undefined) return
  const message = `${object.kind} ${shownValue(object.name)} has no requirements of one runtime`
  throw new PlatformError('CONFLICT', message)
}

/** Locks an object for its current reconcile. Throws STALE_EPOCH when a later one has started. */
async function lockHeld(sql: Sql, holder: ReconcileHolder): Promise<StoredObject> {
  const [self] = await run<StoredObject>(sql, lockReported, [holder.id])
  if (self === undefined) throw notFound({ id: holder.id })
  if (self.epoch !== holder.epoch) throw staleEpoch(self, holder.epoch)
  return self
}

/** Returns the application that an object is attached to, whose runtime is that of the object. */
async function findApplication(
  sql: Sql,
  object: StoredObject,
  key: Item['key'],
): Promise<StoredObject | undefined> {
  const kind = kindNamed(object.kind)
  const through = kind.references.flatMap(({ defaultsToThatOf = [] }) => defaultsToThatOf)
  const targets = referencesOf({ kind, spec: specOf(object), project: key.project ?? '' }).filter(
    ({ field }) => through.includes(field),
  )
  const [application] = (await findObjects(sql, targets)).values()
  return application
}

interface Following {
  holder: ReconcileHolder
  write: Write
  key: Item['key']
  application: StoredObject
}

/** Records the runtime of the application as that of an object that is attached to it, once there is one. */
async function followApplication(
  context: StoreContext,
  sql: PoolClient,
  { holder, write, key, application }: Following,
): Promise<PlacementResult> {
  const none = { rejected: [], documents: [] }
  const [chosen] = await run<StoredObject>(sql, findRuntimeOf, [application.id])
  const name = `${application.kind} ${application.name}`
  if (chosen === undefined)
    return { ...none, runtime: null, reason: `${name} has no runtime yet.`, pending: application }
  await lockWithReferences(sql, { self: holder.id, others: [chosen.id] })
  const self = await lockHeld(sql, holder)
  // The write fills in the default, which is the runtime of the application.
  await writeInTransaction(context, sql, { items: [bindingOf(self, key, {})], write })
  const reason = `It is the runtime of ${name}.`
  await recordEvent(
    { ...context, sql },
    self.id,
    event('Normal', 'Placed', `Runs in ${chosen.name}. ${reason}`),
  )
  return { ...none, runtime: chosen.name, reason, pending: null }
}

/** $1 application. */
const findRuntimeOf: Statement = {
  name: 'find-runtime-of',
  text: `
  SELECT runtime.* FROM "Reference" location JOIN "Object" runtime ON runtime.id = location."toId"
  WHERE location."fromId" = $1 AND location.field = 'runtime'`,
}

/** Returns the write that records the runtime of an instance. */
function bindingOf(self: StoredObject, key: Item['key'], chosen: { runtime?: string }): Item {
  const draft = {
    kind: kindNamed(self.kind),
    name: self.name,
    project: key.project ?? '',
    labels: labelsOf(self),
    annotations: annotationsOf(self),
    spec: { ...specOf(self), ...chosen },
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
  // While nobody owned it, only its profile knew the period.
  const gracePeriod = owners[0]?.gracePeriod ?? (await graceOf(sql, runtime.object))
  await upsertOwnerships(
    sql,
    self.id,
    shared.map((ownedId) => ({
      ownedId,
      claim: null,
      parameters: null,
      field: 'spec.placement',
      gracePeriod,
    })),
  )
  await markOwned(sql, { owned: ids, changed: [], reconciledKinds: [], actor: write.actor })
}

async function findOne(sql: Sql, id: bigint): Promise<StoredObject> {
  const [row] = await run<StoredObject>(sql, findByIds, [[id]])
  if (row === undefined) throw notFound({ id })
  return row
}
