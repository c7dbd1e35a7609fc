import type { ExternalResource } from '../../prisma/generated/client/client.ts'
import { PlatformError } from '../../schema/errors.ts'
import {
  describeLocation,
  type ExternalAddress,
  type ExternalRecord,
} from '../../schema/external-resources.ts'
import type { FoundExternalResource } from '../../schema/graphql/store-reconciles.ts'
import type { StoreContext } from './context.ts'
import { checkEpoch } from './inventory.ts'
import type { Holder } from './reconcile-steps.ts'
import { run, type Statement } from './sql.ts'

/** Returns the external resources of an object, in creation order. */
export function findExternal(context: StoreContext, objectId: bigint): Promise<ExternalResource[]> {
  return run<ExternalResource>(context.sql, listExternal, [objectId])
}

const listExternal: Statement = {
  name: 'list-external',
  text: 'SELECT * FROM "ExternalResource" WHERE "objectId" = $1 ORDER BY "order", id',
}

/**
 * Records resources that are about to be created, or their ids once created. A resource belongs to one object: throws
 * CONFLICT, with the resources of other objects, after recording all others. Throws STALE_EPOCH when a later reconcile has
 * started.
 */
export async function recordExternal(
  context: StoreContext,
  { objectId, epoch }: Holder,
  resources: readonly ExternalRecord[],
): Promise<ExternalResource[]> {
  const payload = JSON.stringify(resources)
  const rows = await run<ExternalResource>(context.sql, upsertExternal, [objectId, epoch, payload])
  if (rows.length === resources.length) return rows
  await checkEpoch(context, { objectId, epoch })
  const owned = await run<Owned>(context.sql, findExternalOwners, [objectId, payload])
  const takenResources = owned.map(({ ownerKind, ownerName, ...address }) => ({
    ...address,
    by: { kind: ownerKind, name: ownerName },
  }))
  const [first] = takenResources
  if (first === undefined)
    throw new PlatformError('CONFLICT', 'the inventory changed during the request; try again')
  const { type, name, by } = first
  const message = `${type} ${name} in ${describeLocation(first)} belongs to ${by.kind} ${by.name}`
  throw new PlatformError('CONFLICT', message, {
    details: {
      by: [...new Map(takenResources.map((each) => [`${each.by.kind} ${each.by.name}`, each.by])).values()],
      takenExternal: takenResources,
    },
  })
}

type Owned = ExternalAddress & Record<'ownerKind' | 'ownerName', string>

/**
 * Removes external resources that are gone from the inventory. Throws STALE_EPOCH when a later reconcile has started.
 */
export async function removeExternal(
  context: StoreContext,
  holder: Holder,
  ids: readonly bigint[],
): Promise<void> {
  const held = await run(context.sql, deleteExternal, [holder.objectId, holder.epoch, ids])
  if (held.length === 0) await checkEpoch(context, holder)
}

/** Returns the external resources that are in no inventory and not abandoned. */
export async function findExternalOrphans<Resource extends FoundExternalResource>(
  { sql }: StoreContext,
  found: readonly Resource[],
): Promise<Resource[]> {
  const rows = await run<{ rank: bigint }>(sql, listUnrecordedExternal, [JSON.stringify(found)])
  const unrecorded = new Set(rows.map(({ rank }) => Number(rank)))
  return found.filter((_, index) => unrecorded.has(index + 1))
}

const address = 'provider, account, region, type, name'

const recordset = (parameter: '$2' | '$3'): string => `
  jsonb_to_recordset(${parameter}::jsonb) AS given (provider text, account text, region text, type text, name text,
    "externalId" text, tags jsonb, "order" int)`

/** Inserts in a fixed order, so that two reconciles that record the same resources cannot deadlock. */
const upsertExternal: Statement = {
  name: 'upsert-external',
  text: `
  INSERT INTO "ExternalResource" ("objectId", ${address}, "externalId", tags, "order", "createdAt", "requestedAt")
  SELECT $1, given.*, CASE WHEN given."externalId" IS NOT NULL THEN now() END,
    CASE WHEN given."externalId" IS NULL THEN now() END
  FROM ${recordset('$3')}
  WHERE EXISTS (SELECT FROM "Object" WHERE id = $1 AND epoch = $2 FOR SHARE)
  ORDER BY ${address}
  ON CONFLICT (${address}) DO UPDATE SET
    tags = excluded.tags, "order" = excluded."order", "requestedAt" = excluded."requestedAt",
    "externalId" = coalesce(excluded."externalId", "ExternalResource"."externalId"),
    "createdAt" = CASE
      WHEN excluded."externalId" IS NULL THEN "ExternalResource"."createdAt"
      WHEN excluded."externalId" = "ExternalResource"."externalId" AND "ExternalResource"."requestedAt" IS NULL
        THEN "ExternalResource"."createdAt"
      ELSE excluded."createdAt" END
  WHERE "ExternalResource"."objectId" = $1
  RETURNING *`,
}

const findExternalOwners: Statement = {
  name: 'find-owners-of-external',
  text: `
  SELECT ${address
    .split(', ')
    .map((column) => `external.${column}`)
    .join(', ')}, owner.kind AS "ownerKind", owner.name AS "ownerName"
  FROM ${recordset('$2')}
  JOIN "ExternalResource" external USING (${address})
  JOIN "Object" owner ON owner.id = external."objectId" WHERE external."objectId" <> $1
  ORDER BY external.id`,
}

const deleteExternal: Statement = {
  name: 'delete-external',
  text: `
  WITH holder AS (
    SELECT id FROM "Object" WHERE id = $1 AND epoch = $2 FOR SHARE
  ), deleted AS (
    DELETE FROM "ExternalResource" USING holder WHERE "objectId" = holder.id AND "ExternalResource".id = ANY($3)
  )
  SELECT id FROM holder`,
}

/**
 * Lists resources that are not recorded. A resource with a recorded name but a different id is a duplicate and is listed,
 * unless its id is not recorded yet.
 */
const listUnrecordedExternal: Statement = {
  name: 'list-unknown-external',
  text: `
  WITH found AS (
    SELECT ordinality AS rank, item ->> 'provider' AS provider, item ->> 'account' AS account,
      item ->> 'region' AS region, item ->> 'type' AS type, item ->> 'name' AS name, item ->> 'externalId' AS "externalId"
    FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS given (item, ordinality)
  )
  SELECT rank FROM found
  WHERE NOT EXISTS (
      SELECT FROM "ExternalResource" known
      WHERE known.provider = found.provider AND known.account = found.account AND known.region = found.region
        AND known.type = found.type AND known.name = found.name
        AND coalesce(known."externalId" = found."externalId", true)
    )
    AND NOT EXISTS (
      SELECT FROM "AbandonedResource" known
      WHERE known.provider = found.provider AND known.account = found.account AND known.region = found.region
        AND known.kind = found.type AND known.name = found.name
        AND coalesce(known."externalId" = found."externalId", true)
    )`,
}
