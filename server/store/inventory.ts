import type { Pool } from 'pg'
import { PlatformError } from '../../schema/errors.ts'
import type { AppliedRecord, AppliedType, RecordedResource } from '../../schema/graphql/store-reconciles.ts'
import type { AppliedResource } from '../../prisma/generated/client/client.ts'
import { togetherIn, type StoreContext } from './context.ts'
import type { AppliedRecords, Holder } from './reconcile-steps.ts'
import { sharedStatement, type Alone } from './shared-statements.ts'
import { run, type Sql, type Statement } from './sql.ts'

/** Returns the inventory of an object: its resources in clusters, in the order in which they are applied. */
export function findInventory(context: StoreContext, objectId: bigint): Promise<AppliedResource[]> {
  return run<AppliedResource>(context.sql, listApplied, [objectId])
}

const listApplied: Statement = {
  name: 'list-applied',
  text: 'SELECT * FROM "AppliedResource" WHERE "objectId" = $1 ORDER BY "order", id',
}

/** Returns the kinds of resources that objects have in each runtime. */
export async function findAppliedTypes(
  context: StoreContext,
  runtimeIds: readonly bigint[],
): Promise<AppliedType[][]> {
  const found = await run<AppliedType & { runtimeId: bigint }>(context.sql, listAppliedTypes, [runtimeIds])
  const types = Map.groupBy(found, ({ runtimeId }) => runtimeId)
  return runtimeIds.map((id) =>
    (types.get(id) ?? []).map(({ group, version, kind }) => ({ group, version, kind })),
  )
}

const typeOfResource = '"group", version, kind'

/** Steps from each kind to the next one in an index: a cluster has few kinds of resources, and many of each. */
const listAppliedTypes: Statement = {
  name: 'list-applied-types',
  text: `
  SELECT runtime.id AS "runtimeId", ${typeOfResource}
  FROM unnest($1::bigint[]) AS runtime (id) CROSS JOIN LATERAL (
    WITH RECURSIVE known AS (
      (
        SELECT ${typeOfResource} FROM "AppliedResource" WHERE "runtimeId" = runtime.id
        ORDER BY ${typeOfResource} LIMIT 1
      )
      UNION ALL
      SELECT next.* FROM known CROSS JOIN LATERAL (
        SELECT ${typeOfResource} FROM "AppliedResource"
        WHERE "runtimeId" = runtime.id AND (${typeOfResource}) > (known."group", known.version, known.kind)
        ORDER BY ${typeOfResource} LIMIT 1
      ) next
    )
    SELECT * FROM known
  ) type
  ORDER BY 1, 2, 3, 4`,
}

/** Returns a page of the resources of a kind that objects have in a runtime, in the order of their entries. */
export function findRecorded(
  context: StoreContext,
  runtimeId: bigint,
  { type, limit, after = 0n }: { type: AppliedType; limit: number; after?: bigint | undefined },
): Promise<RecordedResource[]> {
  const { group, version, kind } = type
  return run<RecordedResource & Record<string, unknown>>(context.sql, listRecorded, [
    runtimeId,
    group,
    version,
    kind,
    after,
    limit,
  ])
}

const listRecorded: Statement = {
  name: 'list-recorded',
  text: `
  SELECT applied.id, applied."objectId", applied.uid, object.ready
  FROM "AppliedResource" applied JOIN "Object" object ON object.id = applied."objectId"
  WHERE applied."runtimeId" = $1 AND applied."group" = $2 AND applied.version = $3 AND applied.kind = $4 AND applied.id > $5
  ORDER BY applied.id LIMIT $6`,
}

/**
 * Records resources that are about to be, or have been, applied. A resource belongs to one object: throws CONFLICT, with the
 * resources of other objects, after recording all others unless it is part of a transaction. Throws STALE_EPOCH when a later reconcile
 * has started.
 */
