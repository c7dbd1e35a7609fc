import type { PoolClient } from 'pg'
import { PlatformError, shownValue } from '../../schema/errors.ts'
import { differences } from '../../schema/differences.ts'
import type { DeleteWrite, ObjectTarget, WrittenObject } from '../../schema/graphql/store-writes.ts'
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
import { findOwners } from './ownership.ts'
import { isPolicyVersion } from './policy-cache.ts'
import { problemError, type Problem } from './problems.ts'
import { RaceLost } from './races.ts'
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

/** Returns the names of the first of some holders as a text. */
export function describeHolders(holders: readonly Holder[]): string {
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

/** Returns the error of a request with an epoch that is not the current one. */
export function staleEpoch(
  object: Pick<StoredObject, 'kind' | 'name' | 'epoch'>,
  epoch: number,
): PlatformError {
  const message = `epoch ${epoch} of ${object.kind} ${shownValue(object.name)} is stale; the current epoch is ${object.epoch}`
  return new PlatformError('STALE_EPOCH', message)
}
