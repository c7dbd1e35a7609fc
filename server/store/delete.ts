import type { PoolClient } from 'pg'
import { counted } from '../../schema/counted.ts'
import { PlatformError, shownValue } from '../../schema/errors.ts'
import { describeLocation } from '../../schema/external-resources.ts'
import { differences } from '../../schema/differences.ts'
import type { ConfirmedDeletion } from '../../schema/graphql/store-reconciles.ts'
import type { DeleteWrite, ObjectTarget, Write, WrittenObject } from '../../schema/graphql/store-writes.ts'
import { kindNamed } from '../../schema/kinds/index.ts'
import { builtInActor } from '../../schema/profiles/built-in.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { builtInProblem, isBuiltIn } from './built-in.ts'
import { dueSoon, logChanges } from './change-row.ts'
import type { StoreContext } from './context.ts'
import { assertDeletionAllowed } from './deletion-policies.ts'
import { findHolders, findObjects, keyText, type Holder } from './lookups.ts'
import { keysOf, notFound } from './objects.ts'
import { ownerRefusals } from './owner-refusals.ts'
import { findOwners, findOwnerships } from './ownership.ts'
import { isPolicyVersion } from './policy-cache.ts'
import { problemError, type Problem } from './problems.ts'
import { RaceLost } from './races.ts'
import { triggerAll } from './reconcile.ts'
import { lockForRemoval } from './removal-locks.ts'
import { run, transaction, type Sql, type Statement } from './sql.ts'
import { sweep, type RemovalContext } from './sweep.ts'
import { triggerReferrersOfAll } from './write-object.ts'

/**
 * Requests the deletion of all targets or of none. Throws BLOCKED, with the names, when other objects need a target, unless
 * these are deleted as well; then the target is removed after them. Idempotent.
 */
export async function deleteAll(
  context: StoreContext,
  targets: readonly ObjectTarget[],
  write: DeleteWrite,
): Promise<WrittenObject[]> {
  const keys = await keysOf(context, targets)
  const work = async (sql: PoolClient): Promise<WrittenObject[]> => {
    const found = await findObjects(sql, keys)
    const ids = Map.groupBy(found.values(), ({ kind }) => kindNamed(kind).reconciled)
    const idsOf = (reconciled: boolean) => (ids.get(reconciled) ?? []).map(({ id }) => id)
    const locked = await lockForRemoval(sql, context, { removed: idsOf(false), requested: idsOf(true) })
    const objects = keys.map((key, index) => {
      const object = locked.get(found.get(keyText(key))?.id ?? 0n)
      if (object === undefined)
        throw notFound({ kind: key.kind, name: key.name, ...projectPart(key.project) })
      checkVersion(object, targets[index]?.expectedVersion)
      return object
    })
    const unique = [...new Map(objects.map((object) => [object.id, object])).values()]
    assertNotBuiltIn(unique, write)
    await assertNotOwned(sql, unique)
    await assertNotReferenced(sql, unique)
    const policies = await assertDeletionAllowed(context, sql, { objects: unique, write })
    const unrequested = unique.filter(
      ({ deletionRequestedAt, deletionForced }) =>
        deletionRequestedAt === null || (write.force === true && !deletionForced),
    )
    const requested = await requestDeletions(context, sql, { objects: unrequested, write, policies })
    await sweep(context, sql, {
      ids: unique.filter(({ kind }) => !kindNamed(kind).reconciled).map(({ id }) => id),
      write,
    })
    return objects.map((object) => ({
      ...(requested.get(object.id) ?? object),
      differences: object.deletionRequestedAt === null ? differences(object, undefined) : [],
    }))
  }
  return transaction(context.sql, work, { rollback: write.dryRun === true })
}

function projectPart(project: string | undefined): { project?: string } {
  return project === undefined ? {} : { project }
}

function checkVersion(object: StoredObject, expectedVersion: number | undefined): void {
  if (expectedVersion === undefined) return
  if (expectedVersion >= object.editedVersion && expectedVersion <= object.version) return
  const message = `${object.kind} ${shownValue(object.name)} is at version ${object.version}, not ${expectedVersion}`
  throw new PlatformError('VERSION_CONFLICT', message, {
    details: { expectedVersion, currentVersion: object.version },
  })
}

/**
 * Throws OWNED for objects with owners, which delete them. An owned object that has lost its last owner may be deleted.
 */
async function assertNotOwned(sql: Sql, objects: readonly StoredObject[]): Promise<void> {
  const refusals = await ownerRefusals(sql, objects)
  const problems = [...refusals.values()].filter(({ details }) => details !== undefined)
  if (problems.length > 0)
    throw problemError(problems.map((each) => ({ ...each, field: { ...each.field, path: 'name' } })))
}

/** Throws FORBIDDEN for objects that ship with QleetOS. */
function assertNotBuiltIn(objects: readonly StoredObject[], { actor }: DeleteWrite): void {
  const refused = actor === builtInActor ? [] : objects.filter(isBuiltIn)
  if (refused.length > 0) throw problemError(refused.map((object) => builtInProblem(object, 'name')))
}

