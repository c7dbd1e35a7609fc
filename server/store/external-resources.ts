import type { ExternalResource } from '../../prisma/generated/client/client.ts'
import { PlatformError } from '../../schema/errors.ts'
import { describePlace, type ExternalAddress, type ExternalRecord } from '../../schema/external-resources.ts'
import type { FoundExternalResource } from '../../schema/graphql/store.ts'
import type { StoreContext } from './context.ts'
import { checkEpoch, type Holder } from './inventory.ts'
import { run, type Statement } from './sql.ts'

/** What an object has outside of clusters, in the order of creating. */
export function findExternal(context: StoreContext, objectId: bigint): Promise<ExternalResource[]> {
  return run<ExternalResource>(context.sql, listExternal, [objectId])
}

const listExternal: Statement = {
  name: 'list-external',
  text: 'SELECT * FROM "ExternalResource" WHERE "objectId" = $1 ORDER BY "order", id',
}

/**
 * Stores what is about to be created, or its id once it has one. A resource belongs to one object: CONFLICT names those
 * that others have, and everything else is stored. Refused when a later reconcile has started.
 */
export async function recordExternal(
  context: StoreContext,
  { objectId, epoch }: Holder,
  resources: readonly ExternalRecord[],
): Promise<ExternalResource[]> {
  const given = JSON.stringify(resources)
  const rows = await run<ExternalResource>(context.sql, upsertExternal, [objectId, epoch, given])
  if (rows.length === resources.length) return rows
  await checkEpoch(context, { objectId, epoch })
  const owned = await run<Owned>(context.sql, findExternalOwners, [objectId, given])
  const taken = owned.map(({ ownerKind, ownerName, ...address }) => ({
    ...address,
    by: { kind: ownerKind, name: ownerName },
  }))
  const [first] = taken
  if (first === undefined) throw new PlatformError('CONFLICT', 'the inventory changed meanwhile; try again')
  const { type, name, by } = first
  const message = `${type} ${name} in ${describePlace(first)} belongs to ${by.kind} ${by.name}`
  throw new PlatformError('CONFLICT', message, {
    details: {
      by: [...new Map(taken.map((each) => [`${each.by.kind} ${each.by.name}`, each.by])).values()],
      takenExternal: taken,
    },
  })
}

type Owned = ExternalAddress & Record<'ownerKind' | 'ownerName', string>

/** Forgets external resources that are gone. Refused when a later reconcile has started. */
export async function forgetExternal(
  context: StoreContext,
  holder: Holder,
  ids: readonly bigint[],
): Promise<void> {
  const held = await run(context.sql, deleteExternal, [holder.objectId, holder.epoch, ids])
  if (held.length === 0) await checkEpoch(context, holder)
}

/** Those of the external resources that are in nobody's inventory and are not abandoned. */
export async function findExternalOrphans<Resource extends FoundExternalResource>(
  { sql }: StoreContext,
  found: readonly Resource[],
): Promise<Resource[]> {
  const rows = await run<{ place: bigint }>(sql, listUnknownExternal, [JSON.stringify(found)])
  const unknown = new Set(rows.map(({ place }) => Number(place)))
  return found.filter((_, index) => unknown.has(index + 1))
}

const address = 'provider, account, region, type, name'

const given = (parameter: '$2' | '$3'): string => `
  jsonb_to_recordset(${parameter}::jsonb) AS given (provider text, account text, region text, type text, name text,
    "externalId" text, tags jsonb, "order" int)`

/** In one order, so that two who want the same resources never wait for each other. */
const upsertExternal: Statement = {
  name: 'upsert-external',
  text: `
  INSERT INTO "ExternalResource" ("objectId", ${address}, "externalId", tags, "order", "createdAt")
  SELECT $1, given.*, CASE WHEN given."externalId" IS NOT NULL THEN now() END FROM ${given('$3')}
  WHERE EXISTS (SELECT FROM "Object" WHERE id = $1 AND epoch = $2 FOR SHARE)
  ORDER BY ${address}
  ON CONFLICT (${address}) DO UPDATE SET
    tags = excluded.tags, "order" = excluded."order",
    "externalId" = coalesce(excluded."externalId", "ExternalResource"."externalId"),
    "createdAt" = CASE
      WHEN coalesce(excluded."externalId" = "ExternalResource"."externalId", excluded."externalId" IS NULL)
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
  FROM ${given('$2')}
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
 * By its id or by its name: what is known by another id under the same name is one more resource, made twice, unless the
 * inventory does not know the id yet.
 */
const listUnknownExternal: Statement = {
  name: 'list-unknown-external',
  text: `
  WITH found AS (
    SELECT ordinality AS place, item ->> 'provider' AS provider, item ->> 'account' AS account,
      item ->> 'region' AS region, item ->> 'type' AS type, item ->> 'name' AS name, item ->> 'externalId' AS "externalId"
    FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS given (item, ordinality)
  )
  SELECT place FROM found
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
