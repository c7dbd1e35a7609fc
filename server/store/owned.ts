import type { PoolClient } from 'pg'
import type { Removal } from '../../schema/confirmation.ts'
import { PlatformError, invalidInput, shownValue } from '../../schema/errors.ts'
import type { OwnedDocument, OwnedSet, ReconcileHolder } from '../../schema/graphql/store-reconciles.ts'
import type { Write } from '../../schema/graphql/store-writes.ts'
import type { Draft } from '../../schema/inputs.ts'
import { kindNamed } from '../../schema/kinds/index.ts'
import { parseQualifiedName } from '../../schema/names.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { checkInput } from './check-input.ts'
import type { Item } from './checks.ts'
import type { StoreContext } from './context.ts'
import { deepEqual } from './deep-equal.ts'
import { staleEpoch } from './delete.ts'
import { findByIds, findHolders, inOrder, keyText, lockObjects } from './lookups.ts'
import { itemOf, notFound } from './objects.ts'
import { deleteOwned } from './owned-deletion.ts'
import {
  expire,
  findOwnedObjects,
  findDecidingOwners,
  findOwnerships,
  lockByIds,
  markOwned,
  releaseOwnerships,
  upsertOwnerships,
  type Ownership,
} from './ownership.ts'
import { RaceLost } from './races.ts'
import { lockReported } from './report.ts'
import { triggerAll } from './reconcile.ts'
import { run, specOf, transaction, type Sql, type Statement } from './sql.ts'
import { writeInTransaction } from './write-items.ts'

/*
 * Ownership of objects by objects. On every reconcile, an owner declares the whole set of objects that it owns, and one
 * transaction, fenced by its epoch, applies it. Objects that left the set are deleted, unless another owner has them
 * (docs/decisions/024).
 */

/**
 * Applies the documents as the complete set of objects that an object owns: creates and updates them, and requests the
 * deletion of those that left the set. Writes nothing while an object of the set is still being deleted (`awaited`), or
 * while another owner of it has the same claim (`taken`).
 *
 * Throws STALE_EPOCH when a later reconcile has started, NAME_TAKEN when a name belongs to an object without owners,
 * FORBIDDEN for a kind that the owner does not declare, and the errors of `apply`.
 */
export async function applyOwned(
  context: StoreContext,
  { owner, documents }: { owner: ReconcileHolder; documents: readonly OwnedDocument[] },
  write: Write,
): Promise<OwnedSet> {
  const drafts = await draftsOf(context, documents, write)
  return transaction(context.sql, async (sql) => {
    const self = await lockOwner(context, sql, owner)
    assertMayOwn(self, drafts)
    const set = await readSet(sql, self, drafts)
    const emptySet = { objects: [], heldBack: [], leaving: [], held: [] }
    if (set.awaited !== undefined) return { ...emptySet, awaited: set.awaited }
    const taken = conflictingClaim(set)
    if (taken !== undefined) return { ...emptySet, taken: await describeTaken(sql, taken) }
    const { objects, heldBack } = await writeSet(context, sql, { set, write })
    const held = await releaseLeaving(context, sql, { set, write })
    const keptIds = new Set(objects.map(({ id }) => id))
    const leaving = (await findOwnedObjects(sql, self.id)).filter(({ id }) => !keptIds.has(id))
    return { objects, heldBack, leaving, held }
  })
}

/**
 * Requests the deletion of the owned objects that refer to their owner, which therefore have to go before it. Resolves with
 * those that still exist, and with the removals that wait for confirmation.
 */
export async function releaseAttached(
  context: StoreContext,
  owner: ReconcileHolder,
  write: Write,
): Promise<OwnedSet> {
  return transaction(context.sql, async (sql) => {
    const self = await lockOwner(context, sql, owner)
    const ids = (await findHolders(sql, [self.id])).flatMap(({ id, attached }) => (attached ? [id] : []))
    await lockByIds(sql, ids)
    const held = await deleteOwned(context, sql, { owner: self, ids, write })
    return { objects: [], heldBack: [], leaving: await run<StoredObject>(sql, findByIds, [ids]), held }
  })
}

/** A validated document of a set. */
interface OwnedDraft {
  document: OwnedDocument
  draft: Draft
  path: string
}