async function assertNotReferenced(sql: Sql, objects: readonly StoredObject[]): Promise<void> {
  const deletedIds = new Set(objects.map(({ id }) => id))
  const all = await findHolders(sql, [...deletedIds])
  const remaining = all.filter(({ id, deleting, attached }) => !deleting && !attached && !deletedIds.has(id))
  const leaving = await leavingWithOwners(
    sql,
    remaining.map(({ id }) => id),
    deletedIds,
  )
  const holders = Map.groupBy(
    remaining.filter(({ id }) => !leaving.has(id)),
    ({ targetId }) => targetId,
  )
  const problems = objects.flatMap((object): Problem[] => {
    const by = holders.get(object.id) ?? []
    if (by.length === 0) return []
    const message = `${object.kind} ${shownValue(object.name)} is needed by ${describeHolders(by)}`
    const remedy = 'Delete these first, or in the same request.'
    const names = by.slice(0, 100).map(({ kind, name }) => ({ kind, name }))
    return [
      { code: 'BLOCKED', field: { path: 'name', code: 'CONFLICT', message, remedy }, details: { by: names } },
    ]
  })
  if (problems.length > 0) throw problemError(problems)
}

/** Returns those of the objects that are deleted together with the given ones, because these own them, all owners included. */
async function leavingWithOwners(
  sql: Sql,
  ids: readonly bigint[],
  deletedIds: ReadonlySet<bigint>,
): Promise<ReadonlySet<bigint>> {
  if (ids.length === 0) return new Set()
  const owners = Map.groupBy(await findOwners(sql, ids), ({ ownedId }) => ownedId)
  const above = [...owners.values()].flat().map(({ ownerId }) => ownerId)
  const further = [...new Set(above)].filter((id) => !deletedIds.has(id))
  const leaving = new Set([...deletedIds, ...(await leavingWithOwners(sql, further, deletedIds))])
  return new Set(ids.filter((id) => owners.get(id)?.every(({ ownerId }) => leaving.has(ownerId)) === true))
}

function describeHolders(holders: readonly Holder[]): string {
  const shown = holders.slice(0, 5).map(({ kind, name }) => `${kind} ${shownValue(name)}`)
  const more = holders.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}

interface DeletionRequests {
  objects: readonly StoredObject[]
  write: DeleteWrite
  /** The version of the policies that they were checked against. @default these do not concern them */
  policies?: string | null
}

/** Requests the deletion of objects that the transaction has locked. Resolves with them as they are then. */
export async function requestDeletions(
  context: RemovalContext & Partial<Pick<StoreContext, 'policies'>>,
  sql: Sql,
  { objects, write, policies = null }: DeletionRequests,
): Promise<Map<bigint, StoredObject>> {
  if (objects.length === 0) return new Map()
  const ids = objects.map(({ id }) => id)
  const rows = await run<StoredObject>(sql, requestDeletionsOf, [
    ids,
    context.reconciledKinds,
    write.actor,
    write.reason ?? null,
    write.traceparent ?? null,
    write.force === true,
    policies,
  ])
  const requested = new Map(rows.map((row) => [row.id, row]))
  const missing = objects.find(({ id }) => !requested.has(id))
  if (missing !== undefined && policies !== null) {
    context.policies?.forget()
    throw new RaceLost('a policy has changed since it was read')
  }
  if (missing !== undefined) throw notFound(missing)
  await run(sql, triggerReferrersOfAll, [ids, context.reconciledKinds])
  return requested
}

/** $1 ids, $2 kinds with a reconciler, $3 actor, $4 reason, $5 traceparent, $6 forced, $7 the version of the policies or null. */
const requestDeletionsOf: Statement = {
  name: 'request-deletions',
  text: `
  WITH updated AS (
    UPDATE "Object" SET "deletionRequestedAt" = coalesce("deletionRequestedAt", now()), "deletionForced" = $6,
      generation = generation + 1, version = version + 1, "editedVersion" = version + 1, triggers = triggers + 1, failures = 0,
      stalled = false, exclusive = NULL, "updatedAt" = now(),
      status = jsonb_set(status, '{phase}', '"Deleting"'),
      "nextReconcileAt" = CASE WHEN kind = ANY($2) THEN ${dueSoon} END
    WHERE id = ANY($1) AND ${isPolicyVersion('$7')} RETURNING *
  ), logged AS (
    ${logChanges('updated', { operation: 'DELETE_REQUEST', actor: '$3', reason: '$4', before: 'spec', triggersReferrers: 'true', traceparent: '$5' }, 'ORDER BY updated.id')}
  )
  SELECT * FROM updated`,
}

/**
 * Removes an object after its reconciler has removed its resources.
 *
 * @param epoch The epoch of that reconcile; a stale one throws STALE_EPOCH.
 * @param leaveBehind Moves the remaining resources in clusters and with providers to the abandoned resources; only for a forced deletion.
 */