export async function recordApplied(
  context: Pick<StoreContext, 'sql'>,
  { objectId, epoch }: Holder,
  resources: readonly AppliedRecord[],
): Promise<AppliedResource[]> {
  const values = [objectId, epoch, jsonOf(resources)]
  const rows = await run<AppliedResource>(context.sql, upsertApplied, values)
  if (rows.length === resources.length) return rows
  await checkEpoch(context, { objectId, epoch })
  const owned = await run<Owned>(context.sql, findOwners, values.slice(0, 1).concat(values[2] ?? ''))
  const taken = owned.map(({ ownerKind, ownerName, ...resource }) => ({
    ...resource,
    by: { kind: ownerKind, name: ownerName },
  }))
  const [first] = taken
  if (first === undefined)
    throw new PlatformError('CONFLICT', 'the inventory changed during the request; try again')
  const { kind, namespace, name, by } = first
  const shown = namespace === '' ? name : `${namespace}/${name}`
  throw new PlatformError('CONFLICT', `${kind} ${shown} in the cluster belongs to ${by.kind} ${by.name}`, {
    details: {
      by: [...new Map(taken.map((each) => [`${each.by.kind} ${each.by.name}`, each.by])).values()],
      taken,
    },
  })
}

/** The resources from which on a statement for them alone costs hardly more for each. */
export const manyResources = 50

/** Records resources as {@link recordApplied} does, together with other reconciles. */
export function recordTogether(context: StoreContext, records: AppliedRecords): Promise<AppliedResource[]> {
  const { holder, resources } = records
  return togetherIn(context)?.record(records) ?? recordApplied(context, holder, resources)
}

/** Returns a function that records what reconciles record at the same time in one statement. */
export function recordsTogether(
  sql: Pool,
  limit: Alone,
): (records: AppliedRecords) => Promise<AppliedResource[]> {
  return sharedStatement(limit, {
    isShared: ({ resources }) => resources.length < manyResources,
    keyOf: ({ holder }) => holder.objectId,
    together: async (all) => {
      const complete = await recordAll(sql, all)
      return new Map([...complete].map(([id, rows]) => [id, { result: rows }]))
    },
    alone: ({ holder, resources }) => recordApplied({ sql }, holder, resources),
  })
}

/**
 * Records the resources of reconciles of different objects. Resolves with the rows of those that have recorded all of theirs, by their
 * objects: nothing is recorded of one whose object is locked, or has a later reconcile.
 */
export async function recordAll(
  sql: Sql,
  all: readonly AppliedRecords[],
): Promise<Map<bigint, AppliedResource[]>> {
  const given = all.flatMap(({ holder, resources }) =>
    resources.map((resource) => ({ ...holder, ...resource })),
  )
  if (given.length === 0) return new Map()
  const rows = await run<AppliedResource>(sql, upsertAllApplied, [jsonOf(given)])
  const recorded = Map.groupBy(rows, ({ objectId }) => objectId)
  return new Map(
    all.flatMap(({ holder: { objectId }, resources }) => {
      const own = recorded.get(objectId) ?? []
      return own.length === resources.length ? [[objectId, own]] : []
    }),
  )
}

