import type { PoolClient } from 'pg'
import { randomBytes } from 'node:crypto'
import { everything, type Confirmation, type Removal } from '../../schema/confirmation.ts'
import { PlatformError, invalidInput, shownValue } from '../../schema/errors.ts'
import type { OwnedDocument, OwnedSet, ReconcileHolder, Write } from '../../schema/graphql/store.ts'
import type { Draft } from '../../schema/inputs.ts'
import { kindNamed } from '../../schema/kinds/index.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { checkInput } from './check-input.ts'
import { storeConfirmation } from './confirm.ts'
import { confirmedRemovals, holdsFor } from './confirmation.ts'
import type { Item } from './checks.ts'
import type { StoreContext } from './context.ts'
import { deepEqual } from './deep-equal.ts'
import { requestDeletion, staleEpoch } from './delete.ts'
import { findHolders, keyText, lockObjects } from './lookups.ts'
import { findByIds, itemOf, notFound } from './objects.ts'
import {
  expire,
  findDataHolders,
  findOwnedObjects,
  findOwners,
  findOwnerships,
  lockByIds,
  markOwned,
  releaseOwnerships,
  upsertOwnerships,
  type NamedOwnership,
  type Ownership,
} from './ownership.ts'
import { Raced } from './races.ts'
import { lockForRemoval } from './removal-locks.ts'
import { lockReported } from './report.ts'
import { run, specOf, transaction, type Sql } from './sql.ts'
import { sweep, type Removing } from './sweep.ts'
import { writeInTransaction } from './write-items.ts'

/*
 * Objects own objects: on every reconcile an owner names the whole set that it keeps, and one transaction, fenced by its
 * epoch, makes it so. What left the set goes, unless another owner still has it (docs/decisions/024).
 */

/**
 * Makes the documents the set of objects that an object owns: creates and changes them, and requests the deletion of those
 * that left the set. Nothing is written while an object of the set is still being deleted (`awaited`), or another owner of
 * it has the same claim (`taken`).
 *
 * Thrown: STALE_EPOCH when a later reconcile has started, NAME_TAKEN when a name belongs to an object that nobody owns, and
 * FORBIDDEN for a kind that the owner does not declare, and what `apply` throws.
 */
export async function applyOwned(
  context: StoreContext,
  { owner, documents }: { owner: ReconcileHolder; documents: readonly OwnedDocument[] },
  write: Write,
): Promise<OwnedSet> {
  const drafts = await draftsOf(context, documents, write)
  return transaction(context.sql, async (sql) => {
    const self = await lockOwner(sql, owner)
    assertMayOwn(self, drafts)
    const set = await readSet(sql, self, drafts)
    const nothing = { objects: [], leaving: [], held: [] }
    if (set.awaited !== undefined) return { ...nothing, awaited: set.awaited }
    const taken = takenClaim(set)
    if (taken !== undefined) return { ...nothing, taken: await describeTaken(sql, taken) }
    const objects = await writeSet(context, sql, { set, write })
    const held = await releaseRest(context, sql, { set, write })
    const kept = new Set(objects.map(({ id }) => id))
    const leaving = (await findOwnedObjects(sql, self.id)).filter(({ id }) => !kept.has(id))
    return { objects, leaving, held }
  })
}

/** A document of a set, checked. */
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

async function lockOwner(sql: Sql, { id, epoch }: ReconcileHolder): Promise<StoredObject> {
  const [owner] = await run<StoredObject>(sql, lockReported, [id])
  if (owner === undefined) throw notFound({ id })
  if (owner.epoch !== epoch) throw staleEpoch(owner, epoch)
  return owner
}

function assertMayOwn(owner: StoredObject, drafts: readonly OwnedDraft[]): void {
  const { owns = [] } = kindNamed(owner.kind)
  const foreign = drafts.find(({ draft }) => !owns.includes(draft.kind.kind))
  if (foreign === undefined) return
  const message = `${owner.kind} ${shownValue(owner.name)} owns no ${foreign.draft.kind.kind}; it may own ${owns.join(', ') || 'nothing'}`
  throw new PlatformError('FORBIDDEN', message)
}

/** What is there of a set before it is written. All objects of it are locked. */
interface StoredSet {
  owner: StoredObject
  drafts: readonly OwnedDraft[]
  /** By {@link keyText}. */
  stored: ReadonlyMap<string, StoredObject>
  /** What the owner has owned so far. */
  before: ReadonlyMap<bigint, Ownership>
  /** All owners of each stored object, oldest first. */
  owners: ReadonlyMap<bigint, readonly NamedOwnership[]>
  awaited?: StoredObject
}

