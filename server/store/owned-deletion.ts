import { randomBytes } from 'node:crypto'
import type { PoolClient } from 'pg'
import { everything, everythingOwned, type Confirmation, type Removal } from '../../schema/confirmation.ts'
import type { Write } from '../../schema/graphql/store-writes.ts'
import { kindNamed } from '../../schema/kinds/index.ts'
import { describeIdentity } from '../../schema/manifests.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { storeConfirmation } from './confirm.ts'
import { confirmedRemovals, validHours } from './confirmation.ts'
import { requestDeletions } from './delete.ts'
import { findByIds, findHolders } from './lookups.ts'
import { findDataHolders, findDecidingOwners, findOwnedObjects } from './ownership.ts'
import { lockForRemoval } from './removal-locks.ts'
import { run, specOf, type Sql } from './sql.ts'
import { sweep, type RemovalContext } from './sweep.ts'

/* The deletion of owned objects that no owner has any more, with the confirmations that it needs. */

interface OwnedDeletion {
  /** The last owner; absent when it has already been removed. */
  owner?: StoredObject
  ids: readonly bigint[]
  write: Write
}

/**
 * Requests the deletion of owned objects, except for those that a remaining object refers to, and those that hold data and
 * whose removal is not confirmed; resolves with these removals.
 */
export async function deleteOwned(
  context: RemovalContext,
  sql: PoolClient,
  { owner, ids, write }: OwnedDeletion,
): Promise<Removal[]> {
  if (ids.length === 0) return []
  const objects = await run<StoredObject>(sql, findByIds, [ids])
  const candidates = (await withoutReferrers(sql, objects)).filter(
    ({ deletionRequestedAt }) => deletionRequestedAt === null,
  )
  const data = await guardedData(sql, candidates)
  const confirmed = new Set(owner === undefined ? [] : confirmedRemovals(owner, new Date()))
  const isDisposable =
    confirmed.has(everythingOwned) || (owner !== undefined && kindNamed(owner.kind).disposable === true)
  const isConfirmed = isDisposable || data.every(({ removal }) => confirmed.has(removal.id))
  const holdsData = new Set(data.map(({ objectId }) => objectId))
  // Without an owner there is no object to confirm the removal on: the guard of the object itself requests confirmation.
  const removed = candidates.filter(({ id }) => isConfirmed || owner === undefined || !holdsData.has(id))
  const idsOf = (reconciled: boolean): bigint[] =>
    removed.filter(({ kind }) => kindNamed(kind).reconciled === reconciled).map(({ id }) => id)
  await lockForRemoval(sql, context, { removed: idsOf(false), requested: idsOf(true) })
  for (const object of removed) {
    // What has no data itself may own what has.
    if (isDisposable) await run(sql, storeConfirmation, [object.id, disposal(write)])
    else if (isConfirmed && holdsData.has(object.id))
      await run(sql, storeConfirmation, [object.id, confirmedBy(object, write)])
  }
  await requestDeletions(context, sql, {
    objects: removed,
    write: { ...write, force: owner?.deletionForced === true },
  })
  await sweep(context, sql, { ids: idsOf(false), write })
  return isConfirmed || owner === undefined ? [] : data.map(({ removal }) => removal)
}

/**
 * Returns the objects that no remaining object refers to.
 *
 * @param going Further objects that are deleted. @default none
 */
export async function withoutReferrers(
  sql: Sql,
  objects: readonly StoredObject[],
  going: ReadonlySet<bigint> = new Set(),
): Promise<StoredObject[]> {
  const holders = await findHolders(
    sql,
    objects.map(({ id }) => id),
  )
  // An object that a remaining one needs remains as well, and so do its own dependencies.
  const candidates = new Set(objects.map(({ id }) => id))
  for (let before = -1; before !== candidates.size;) {
    before = candidates.size
    for (const { targetId, id, deleting, attached } of holders)
      if (!deleting && !attached && !candidates.has(id) && !going.has(id)) candidates.delete(targetId)
  }
  return objects.filter(({ id }) => candidates.has(id))
}

/**
 * Returns the resources that hold data, of objects with a deletion guard, and of what is only a part of its owner, such as an environment
 * of an application: its deletion, once requested, could not be undone by an edit of the owner.
 */
async function guardedData(
  sql: Sql,
  objects: readonly StoredObject[],
): Promise<{ objectId: bigint; removal: Removal }[]> {
  const guarded = new Map<bigint, { objectId: bigint; name: string }>()
  for (const object of objects) {
    const { id: objectId } = object
    const within = isPart(object) ? await ownedAlone(sql, object) : []
    for (const each of [object, ...within])
      if (isGuarded(each)) guarded.set(each.id, { objectId, name: `${each.kind} ${each.name}` })
  }
  if (guarded.size === 0) return []
  const found = await findDataHolders(sql, [...guarded.keys()])
  return found.flatMap((holder) => {
    const of = guarded.get(holder.objectId)
    if (of === undefined) return []
    const text = `${describeIdentity(holder)} of ${of.name} (holds data)`
    return { objectId: of.objectId, removal: { id: holder.uid, text } }
  })
}

function isGuarded(object: StoredObject): boolean {
  const { guard } = kindNamed(object.kind)
  return guard !== undefined && specOf(object)[guard] !== 'off'
}

/** Reports whether only its owner can bring an object back, and what it owns may hold data. */
function isPart({ kind }: StoredObject): boolean {
  const { ownedOnly = false, guard, owns = [] } = kindNamed(kind)
  return ownedOnly && guard === undefined && owns.some((each) => kindNamed(each).guard !== undefined)
}

/** Returns all that an object owns, directly and indirectly, without what has other owners as well. */
async function ownedAlone(sql: Sql, owner: StoredObject): Promise<StoredObject[]> {
  const owned = await findOwnedObjects(sql, owner.id)
  if (owned.length === 0) return []
  const ownerships = await findDecidingOwners(
    sql,
    owned.map(({ id }) => id),
    { ownerId: owner.id, claims: [] },
  )
  const shared = new Set(
    ownerships.flatMap(({ ownedId, ownerId }) => (ownerId === owner.id ? [] : [ownedId])),
  )
  const alone = owned.filter(({ id }) => !shared.has(id))
  const within: StoredObject[] = []
  for (const each of alone) within.push(each, ...(await ownedAlone(sql, each)))
  return within
}

/**
 * Returns the confirmation of an owned object. The confirmation of its owner covers it, and what it owns if it is only a part of its owner,
 * so that users confirm only once.
 */
function confirmedBy(object: StoredObject, { actor }: Write): string {
  const ids = isPart(object) ? [everything, everythingOwned] : [everything]
  return confirmationBy(actor, { ids, hours: validHours })
}

/** Hours for which the removal of what is disposable is confirmed: longer than any cluster is unreachable. */
const disposalHours = 10 * 366 * 24

/** Returns the confirmation of an object whose owner is disposable, for itself and all that it owns. */
function disposal({ actor }: Write): string {
  return confirmationBy(actor, { ids: [everything, everythingOwned], hours: disposalHours })
}

function confirmationBy(actor: string, { ids, hours }: { ids: readonly string[]; hours: number }): string {
  const confirmation: Confirmation = {
    token: randomBytes(5).toString('hex'),
    expiresAt: new Date(Date.now() + hours * 3_600_000).toISOString(),
    removals: ids.map((id) => ({ id, text: 'everything' })),
    confirmedBy: actor,
  }
  return JSON.stringify(confirmation)
}
