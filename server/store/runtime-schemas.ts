import type { SchemaReport } from '../../schema/runtime-schemas.ts'
import type { ClusterSchema } from '../../schema/manifests.ts'
import type { StoreContext } from './context.ts'
import { checkEpoch } from './inventory.ts'
import type { Holder } from './reconcile-steps.ts'
import { desiredKey, isInProject, type ObjectKey } from './lookups.ts'
import { run, type Sql, type Statement } from './sql.ts'

/*
 * The schemas of custom resources that clusters serve, as their workers report them. They can be read again at any time, so
 * they are part of no backup.
 */

/**
 * Stores schemas of a runtime, removes those of API versions that it no longer serves, and returns the API versions whose
 * current schemas are not stored. Throws STALE_EPOCH when a later reconcile has started.
 */
export async function reportSchemas(
  context: StoreContext,
  { objectId, epoch }: Holder,
  { served, schemas }: SchemaReport,
): Promise<string[]> {
  const [row] = await run<{ missing: string[] }>(context.sql, storeSchemas, [
    objectId,
    epoch,
    served.map(({ apiVersion }) => apiVersion),
    served.map(({ hash }) => hash),
    JSON.stringify(schemas),
  ])
  if (row === undefined) await checkEpoch(context, { objectId, epoch })
  const stored = new Set(schemas.map(({ apiVersion }) => apiVersion))
  return (row?.missing ?? []).filter((apiVersion) => !stored.has(apiVersion))
}

const storeSchemas: Statement = {
  name: 'store-schemas',
  text: `
  WITH holder AS (
    SELECT id FROM "Object" WHERE id = $1 AND epoch = $2 FOR SHARE
  ), removed AS (
    DELETE FROM "RuntimeSchema" USING holder WHERE "runtimeId" = holder.id AND "apiVersion" <> ALL($3::text[])
  ), stored AS (
    INSERT INTO "RuntimeSchema" ("runtimeId", "apiVersion", hash, kinds)
    SELECT holder.id, given.*
    FROM holder, jsonb_to_recordset($5::jsonb) AS given ("apiVersion" text, hash text, kinds jsonb)
    ORDER BY given."apiVersion"
    ON CONFLICT ("runtimeId", "apiVersion") DO UPDATE SET hash = excluded.hash, kinds = excluded.kinds
  )
  SELECT ARRAY(
    SELECT served."apiVersion" FROM unnest($3::text[], $4::text[]) AS served ("apiVersion", hash)
    WHERE NOT EXISTS (
      SELECT FROM "RuntimeSchema" known
      WHERE known."runtimeId" = holder.id AND known."apiVersion" = served."apiVersion" AND known.hash = served.hash
    )
  ) AS missing
  FROM holder`,
}

/** Reports whether the schema of any cluster is known. */
export async function hasSchemas(sql: Sql): Promise<boolean> {
  return (await run(sql, findAnySchema, [])).length > 0
}

const findAnySchema: Statement = {
  name: 'find-any-schema',
  text: 'SELECT 1 FROM "RuntimeSchema" LIMIT 1',
}

/** A runtime in which an object with manifests has instances. */
export interface ManifestsRuntime {
  /** The index of the object. */
  index: number
  runtimeId: bigint
}

/** Returns the runtimes in which the instances of objects with manifests are located. */
export async function findRuntimesOf(
  sql: Sql,
  keys: readonly ObjectKey[],
  location: { kinds: readonly string[]; fields: readonly string[] },
): Promise<ManifestsRuntime[]> {
  if (keys.length === 0) return []
  return run<ManifestsRuntime & Record<string, unknown>>(sql, findRuntimes, [
    keys.map(({ kind }) => kind),
    keys.map(({ project }) => project ?? ''),
    keys.map(({ name }) => name),
    location.kinds,
    location.fields,
  ])
}

/** $1-$3 the keys of the objects with manifests, $4 the kinds of instances, $5 their fields that refer to runtimes. */
const findRuntimes: Statement = {
  name: 'find-runtimes-of-manifests',
  text: `
  SELECT DISTINCT desired.rank::int - 1 AS index, location."toId" AS "runtimeId"
  FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS desired (kind, project, name, rank)
  CROSS JOIN LATERAL (SELECT id FROM "Object" WHERE ${isInProject(desiredKey)}) source
  JOIN "Reference" instance ON instance."toId" = source.id
  JOIN "Object" placed ON placed.id = instance."fromId" AND placed.kind = ANY($4) AND placed."deletionRequestedAt" IS NULL
  JOIN "Reference" location ON location."fromId" = placed.id AND location.field = ANY($5)`,
}

/** The kinds of a text, and the runtimes in which its resources are located. */
export interface WantedSchemas {
  runtimeIds: readonly bigint[]
  groups: readonly string[]
  kinds: readonly string[]
}

/**
 * The maximum number of different versions of the schemas of an API group that a text is checked against. Clusters with the
 * same CustomResourceDefinitions have equal schemas, which count once.
 */
const maxDocuments = 20

/** Returns the known schemas of kinds in runtimes. */
export async function findSchemas(
  sql: Sql,
  { runtimeIds, groups, kinds }: WantedSchemas,
): Promise<ClusterSchema[]> {
  const values = [runtimeIds, groups, kinds, maxDocuments]
  return run<ClusterSchema & Record<string, unknown>>(sql, findSchemasOf, values)
}

const findSchemasOf: Statement = {
  name: 'find-schemas',
  text: `
  WITH document AS (
    SELECT DISTINCT ON ("apiVersion", hash) "apiVersion", hash, "runtimeId" FROM "RuntimeSchema"
    WHERE "runtimeId" = ANY($1) AND split_part("apiVersion", '/', 1) = ANY($2)
    ORDER BY "apiVersion", hash, "runtimeId" LIMIT $4
  )
  SELECT "apiVersion", kind.key AS kind, kind.value AS schema, runtime.name AS runtime
  FROM document
  JOIN "RuntimeSchema" known USING ("runtimeId", "apiVersion")
  JOIN "Object" runtime ON runtime.id = known."runtimeId"
  CROSS JOIN jsonb_each(known.kinds) kind
  WHERE kind.key = ANY($3)
  ORDER BY "apiVersion", kind.key, known."runtimeId"`,
}