async function draftsOf(
  { digester }: StoreContext,
  documents: readonly OwnedDocument[],
  { actor }: Write,
): Promise<OwnedDraft[]> {
  const checked = await Promise.all(
    documents.map(async (document, index) => {
      const path = `documents[${index}]`
      return { document, path, ...(await checkInput(digester, { input: document, path }, actor)) }
    }),
  )
  const errors = checked.flatMap((each) => each.errors)
  if (errors.length > 0) throw invalidInput(errors)
  return checked.flatMap(({ document, path, draft }) =>
    draft === undefined ? [] : [{ document, path, draft }],
  )
}

/**
 * Locks an owner, what it owns, who waits for what of that has no reconciler, and who decides next about what it decides, in the order
 * of their ids, as reports do, so that none of them wait for each other. Returns the owner. Throws STALE_EPOCH when a later reconcile has started.
 */
async function lockOwner(
  { reconciledKinds }: Pick<StoreContext, 'reconciledKinds'>,
  sql: Sql,
  { id, epoch }: ReconcileHolder,
): Promise<StoredObject> {
  await run(sql, lockWithOwned, [id, reconciledKinds])
  const [owner] = await run<StoredObject>(sql, lockReported, [id])
  if (owner === undefined) throw notFound({ id })
  if (owner.epoch !== epoch) throw staleEpoch(owner, epoch)
  return owner
}

const lockWithOwned: Statement = {
  name: 'lock-with-owned',
  text: `
  SELECT id FROM "Object"
  WHERE id = ANY(ARRAY(
    SELECT "ownedId" FROM "Ownership" WHERE "ownerId" = $1
    UNION SELECT waiting.id FROM "Ownership"
      JOIN "Object" owned ON owned.id = "ownedId" JOIN "Object" waiting ON waiting."waitingForId" = owned.id
      WHERE "ownerId" = $1 AND owned.kind <> ALL($2)
    UNION SELECT next."ownerId" FROM "Ownership" own CROSS JOIN LATERAL (
        SELECT "ownerId" FROM "Ownership" WHERE "ownedId" = own."ownedId" AND id > own.id ORDER BY id LIMIT 1
      ) next
      WHERE own."ownerId" = $1
        AND NOT EXISTS (SELECT FROM "Ownership" WHERE "ownedId" = own."ownedId" AND id < own.id)
    UNION SELECT $1
  ))
  ORDER BY id FOR NO KEY UPDATE`,
}

function assertMayOwn(owner: StoredObject, drafts: readonly OwnedDraft[]): void {
  const { owns = [] } = kindNamed(owner.kind)
  const foreign = drafts.find(({ draft }) => !owns.includes(draft.kind.kind))
  if (foreign === undefined) return
  const message = `${owner.kind} ${shownValue(owner.name)} owns no ${foreign.draft.kind.kind}; it may own ${owns.join(', ') || 'nothing'}`
  throw new PlatformError('FORBIDDEN', message)
}

/** The stored state of a set before it is written. All its objects are locked. */
interface StoredSet {
  owner: StoredObject
  drafts: readonly OwnedDraft[]
  /** The stored objects of the set, by {@link keyText}. */
  stored: ReadonlyMap<string, StoredObject>
  /** The ownerships of the owner so far, by the owned object. */
  before: ReadonlyMap<bigint, Ownership>
  /** The owners of each stored object that matter to this one, oldest first. */
  owners: ReadonlyMap<bigint, readonly Ownership[]>
  awaited?: StoredObject
}

async function readSet(sql: Sql, owner: StoredObject, drafts: readonly OwnedDraft[]): Promise<StoredSet> {
  const stored = await lockObjects(
    sql,
    drafts.map(({ draft }) => keyOf(draft)),
  )
  const ids = [...stored.values()].map(({ id }) => id)
  const before = new Map((await findOwnerships(sql, owner.id)).map((each) => [each.ownedId, each]))
  // Without locks, of several last owners that release an object at once, each would see the others, and the object
  // would stay.
  await lockByIds(sql, [...before.keys()])
  const owners = Map.groupBy(
    await findDecidingOwners(sql, [...new Set([...ids, ...before.keys()])], {
      ownerId: owner.id,
      claims: drafts.flatMap(({ document }) => document.claim ?? []),
    }),
    (each) => each.ownedId,
  )
  const awaited = [...stored.values()].find(
    (object) => object.deletionRequestedAt !== null && (object.owned || before.has(object.id)),
  )
  return { owner, drafts, stored, before, owners, ...(awaited === undefined ? {} : { awaited }) }
}

function keyOf({ kind, name, project }: Draft) {
  return { kind: kind.kind, project: kind.scope === 'global' ? undefined : project, name }
}