function jsonOf(records: readonly object[]): string {
  return JSON.stringify(records, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

type Owned = Record<'group' | 'kind' | 'namespace' | 'name' | 'ownerKind' | 'ownerName', string>

/**
 * Removes resources that are gone from the cluster from the inventory. Throws STALE_EPOCH when a later reconcile has
 * started.
 */
export async function removeApplied(
  context: StoreContext,
  holder: Holder,
  ids: readonly bigint[],
): Promise<void> {
  const held = await dropEntries(context.sql, holder, ids)
  if (held.length === 0) await checkEpoch(context, holder)
}

/** Removes entries as {@link removeApplied} does. Resolves with nothing if a later reconcile has started. */
export function dropEntries(
  sql: Sql,
  { objectId, epoch }: Holder,
  ids: readonly bigint[],
): Promise<unknown[]> {
  return run(sql, deleteApplied, [objectId, epoch, ids])
}

/** Throws STALE_EPOCH when a later reconcile has started, or the object is gone. */
export async function checkEpoch(
  context: Pick<StoreContext, 'sql'>,
  { objectId, epoch }: Holder,
): Promise<void> {
  const [row] = await run<{ epoch: number }>(context.sql, findEpoch, [objectId])
  if (row?.epoch === epoch) return
  throw new PlatformError(
    'STALE_EPOCH',
    row === undefined
      ? `epoch ${epoch} is stale; the object is gone`
      : `epoch ${epoch} is stale; the current epoch is ${row.epoch}`,
  )
}

const findEpoch: Statement = { name: 'find-epoch', text: 'SELECT epoch FROM "Object" WHERE id = $1' }

const resourceColumns = `"runtimeId" bigint, "group" text, version text, kind text, namespace text,
    name text, "order" int, uid text, hash text, "resourceVersion" text, "liveGeneration" int, "deletableVersion" text`

const recordset = `
  jsonb_to_recordset($3::jsonb) AS given (${resourceColumns})`

const insertApplied = `
  INSERT INTO "AppliedResource" ("objectId", "runtimeId", "group", version, kind, namespace, name, "order", uid, hash,
    "resourceVersion", "liveGeneration", "deletableVersion")`

/** Inserts in a fixed order, so that two reconciles that record the same resources cannot deadlock. A resource stays with its owner. */
const inOrderUnlessTaken = `
  ORDER BY "runtimeId", "group", kind, namespace, name
  ON CONFLICT ("runtimeId", "group", kind, namespace, name) DO UPDATE SET
    version = excluded.version, "order" = excluded."order", uid = coalesce(excluded.uid, "AppliedResource".uid),
    hash = coalesce(excluded.hash, "AppliedResource".hash),
    "resourceVersion" = coalesce(excluded."resourceVersion", "AppliedResource"."resourceVersion"),
    "liveGeneration" = coalesce(excluded."liveGeneration", "AppliedResource"."liveGeneration"),
    "deletableVersion" = coalesce(excluded."deletableVersion", "AppliedResource"."deletableVersion")
  WHERE "AppliedResource"."objectId" = excluded."objectId"
  RETURNING *`

const upsertApplied: Statement = {
  name: 'upsert-applied',
  text: `${insertApplied}
  SELECT $1, given.* FROM ${recordset}
  WHERE EXISTS (SELECT FROM "Object" WHERE id = $1 AND epoch = $2 FOR SHARE)
  ${inOrderUnlessTaken}`,
}

/** Records resources ($1, a JSON array) as {@link upsertApplied} does, of all objects that are not locked. */
const upsertAllApplied: Statement = {
  name: 'upsert-all-applied',
  text: `
  WITH given AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS given ("objectId" bigint, epoch int, ${resourceColumns})
  ), holder AS MATERIALIZED (
    SELECT object.id FROM (SELECT DISTINCT "objectId", epoch FROM given ORDER BY "objectId") given CROSS JOIN LATERAL (
      SELECT id FROM "Object" WHERE id = given."objectId" AND epoch = given.epoch LIMIT 1 FOR SHARE SKIP LOCKED
    ) object
  )
  ${insertApplied}
  SELECT "objectId", "runtimeId", "group", version, kind, namespace, name, "order", uid, hash, "resourceVersion", "liveGeneration",
    "deletableVersion"
  FROM given WHERE "objectId" IN (SELECT id FROM holder)
  ${inOrderUnlessTaken}`,
}

const findOwners: Statement = {
  name: 'find-owners-of-resources',
  text: `
  SELECT applied."group", applied.kind, applied.namespace, applied.name, owner.kind AS "ownerKind", owner.name AS "ownerName"
  FROM ${recordset.replace('$3', '$2')}
  JOIN "AppliedResource" applied USING ("runtimeId", "group", kind, namespace, name)
  JOIN "Object" owner ON owner.id = applied."objectId" WHERE applied."objectId" <> $1
  ORDER BY applied.id`,
}

const deleteApplied: Statement = {
  name: 'delete-applied',
  text: `
  WITH holder AS (
    SELECT id FROM "Object" WHERE id = $1 AND epoch = $2 FOR SHARE
  ), deleted AS (
    DELETE FROM "AppliedResource" USING holder WHERE "objectId" = holder.id AND "AppliedResource".id = ANY($3)
  )
  SELECT id FROM holder`,
}
