import { PlatformError } from '../../schema/errors.ts'
import type { AppliedRecord, AppliedType } from '../../schema/graphql/store.ts'
import type { AppliedResource } from '../../prisma/generated/client/client.ts'
import type { StoreContext } from './context.ts'
import { run, type Statement } from './rows.ts'

/** What an object put into clusters, in the order of applying. */
export function findInventory(context: StoreContext, objectId: bigint): Promise<AppliedResource[]> {
  return run<AppliedResource>(context.sql, listApplied, [objectId])
}

const listApplied: Statement = {
  name: 'list-applied',
  text: 'SELECT * FROM "AppliedResource" WHERE "objectId" = $1 ORDER BY "order", id',
}

/** The kinds of resources that objects have in a runtime. */
export function findAppliedTypes(context: StoreContext, runtimeId: bigint): Promise<AppliedType[]> {
  return run<AppliedType & Record<string, unknown>>(context.sql, listAppliedTypes, [runtimeId])
}

const listAppliedTypes: Statement = {
  name: 'list-applied-types',
  text: `
  SELECT DISTINCT "group", version, kind FROM "AppliedResource" WHERE "runtimeId" = $1
  ORDER BY "group", version, kind`,
}

/** The reconcile that writes the inventory. */
export interface Holder {
  objectId: bigint
  epoch: number
}

/**
 * Writes down what is about to be, or has been, applied. A resource belongs to one object: CONFLICT names the
 * other one that has it. Refused when a later reconcile has begun.
 */
export async function recordApplied(
  context: StoreContext,
  { objectId, epoch }: Holder,
  resources: readonly AppliedRecord[],
): Promise<AppliedResource[]> {
  const values = [
    objectId,
    epoch,
    JSON.stringify(resources, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ]
  const rows = await run<AppliedResource>(context.sql, upsertApplied, values)
  if (rows.length === resources.length) return rows
  await checkEpoch(context, { objectId, epoch })
  const [owner] = await run<Record<'kind' | 'name' | 'ownerKind' | 'ownerName', string>>(
    context.sql,
    findOwner,
    values.slice(0, 1).concat(values[2] ?? ''),
  )
  if (owner === undefined) throw new PlatformError('CONFLICT', 'the inventory changed meanwhile; try again')
  throw new PlatformError(
    'CONFLICT',
    `${owner.kind} ${owner.name} in the cluster belongs to ${owner.ownerKind} ${owner.ownerName}`,
    { details: { by: [{ kind: owner.ownerKind, name: owner.ownerName }] } },
  )
}

/** Forgets resources that are gone from the cluster. */
export async function forgetApplied(
  context: StoreContext,
  holder: Holder,
  ids: readonly bigint[],
): Promise<void> {
  await checkEpoch(context, holder)
  await run(context.sql, deleteApplied, [holder.objectId, holder.epoch, ids])
}

async function checkEpoch(context: StoreContext, { objectId, epoch }: Holder): Promise<void> {
  const [row] = await run<{ epoch: number }>(context.sql, findEpoch, [objectId])
  if (row?.epoch === epoch) return
  throw new PlatformError('CONFLICT', `epoch ${epoch} is over, it is at ${row?.epoch ?? 'its end'}`)
}

const findEpoch: Statement = { name: 'find-epoch', text: 'SELECT epoch FROM "Object" WHERE id = $1' }

const given = `
  jsonb_to_recordset($3::jsonb) AS given ("runtimeId" bigint, "group" text, version text, kind text, namespace text,
    name text, "order" int, uid text, hash text, "resourceVersion" text, "liveGeneration" int)`

const upsertApplied: Statement = {
  name: 'upsert-applied',
  text: `
  INSERT INTO "AppliedResource" ("objectId", "runtimeId", "group", version, kind, namespace, name, "order", uid, hash,
    "resourceVersion", "liveGeneration")
  SELECT $1, given.* FROM ${given}
  WHERE EXISTS (SELECT FROM "Object" WHERE id = $1 AND epoch = $2 FOR SHARE)
  ON CONFLICT ("runtimeId", "group", kind, namespace, name) DO UPDATE SET
    version = excluded.version, "order" = excluded."order", uid = coalesce(excluded.uid, "AppliedResource".uid),
    hash = coalesce(excluded.hash, "AppliedResource".hash),
    "resourceVersion" = coalesce(excluded."resourceVersion", "AppliedResource"."resourceVersion"),
    "liveGeneration" = coalesce(excluded."liveGeneration", "AppliedResource"."liveGeneration")
  WHERE "AppliedResource"."objectId" = $1
  RETURNING *`,
}

const findOwner: Statement = {
  name: 'find-owner',
  text: `
  SELECT applied.kind, concat_ws('/', nullif(applied.namespace, ''), applied.name) AS name,
    owner.kind AS "ownerKind", owner.name AS "ownerName"
  FROM ${given.replace('$3', '$2')}
  JOIN "AppliedResource" applied USING ("runtimeId", "group", kind, namespace, name)
  JOIN "Object" owner ON owner.id = applied."objectId" WHERE applied."objectId" <> $1 LIMIT 1`,
}

const deleteApplied: Statement = {
  name: 'delete-applied',
  text: `
  DELETE FROM "AppliedResource" WHERE "objectId" = $1 AND id = ANY($3)
    AND EXISTS (SELECT FROM "Object" WHERE id = $1 AND epoch = $2 FOR SHARE)`,
}