interface SetWrite {
  set: StoredSet
  write: Write
}

/** Writes the set; resolves with its objects, in the order of the documents, and with those that documents hold back. */
async function writeSet(
  context: StoreContext,
  sql: PoolClient,
  { set, write }: SetWrite,
): Promise<Pick<OwnedSet, 'objects' | 'heldBack'>> {
  const { owner, drafts, stored, before, owners } = set
  const written = await writeInTransaction(context, sql, {
    items: drafts
      .filter(({ draft }) => decides(set, stored.get(keyText(keyOf(draft)))))
      .map((each) => itemOfSet(withOriginal(each, owner), stored.get(keyText(keyOf(each.draft))))),
    write,
  })
  const results = new Map(
    written.map(({ object }) => [`${object.kind}/${object.name}/${object.projectId}`, object]),
  )
  const objects = drafts.map(({ draft }) => {
    const found = stored.get(keyText(keyOf(draft)))
    const object =
      found === undefined
        ? written.find((each) => each.object.kind === draft.kind.kind && each.object.name === draft.name)
            ?.object
        : (results.get(`${found.kind}/${found.name}/${found.projectId}`) ?? found)
    if (object === undefined) throw new Error(`${draft.kind.kind} ${draft.name} was not written`)
    return object
  })
  const desired = drafts.map(({ document }, index) => ({
    ownedId: objects[index]?.id ?? 0n,
    claim: document.claim ?? null,
    parameters: document.parameters ?? null,
    field: document.field ?? null,
    gracePeriod: document.gracePeriod ?? 0,
  }))
  const differs = desired.filter((each) => !isSame(each, before.get(each.ownedId)))
  await upsertOwnerships(sql, owner.id, differs)
  const changed = differs
    .filter(({ ownedId, claim, parameters }) => {
      const was = before.get(ownedId)
      const isShared = claim !== null || parameters !== null || (owners.get(ownedId)?.length ?? 0) > 0
      return isShared && (was === undefined || was.claim !== claim || !deepEqual(was.parameters, parameters))
    })
    .map(({ ownedId }) => ownedId)
  const unmarked = objects.filter(({ owned, expiresAt }) => !owned || expiresAt !== null).map(({ id }) => id)
  const { reconciledKinds } = context
  await markOwned(sql, { owned: unmarked, changed, reconciledKinds, actor: write.actor })
  const isSameAsBefore = changed.length === 0 && written.every(({ result }) => result === 'unchanged')
  const heldBackIds = new Set(
    written.flatMap(({ object, isHeldBack }) => (isHeldBack === true ? [object.id] : [])),
  )
  const current = isSameAsBefore ? objects : await reread(sql, objects)
  return { objects: current, heldBack: current.filter(({ id }) => heldBackIds.has(id)) }
}

/** Returns the draft of a copy that an owner makes with the original that it is a copy of. */
function withOriginal(owned: OwnedDraft, owner: StoredObject): OwnedDraft {
  const { references, copies } = kindNamed(owner.kind)
  const { draft } = owned
  const reference = references.find(({ field, to }) => field === copies && to === draft.kind.kind)
  const original = reference && specOf(owner)[reference.field]
  if (typeof original !== 'string') return owned
  return { ...owned, draft: { ...draft, copyOf: parseQualifiedName(original, draft.project) } }
}

function itemOfSet({ document, draft, path }: OwnedDraft, stored: StoredObject | undefined): Item {
  const item = itemOf(draft, { path, mode: stored?.owned === true ? 'apply' : 'create' })
  return {
    ...item,
    owned: true,
    keeps: document.holdBack === true,
    build: (existing) => {
      if (stored === undefined && existing?.owned === true)
        throw new RaceLost('another owner has created the object')
      return item.build(existing)
    },
  }
}

/** Reports whether an owner decides the spec of an object: only the first owner does. */
function decides({ owner, owners }: StoredSet, object: StoredObject | undefined): boolean {
  const [first] = object === undefined ? [] : (owners.get(object.id) ?? [])
  return first === undefined || first.ownerId === owner.id
}

/** Returns the claim of a document that another owner of the same object already has. */
function conflictingClaim({
  owner,
  owners,
  stored,
  drafts,
}: StoredSet): { claim: string; ownerId: bigint } | undefined {
  for (const { document, draft } of drafts) {
    const { claim } = document
    const object = stored.get(keyText(keyOf(draft)))
    const sharers = object === undefined ? [] : (owners.get(object.id) ?? [])
    const taken = sharers.find((each) => each.claim === claim && each.ownerId !== owner.id)
    if (claim !== undefined && taken !== undefined) return { claim, ownerId: taken.ownerId }
  }
  return undefined
}