export async function confirmDeletion(
  context: StoreContext,
  { id, epoch, leaveBehind, gone = [], events = [] }: ConfirmedDeletion,
  write: Write,
): Promise<void> {
  const runtimes = await transaction(context.sql, async (sql) => {
    const object = (await lockForRemoval(sql, context, { removed: [id] })).get(id)
    if (object === undefined) return []
    if (object.epoch !== epoch) throw staleEpoch(object, epoch)
    if (object.deletionRequestedAt === null) {
      throw new PlatformError('CONFLICT', `${object.kind} ${shownValue(object.name)} is not being deleted`)
    }
    const abandonedIn = leaveBehind ? await abandonResources(sql, object, gone) : []
    const removed = await sweep(context, sql, { ids: [id], write, confirmed: { gone, events } })
    if (!removed.has(id)) throw await remainder(sql, object, gone)
    return abandonedIn
  })
  // After the transaction, which has locked them for reading only. If this server dies before, their next reconcile does it.
  if (runtimes.length > 0) await triggerAll(context, { ids: runtimes }, write)
}

/** Resolves with the IDs of the runtimes that have abandoned resources now. */
async function abandonResources(sql: Sql, object: StoredObject, gone: readonly bigint[]): Promise<bigint[]> {
  if (!object.deletionForced)
    throw new PlatformError(
      'CONFLICT',
      `the deletion of ${object.kind} ${shownValue(object.name)} is not forced`,
    )
  const left = await run<{ runtimeId: bigint | null }>(sql, leaveBehindResources, [
    object.id,
    object.kind,
    object.name,
    gone,
  ])
  return [...new Set(left.flatMap(({ runtimeId }) => runtimeId ?? []))]
}

/** $1 object, $2 its kind, $3 its name, $4 entries of resources that are gone. */
const leaveBehindResources: Statement = {
  name: 'leave-behind',
  text: `
  WITH left_behind AS (
    DELETE FROM "AppliedResource" WHERE "objectId" = $1 RETURNING *
  ), external AS (
    DELETE FROM "ExternalResource" WHERE "objectId" = $1 RETURNING *
  ), owner AS (
    SELECT coalesce((SELECT id FROM "FormerId" WHERE "objectId" = $1), $1) AS id
  )
  INSERT INTO "AbandonedResource" ("runtimeId", "runtimeName", "objectId", "objectKind", "objectName", "group", version, kind,
    namespace, name, "order", uid, provider, account, region, "externalId")
  SELECT runtime.id, runtime.name, owner.id, $2, $3, "group", left_behind.version, left_behind.kind, namespace,
    left_behind.name, "order", uid, NULL, NULL, NULL, NULL
  FROM owner CROSS JOIN left_behind JOIN "Object" runtime ON runtime.id = "runtimeId"
  WHERE left_behind.id <> ALL($4)
  UNION ALL
  SELECT NULL, '', owner.id, $2, $3, '', '', type, '', name, "order", NULL, provider, account, region, "externalId"
  FROM owner CROSS JOIN external
  RETURNING "runtimeId"`,
}

/** Returns the error for an object that is not removed, because something is left of it. */
async function remainder(sql: Sql, object: StoredObject, gone: readonly bigint[]): Promise<Error> {
  const what = `${object.kind} ${shownValue(object.name)}`
  const holders = await findHolders(sql, [object.id])
  if (holders.length > 0) {
    const by = holders.slice(0, 100).map(({ kind, name }) => ({ kind, name }))
    return new PlatformError('BLOCKED', `${what} is needed by ${describeHolders(holders)}`, {
      details: { by },
    })
  }
  const owns = await findOwnerships(sql, object.id)
  if (owns.length > 0)
    return new PlatformError('BLOCKED', `${what} still owns ${counted(owns.length, 'object')}`)
  const [left] = await run<RemainingResource>(sql, findRemainingResource, [object.id, gone])
  if (left === undefined) return new RaceLost('what was left of it is gone by now')
  const location = left.provider === null ? 'a cluster' : describeLocation(left)
  return new PlatformError(
    'BLOCKED',
    `${what} still has ${left.kind} ${shownValue(left.name)} in ${location}`,
  )
}

type RemainingResource = { kind: string; name: string } & (
  { provider: string; account: string; region: string } | { provider: null }
)

/** $1 object, $2 entries of resources that are gone. */
const findRemainingResource: Statement = {
  name: 'find-left-resource',
  text: `
  SELECT kind, name, NULL AS provider, NULL AS account, NULL AS region
  FROM "AppliedResource" WHERE ("objectId" = $1 OR "runtimeId" = $1) AND id <> ALL($2)
  UNION ALL SELECT type, name, provider, account, region FROM "ExternalResource" WHERE "objectId" = $1
  LIMIT 1`,
}

/** Returns the error of a request with an epoch that is not the current one. */
export function staleEpoch(
  object: Pick<StoredObject, 'kind' | 'name' | 'epoch'>,
  epoch: number,
): PlatformError {
  const message = `epoch ${epoch} of ${object.kind} ${shownValue(object.name)} is stale; the current epoch is ${object.epoch}`
  return new PlatformError('STALE_EPOCH', message)
}
