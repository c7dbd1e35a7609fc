import type { StoredObject } from '../../prisma/client.ts'
import { parentFields } from '../../schema/parents.ts'
import { versionField } from './definition-rollouts/fields.ts'
import { listed, run, type Sql, type Statement } from './sql.ts'

/** The unique key of an object; `project` is absent for global kinds. */
export interface ObjectKey {
  kind: string
  project: string | undefined
  name: string
  /** The id by which the object was requested: another object with the same name since does not match. */
  id?: bigint
}

/** Returns the key of an object whose project is null or empty for a global kind. */
export function keyNamed({ kind, project, name }: Named): ObjectKey {
  return { kind, project: project === null || project === '' ? undefined : project, name }
}

/** The name of an object, as plans have it. */
type Named = Pick<ObjectKey, 'kind' | 'name'> & { project: string | null | undefined }

/** Returns a key as a string, for use in maps. */
export function keyText({ kind, project, name }: Named): string {
  return `${kind} ${project ?? ''}/${name}`
}

/** SQL expressions for the key of an object. */
type KeyExpressions = Record<'kind' | 'project' | 'name', string>

/**
 * Returns the SQL condition that a row of "Object" has a key in a project. The project is a subquery, not a join: so all plans, those for
 * empty tables as well, look the whole key up in its index.
 */
export function isInProject({ kind, project, name }: KeyExpressions): string {
  return `kind = ${kind} AND name = ${name} AND "projectId" =
      (SELECT id FROM "Object" WHERE "projectId" IS NULL AND kind = 'Project' AND name = ${project})`
}

/**
 * Returns the SQL of a query for the id of an object, by SQL expressions for its key. In two halves, because `IS NOT
 * DISTINCT FROM` cannot use an index.
 */
export function idOf({ kind, project, name }: KeyExpressions): string {
  return `
    SELECT id FROM "Object" WHERE ${isInProject({ kind, project, name })}
    UNION ALL
    SELECT id FROM "Object"
    WHERE "projectId" IS NULL AND kind = ${kind} AND name = ${name} AND ${project} IS NULL`
}

/** The key in a row named `desired`. */
export const desiredKey = { kind: 'desired.kind', project: 'desired.project', name: 'desired.name' }

const keyed = `
  FROM unnest($1::text[], $2::text[], $3::text[]) AS desired (kind, project, name)
  CROSS JOIN LATERAL (${idOf(desiredKey)}) found
  JOIN "Object" object ON object.id = found.id`

const lockByKey: Statement = {
  name: 'lock-by-key',
  text: `SELECT object.*, desired.project AS "projectName" ${keyed} ORDER BY object.id FOR NO KEY UPDATE OF object`,
}

const findByKey: Statement = {
  name: 'find-by-key',
  text: `SELECT object.*, desired.project AS "projectName" ${keyed}`,
}

type Keyed = StoredObject & { projectName: string | null }

async function byKey(
  sql: Sql,
  statement: Statement,
  keys: readonly ObjectKey[],
): Promise<Map<string, StoredObject>> {
  if (keys.length === 0) return new Map()
  const requested = new Map(keys.map((key) => [keyText(key), key]))
  const unique = [...requested.values()]
  const columns = [
    unique.map((key) => key.kind),
    unique.map((key) => key.project ?? null),
    unique.map((key) => key.name),
  ]
  const rows = await run<Keyed>(sql, statement, columns)
  return new Map(
    rows.flatMap(({ projectName, ...object }): [string, StoredObject][] => {
      const text = keyText({ ...object, project: projectName ?? undefined })
      return (requested.get(text)?.id ?? object.id) === object.id ? [[text, object]] : []
    }),
  )
}

/** Returns stored objects by {@link keyText}, locked for writing in the order of their ids. */
export function lockObjects(sql: Sql, keys: readonly ObjectKey[]): Promise<Map<string, StoredObject>> {
  return byKey(sql, lockByKey, keys)
}

/** Returns stored objects by {@link keyText}, without locks. */
export function findObjects(sql: Sql, keys: readonly ObjectKey[]): Promise<Map<string, StoredObject>> {
  return byKey(sql, findByKey, keys)
}

/** Returns the object of a kind in a project that sets the kind's exclusive field. */
export async function findExclusive(
  sql: Sql,
  { kind, project, field }: { kind: string; project: string; field: string },
): Promise<StoredObject | undefined> {
  const [row] = await run<StoredObject>(sql, findExclusiveObject, [project, kind, field])
  return row
}

const findExclusiveObject: Statement = {
  name: 'find-exclusive',
  text: `
  SELECT object.* FROM "Object" object
  JOIN "Object" project ON project.id = object."projectId"
  WHERE project.kind = 'Project' AND project.name = $1 AND object.kind = $2 AND object.exclusive = $3
    AND object."deletionRequestedAt" IS NULL`,
}

export const findByIds: Statement = { name: 'find-by-ids', text: 'SELECT * FROM "Object" WHERE id = ANY($1)' }

/** Returns rows in the order of their IDs. */
export function inOrder<Row extends { id: bigint }>(
  ids: readonly bigint[],
  rows: readonly Row[],
): (Row | undefined)[] {
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => found.get(id))
}

/** Returns the IDs of referenced objects by field, as JSON of Postgres has them; null stands for none. */
export function referencesIn(
  referenced: Readonly<Record<string, number | string>> | null,
): Record<string, bigint> {
  const entries = Object.entries(referenced ?? {}).map(([field, id]): [string, bigint] => [field, BigInt(id)])
  return Object.fromEntries(entries)
}

export const findNames: Statement = {
  name: 'find-names',
  text: 'SELECT id, name FROM "Object" WHERE id = ANY($1)',
}

/** An object that refers to a target. */
export interface Holder {
  targetId: bigint
  id: bigint
  kind: string
  name: string
  deleting: boolean
  /** True if the target owns the holder or is its parent; the holder is then deleted first. */
  attached: boolean
}

/** Returns the objects that refer to the given ones, or to former versions of them: by a spec field, or as members of a project. */
export function findHolders(sql: Sql, ids: readonly bigint[]): Promise<Holder[]> {
  return run<Holder & Record<string, unknown>>(sql, findHoldersOf, [ids])
}

const findHoldersOf: Statement = {
  name: 'find-holders',
  text: `
  SELECT "toId" AS "targetId", holder.id, holder.kind, holder.name, holder."deletionRequestedAt" IS NOT NULL AS deleting,
    field IN (${listed(parentFields)})
      OR EXISTS (SELECT FROM "Ownership" WHERE "ownerId" = "toId" AND "ownedId" = holder.id) AS attached
  FROM "Reference" JOIN "Object" holder ON holder.id = "fromId" WHERE "toId" = ANY($1)
  UNION ALL
  SELECT copy."toId", holder.id, holder.kind, holder.name, holder."deletionRequestedAt" IS NOT NULL, false
  FROM "Reference" copy JOIN "Reference" held ON held."toId" = copy."fromId" AND held.field = 'definition'
  JOIN "Object" holder ON holder.id = held."fromId"
  WHERE copy."toId" = ANY($1) AND copy.field = '${versionField}'
  UNION ALL
  SELECT "projectId", id, kind, name, "deletionRequestedAt" IS NOT NULL, false FROM "Object" WHERE "projectId" = ANY($1)
  ORDER BY 2`,
}