async function describeTaken(
  sql: Sql,
  { claim, ownerId }: { claim: string; ownerId: bigint },
): Promise<NonNullable<OwnedSet['taken']>> {
  const [owner] = await run<StoredObject>(sql, findByIds, [[ownerId]])
  // Ownerships change only under the lock of the owned object, so a missing owner means a race.
  if (owner === undefined) throw new RaceLost('an owner of a shared object was removed meanwhile')
  return { claim, owner }
}

type DesiredOwnership = Omit<Ownership, 'id' | 'ownerId'>

function isSame(desired: DesiredOwnership, stored: Ownership | undefined): boolean {
  return (
    stored !== undefined &&
    stored.claim === desired.claim &&
    stored.field === desired.field &&
    stored.gracePeriod === desired.gracePeriod &&
    deepEqual(stored.parameters, desired.parameters)
  )
}

async function reread(sql: Sql, objects: readonly StoredObject[]): Promise<StoredObject[]> {
  const ids = objects.map(({ id }) => id)
  const found = inOrder(ids, await run<StoredObject>(sql, findByIds, [ids]))
  return objects.map((object, index) => found[index] ?? object)
}

/** Releases the objects that left the set; resolves with the removals that wait for confirmation. */
async function releaseLeaving(
  context: StoreContext,
  sql: PoolClient,
  { set, write }: SetWrite,
): Promise<Removal[]> {
  const { owner, drafts, stored, before, owners } = set
  const keptIds = new Set(drafts.map(({ draft }) => stored.get(keyText(keyOf(draft)))?.id))
  const others = [...before.values()].filter(({ ownedId }) => !keptIds.has(ownedId))
  if (others.length === 0) return []
  const place = await locationOf(sql, owner)
  const leaving = others.filter(({ ownedId }) => owner.deletionRequestedAt !== null || !place.has(ownedId))
  if (leaving.length === 0) return []
  const isShared = ({ ownedId }: Ownership): boolean =>
    owners.get(ownedId)?.some(({ ownerId }) => ownerId !== owner.id) === true
  const shared = leaving.filter(isShared)
  const last = leaving.filter((each) => !isShared(each))
  // Its runtime can only go after the owner, which therefore does not wait for it.
  const waiting = last.filter(
    ({ gracePeriod, ownedId }) => (gracePeriod > 0 && !owner.deletionForced) || place.has(ownedId),
  )
  const now = last.filter((each) => !waiting.includes(each))

  await releaseOwnerships(
    sql,
    owner.id,
    [...shared, ...waiting].map(({ ownedId }) => ownedId),
  )
  const { reconciledKinds } = context
  const { actor } = write
  await markOwned(sql, {
    owned: [],
    changed: shared.map(({ ownedId }) => ownedId),
    reconciledKinds,
    actor,
  })
  const next = shared.flatMap(({ ownedId }) => {
    const [first, second] = owners.get(ownedId) ?? []
    return first?.ownerId === owner.id && second !== undefined ? [second.ownerId] : []
  })
  // `lock-with-owned` has locked them.
  if (next.length > 0) await triggerAll({ sql, reconciledKinds }, { ids: [...new Set(next)] }, write)
  await expire(
    sql,
    waiting.map(({ ownedId: id, gracePeriod }) => ({ id, gracePeriod })),
  )
  return deleteOwned(context, sql, { owner, ids: now.map(({ ownedId }) => ownedId), write })
}

/**
 * Returns the runtime in which an owner runs, and its definition. If placement has made them, an owner that remains keeps them
 * without declaring them again: the choice is recorded and not repeated.
 */
async function locationOf(sql: Sql, owner: StoredObject): Promise<Set<bigint>> {
  if (kindNamed(owner.kind).location === undefined) return new Set()
  return new Set((await run<{ id: bigint }>(sql, findLocation, [owner.id])).map(({ id }) => id))
}

const findLocation: Statement = {
  name: 'find-location',
  text: `
  SELECT "toId" AS id FROM "Reference" WHERE "fromId" = $1 AND field = 'runtime'
  UNION ALL SELECT definition."toId" FROM "Reference" runtime
    JOIN "Reference" definition ON definition."fromId" = runtime."toId" AND definition.field = 'definition'
    WHERE runtime."fromId" = $1 AND runtime.field = 'runtime'`,
}
