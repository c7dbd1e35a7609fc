import type { Pool } from 'pg'
import { counted } from '../../schema/counted.ts'
import { PlatformError, shownValue } from '../../schema/errors.ts'
import { describeLocation } from '../../schema/external-resources.ts'
import type { ConfirmedDeletion } from '../../schema/graphql/store-reconciles.ts'
import type { Write } from '../../schema/graphql/store-writes.ts'
import type { StoredObject } from '../../prisma/client.ts'
import { togetherIn, type StoreContext } from './context.ts'
import { describeHolders, staleEpoch } from './delete.ts'
import { manyResources } from './inventory.ts'
import { findHolders } from './lookups.ts'
import { findOwnerships } from './ownership.ts'
import { RaceLost } from './races.ts'
import { triggerAll } from './reconcile.ts'
import type { Confirmation } from './reconcile-steps.ts'
import { lockForRemoval, lockFreeForRemoval } from './removal-locks.ts'
import { sharedStatement, type Alone } from './shared-statements.ts'
import { run, transaction, type Sql, type Statement } from './sql.ts'
import { sweepConfirmed, type RemovalContext } from './sweep.ts'

/**
 * Removes an object after its reconciler has removed its resources.
 *
 * @param confirmed With the epoch of that reconcile; a stale one throws STALE_EPOCH.
 */
export function confirmDeletion(
  context: StoreContext,
  confirmed: ConfirmedDeletion,
  write: Write,
): Promise<void> {
  const confirmation = { confirmed, write }
  return togetherIn(context)?.confirm(confirmation) ?? confirmAlone(context, confirmation)
}

/** Returns a function that removes the objects whose deletions are confirmed at the same time in one transaction. */
export function confirmationsTogether(
  context: RemovalContext & { sql: Pool },
  limit: Alone,
): (confirmation: Confirmation) => Promise<void> {
  return sharedStatement(limit, {
    keyOf: ({ confirmed }) => confirmed.id,
    isShared: ({ confirmed: { leaveBehind, gone = [] }, write: { traceparent, reason } }) =>
      !leaveBehind && gone.length < manyResources && traceparent === undefined && reason === undefined,
    together: async (confirmations) => {
      const byActor = Map.groupBy(confirmations, ({ write }) => write.actor)
      const removed = [...byActor.values()].map((all) => removeTogether(context, all))
      return new Map((await Promise.all(removed)).flat().map((id) => [id, { result: undefined }]))
    },
    alone: (confirmation) => confirmAlone(context, confirmation),
  })
}

/** Removes those of some objects that nothing holds, and that no other transaction has locked. Resolves with their ids. */
function removeTogether(
  context: RemovalContext & { sql: Pool },
  confirmations: readonly Confirmation[],
): Promise<bigint[]> {
  return transaction(context.sql, async (sql) => {
    const all = confirmations.map(({ confirmed }) => confirmed)
    const free = await lockFreeForRemoval(sql, context, all)
    const [first] = confirmations
    if (first === undefined || free.size === 0) return []
    const confirmed = all.filter(({ id }) => free.has(id))
    const removed = await sweepConfirmed(context, sql, { confirmed, write: first.write })
    return [...free].filter((id) => removed.has(id))
  })
}

async function confirmAlone(
  context: RemovalContext & { sql: Sql },
  { confirmed, write }: Confirmation,
): Promise<void> {
  const { id, epoch, leaveBehind, gone = [] } = confirmed
  const runtimes = await transaction(context.sql, async (sql) => {
    const object = (await lockForRemoval(sql, context, { removed: [id] })).get(id)
    if (object === undefined) return []
    if (object.epoch !== epoch) throw staleEpoch(object, epoch)
    if (object.deletionRequestedAt === null) {
      throw new PlatformError('CONFLICT', `${object.kind} ${shownValue(object.name)} is not being deleted`)
    }
    const abandonedIn = leaveBehind ? await abandonResources(sql, object, gone) : []
    const removed = await sweepConfirmed(context, sql, { confirmed: [confirmed], write })
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