async function readSet(sql: Sql, owner: StoredObject, drafts: readonly OwnedDraft[]): Promise<StoredSet> {
  const stored = await lockObjects(
    sql,
    drafts.map(({ draft }) => keyOf(draft)),
  )
  const ids = [...stored.values()].map(({ id }) => id)
  const before = new Map((await findOwnerships(sql, owner.id)).map((each) => [each.ownedId, each]))
  // Of several last owners that go at once each would otherwise see the others, and the object would stay.
  await lockByIds(sql, [...before.keys()])
  const owners = Map.groupBy(
    await findOwners(sql, [...new Set([...ids, ...before.keys()])]),
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

interface Writing {
  set: StoredSet
  write: Write
}

/** Writes what the set has to be; resolves with the objects, in the order of the documents. */
async function writeSet(
  context: StoreContext,
  sql: PoolClient,
  { set, write }: Writing,
): Promise<StoredObject[]> {
  const { owner, drafts, stored, before, owners } = set
  const written = await writeInTransaction(context, sql, {
    items: drafts
      .filter(({ draft }) => decides(set, stored.get(keyText(keyOf(draft)))))
      .map((each) => itemOfSet(each, stored.get(keyText(keyOf(each.draft))))),
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
  const given = drafts.map(({ document }, index) => ({
    ownedId: objects[index]?.id ?? 0n,
    claim: document.claim ?? null,
    parameters: document.parameters ?? null,
    field: document.field ?? null,
    gracePeriod: document.gracePeriod ?? 0,
  }))
  const differs = given.filter((each) => !isSame(each, before.get(each.ownedId)))
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
  return isSameAsBefore ? objects : refreshed(sql, objects)
}

function itemOfSet({ draft, path }: OwnedDraft, stored: StoredObject | undefined): Item {
  const item = itemOf(draft, { path, mode: stored?.owned === true ? 'apply' : 'create' })
  return {
    ...item,
    owned: true,
    build: (existing) => {
      if (stored === undefined && existing?.owned === true)
        throw new Raced('another owner has made the object')
      return item.build(existing)
    },
  }
}

/** The first owner of an object decides what is in it. */
function decides({ owner, owners }: StoredSet, object: StoredObject | undefined): boolean {
  const [first] = object === undefined ? [] : (owners.get(object.id) ?? [])
  return first === undefined || first.ownerId === owner.id
}

/** The claim of a document that another owner of the same object has already. */
function takenClaim({
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
  // Its ownership is locked with the object that it shares.
  if (owner === undefined) throw new Raced('an owner of a shared object has gone meanwhile')
  return { claim, owner }
}

type Given = Omit<Ownership, 'id' | 'ownerId'>

function isSame(given: Given, stored: Ownership | undefined): boolean {
  return (
    stored !== undefined &&
    stored.claim === given.claim &&
    stored.field === given.field &&
    stored.gracePeriod === given.gracePeriod &&
    deepEqual(stored.parameters, given.parameters)
  )
}

async function refreshed(sql: Sql, objects: readonly StoredObject[]): Promise<StoredObject[]> {
  const rows = await run<StoredObject>(sql, findByIds, [objects.map(({ id }) => id)])
  const found = new Map(rows.map((row) => [row.id, row]))
  return objects.map((object) => found.get(object.id) ?? object)
}

/** Lets go what left the set; resolves with the removals that wait for a confirmation. */
async function releaseRest(
  context: StoreContext,
  sql: PoolClient,
  { set, write }: Writing,
): Promise<Removal[]> {
  const { owner, drafts, stored, before, owners } = set
  const kept = new Set(drafts.map(({ draft }) => stored.get(keyText(keyOf(draft)))?.id))
  const leaving = [...before.values()].filter(({ ownedId }) => !kept.has(ownedId))
  if (leaving.length === 0) return []
  const isShared = ({ ownedId }: Ownership): boolean =>
    owners.get(ownedId)?.some(({ ownerId }) => ownerId !== owner.id) === true
  const shared = leaving.filter(isShared)
  const last = leaving.filter((each) => !isShared(each))
  const waiting = last.filter(({ gracePeriod }) => gracePeriod > 0 && !owner.deletionForced)
  const now = last.filter((each) => !waiting.includes(each))

  await releaseOwnerships(
    sql,
    owner.id,
    [...shared, ...waiting].map(({ ownedId }) => ownedId),
  )
  await markOwned(sql, {
    owned: [],
    changed: shared.map(({ ownedId }) => ownedId),
    reconciledKinds: context.reconciledKinds,
    actor: write.actor,
  })
  await expire(
    sql,
    waiting.map(({ ownedId: id, gracePeriod }) => ({ id, gracePeriod })),
  )
  return deleteOwned(context, sql, { owner, ids: now.map(({ ownedId }) => ownedId), write })
}

interface Deleting {
  /** Absent when the last owner went before. */
  owner?: StoredObject
  ids: readonly bigint[]
  write: Write
}

/**
 * Requests the deletion of owned objects, but for those that an object which stays refers to, and those that hold data and
 * whose removal nobody has confirmed; resolves with these removals.
 */
export async function deleteOwned(
  context: Removing,
  sql: PoolClient,
  { owner, ids, write }: Deleting,
): Promise<Removal[]> {
  if (ids.length === 0) return []
  const objects = await run<StoredObject>(sql, findByIds, [ids])
  const going = (await freeOf(sql, objects)).filter(({ deletionRequestedAt }) => deletionRequestedAt === null)
  const data = await guardedData(sql, going)
  const confirmed = new Set(owner === undefined ? [] : confirmedRemovals(owner, new Date()))
  const isConfirmed = data.every(({ removal }) => confirmed.has(removal.id))
  const holdsData = new Set(data.map(({ objectId }) => objectId))
  // Without an owner nobody is there to ask: the guard of the object itself does.
  const removed = going.filter(({ id }) => isConfirmed || owner === undefined || !holdsData.has(id))
  const idsOf = (reconciled: boolean): bigint[] =>
    removed.filter(({ kind }) => kindNamed(kind).reconciled === reconciled).map(({ id }) => id)
  await lockForRemoval(sql, context, { removed: idsOf(false), requested: idsOf(true) })
  for (const object of removed) {
    if (isConfirmed && holdsData.has(object.id))
      await run(sql, storeConfirmation, [object.id, confirmedBy(write)])
    await requestDeletion(context, sql, {
      object,
      write: { ...write, force: owner?.deletionForced === true },
    })
  }
  await sweep(context, sql, { ids: idsOf(false), write })
  return isConfirmed || owner === undefined ? [] : data.map(({ removal }) => removal)
}

/** Those of the objects that nothing refers to which stays. */
async function freeOf(sql: Sql, objects: readonly StoredObject[]): Promise<StoredObject[]> {
  const holders = await findHolders(
    sql,
    objects.map(({ id }) => id),
  )
  // What is needed by one that stays, stays, and so does what that one needs.
  const going = new Set(objects.map(({ id }) => id))
  for (let before = -1; before !== going.size;) {
    before = going.size
    for (const { targetId, id, deleting } of holders) if (!deleting && !going.has(id)) going.delete(targetId)
  }
  return objects.filter(({ id }) => going.has(id))
}

/** Resources that hold data, of objects whose kind guards them. */
async function guardedData(
  sql: Sql,
  objects: readonly StoredObject[],
): Promise<{ objectId: bigint; removal: Removal }[]> {
  const guarded = objects.filter((object) => {
    const { guard } = kindNamed(object.kind)
    return guard !== undefined && specOf(object)[guard] !== 'off'
  })
  if (guarded.length === 0) return []
  const names = new Map(guarded.map((object) => [object.id, `${object.kind} ${object.name}`]))
  const found = await findDataHolders(sql, [...names.keys()])
  return found.map(({ objectId, uid, kind, namespace, name }) => {
    const where = namespace === '' ? '' : `${namespace}/`
    const text = `${kind} ${where}${name} of ${names.get(objectId) ?? ''} (holds data)`
    return { objectId, removal: { id: uid, text } }
  })
}

/** A confirmation for the owner is one for the object that goes with it: nobody is asked twice. */
function confirmedBy({ actor }: Write): string {
  const confirmation: Confirmation = {
    token: randomBytes(5).toString('hex'),
    expiresAt: new Date(Date.now() + holdsFor * 3_600_000).toISOString(),
    removals: [{ id: everything, text: 'everything' }],
    confirmedBy: actor,
  }
  return JSON.stringify(confirmation)
}
