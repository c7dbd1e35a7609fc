import { kindNamed } from '../../../schema/kinds/index.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import { logChanges } from '../change-row.ts'
import type { StoreContext } from '../context.ts'
import { RaceLost } from '../races.ts'
import { secretContext } from '../secret-contexts.ts'
import { run, type Sql, type Statement } from '../sql.ts'
import { copiesOf, formerField, versionField } from './fields.ts'

/*
 * Versions of definitions that instances still have, each a copy of the definition as it was. A copy refers to its definition, which
 * owns it (docs/decisions/060-definition-rollouts.md).
 */

interface Copied {
  definition: StoredObject
  project: string
  actor: string
}

/** Copies a definition as it is, with its references; resolves with the id of the copy. */
export async function copyVersion(
  { encryption }: Pick<StoreContext, 'encryption'>,
  sql: Sql,
  { definition, project, actor }: Copied,
): Promise<bigint> {
  const kind = kindNamed(definition.kind)
  const reseal = (name: string): string | null => {
    if (definition.secrets === null) return null
    const entries = Object.entries(definition.secrets as Record<string, string>)
    const resealed = entries.map(([field, value]) => {
      const plain = encryption.open(value, secretContext({ kind, project, name: definition.name }, field))
      return [field, encryption.seal(plain, secretContext({ kind, project, name }, field))]
    })
    return JSON.stringify(Object.fromEntries(resealed))
  }
  const base = `${definition.name.slice(0, 45)}.v${definition.generation}`
  for (let attempt = 1; ; attempt += 1) {
    const name = attempt === 1 ? base : `${base}.${attempt}`
    const [copy] = await run<{ id: bigint }>(sql, insertCopy, [definition.id, name, reseal(name), actor])
    if (copy !== undefined) return copy.id
  }
}

/**
 * $1 definition, $2 name of the copy, $3 secrets, $4 actor. The profile of a definition decides about the definition, not about
 * its copies.
 */
const insertCopy: Statement = {
  name: 'copy-version',
  text: `
  WITH copy AS (
    INSERT INTO "Object" ("projectId", kind, name, labels, annotations, spec, secrets, status, ready, generation,
      "observedGeneration", "reconcilerState", owned)
    SELECT "projectId", kind, $2, labels, annotations, spec - 'rollout', $3::jsonb, status, ready, generation,
      "observedGeneration", "reconcilerState", true
    FROM "Object" WHERE id = $1
    ON CONFLICT DO NOTHING
    RETURNING *
  ), reference AS (
    INSERT INTO "Reference" ("fromId", field, "toId")
    SELECT copy.id, field, "toId" FROM copy, "Reference" WHERE "fromId" = $1 AND field <> 'profile'
    UNION ALL SELECT copy.id, '${versionField}', $1 FROM copy
  ), ownership AS (
    INSERT INTO "Ownership" ("ownerId", "ownedId") SELECT $1, copy.id FROM copy
  ), logged AS (
    ${logChanges('copy', { operation: 'CREATE', actor: '$4', after: 'spec', secrets: 'secrets' })}
  )
  SELECT id FROM copy`,
}

/** Returns the copies of a definition. */
export function findCopies(sql: Sql, definitionId: bigint): Promise<StoredObject[]> {
  return run<StoredObject>(sql, findCopiesOf, [definitionId])
}

const findCopiesOf: Statement = {
  name: 'find-copies',
  text: `SELECT * FROM "Object" WHERE id = ANY(ARRAY(${copiesOf})) ORDER BY id`,
}

/**
 * Points instances of a definition, or of its copies, to one of these. The transaction has locked them. Throws RaceLost if one has another
 * definition since it was read.
 */
export async function pointInstances(
  sql: Sql,
  { ids, definitionId, to }: { ids: readonly bigint[]; definitionId: bigint; to: bigint },
): Promise<void> {
  assertAll(ids, await run(sql, point, [definitionId, ids, to]))
}

/** Returns instances of a definition to the version that they had before, as {@link pointInstances} does. */
export async function returnInstances(
  sql: Sql,
  { ids, definitionId }: { ids: readonly bigint[]; definitionId: bigint },
): Promise<void> {
  assertAll(ids, await run(sql, pointToFormer, [definitionId, ids]))
}

function assertAll(ids: readonly bigint[], pointed: readonly unknown[]): void {
  if (pointed.length < ids.length) throw new RaceLost('an instance has another definition')
}

const point: Statement = {
  name: 'point-instances',
  text: `
  UPDATE "Reference" SET "toId" = $3
  WHERE "fromId" = ANY($2) AND field = 'definition' AND ("toId" = $1 OR "toId" = ANY(ARRAY(${copiesOf})))
  RETURNING "fromId"`,
}

/**
 * Stores which version instances have, before they get another one: $1 definition, $2 instances. One that was never ready with it
 * keeps the version before that.
 */
export const rememberFormer: Statement = {
  name: 'remember-former',
  text: `
  INSERT INTO "Reference" ("fromId", field, "toId")
  SELECT object.id, '${formerField}', had."toId" FROM "Object" object
  JOIN "Reference" had ON had."fromId" = object.id AND had.field = 'definition'
  LEFT JOIN "Reference" former ON former."fromId" = object.id AND former.field = '${formerField}'
  WHERE object.id = ANY($2) AND had."toId" = ANY(ARRAY(${copiesOf})) AND (object.ready OR former."toId" IS NULL)
  ON CONFLICT ("fromId", field) DO UPDATE SET "toId" = excluded."toId"`,
}

/** Points instances of a definition to the version that they had before: $1 definition, $2 instances. */
const pointToFormer: Statement = {
  name: 'point-to-former',
  text: `
  UPDATE "Reference" had SET "toId" = former."toId" FROM "Reference" former
  WHERE had."fromId" = ANY($2) AND had.field = 'definition' AND had."toId" = $1
    AND former."fromId" = had."fromId" AND former.field = '${formerField}'
  RETURNING had."fromId"`,
}

/** Deletes which version instances had before: $1 instances. */
export const forgetFormer: Statement = {
  name: 'forget-former',
  text: `DELETE FROM "Reference" WHERE "fromId" = ANY($1) AND field = '${formerField}'`,
}
