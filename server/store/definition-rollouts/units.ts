import { waveLabels } from '../../../schema/placement/definition-rollout.ts'
import type { RolledLocation } from '../../../schema/placement/waves.ts'
import { instanceKinds } from '../instances.ts'
import { RaceLost } from '../races.ts'
import { run, type Sql, type Statement } from '../sql.ts'
import { tierOfSpecs } from '../tiers.ts'
import { copiesOf, formerField } from './fields.ts'

/* The instances of a definition, as far as its rollouts are concerned. */

/** An instance that runs something: one that only owns instances in several locations is not counted, but these are. */
export interface Unit {
  id: bigint
  kind: string
  name: string
  project: string | null
  labels: Record<string, string>
  tier: string
  ready: boolean
  /** True if its newest state has been reconciled. */
  observed: boolean
  stalled: boolean
  phase: string
  cause: string | null
  /** The definition, or the copy of it, that the instance has. */
  versionId: bigint
  /** The copy that it had before, while a rollout is not complete. */
  formerId: bigint | null
}

type Row = Omit<Unit, 'tier'> & { tier: string | null; projectTier: string | null }

/** Returns the instances of a definition and of its copies, in the order of their ids. */
export async function findUnits(sql: Sql, definition: { id: bigint; kind: string }): Promise<Unit[]> {
  const rows = await run<Row>(sql, findUnitsOf, [definition.id, instanceKinds(definition.kind)])
  return rows.map(({ tier, projectTier, ...row }) => ({
    ...row,
    tier: tierOfSpecs(tier === null ? {} : { tier }, projectTier === null ? {} : { tier: projectTier }),
  }))
}

/**
 * Locks the instances of a definition, in the order of their ids, against writes that concern their references, and the definition against
 * new ones. The instances come first, because their edits refer to the definition as well.
 */
export async function lockUnits(sql: Sql, definition: { id: bigint; kind: string }): Promise<void> {
  await run(sql, lockUnitsOf, [definition.id, instanceKinds(definition.kind)])
  await run(sql, lockReferenced, [definition.id])
}

/** The instances $2 of definition $1, and of its copies. */
export const unitsOf = `
  FROM "Reference" had JOIN "Object" object ON object.id = had."fromId"
  LEFT JOIN "Object" project ON project.id = object."projectId"
  LEFT JOIN "Reference" former ON former."fromId" = object.id AND former.field = '${formerField}'
  WHERE had."toId" = ANY(ARRAY(SELECT $1::bigint UNION ALL ${copiesOf})) AND had.field = 'definition' AND object.kind = ANY($2)
    AND object."deletionRequestedAt" IS NULL AND object.spec #> '{placement,locations}' IS NULL
  ORDER BY object.id`

const findUnitsOf: Statement = {
  name: 'find-units',
  text: `
  SELECT object.id, object.kind, object.name, project.name AS project, object.labels, object.spec->>'tier' AS tier,
    project.spec->>'tier' AS "projectTier", object.ready, object."observedGeneration" = object.generation AS observed,
    object.stalled, object.status->>'phase' AS phase, object.status#>>'{cause,message}' AS cause, had."toId" AS "versionId",
    former."toId" AS "formerId"
  ${unitsOf}`,
}

const lockUnitsOf: Statement = {
  name: 'lock-units',
  text: `SELECT object.id ${unitsOf} FOR NO KEY UPDATE OF object`,
}

/** It waits for transactions that have created a reference to the object, and lets none create another. */
const lockReferenced: Statement = {
  name: 'lock-referenced',
  text: 'SELECT id FROM "Object" WHERE id = $1 FOR UPDATE',
}

/**
 * Locks objects that a step has chosen against edits and deletions, in the order of their ids. Throws RaceLost if one is being deleted
 * since it was read: the step would otherwise take a wave for it.
 */
export async function lockChosen(sql: Sql, ids: readonly bigint[]): Promise<void> {
  const locked = await run(sql, lockPresent, [ids])
  if (locked.length < ids.length) throw new RaceLost('one of them is being deleted')
}

const lockPresent: Statement = {
  name: 'lock-present',
  text: `
  SELECT id FROM "Object" WHERE id = ANY($1) AND "deletionRequestedAt" IS NULL ORDER BY id FOR NO KEY UPDATE`,
}

/** Returns what `nextWave` has to know of an instance. */
export function rolledUnit(unit: Unit, isOutdated: boolean): RolledLocation {
  const { id, ready, observed, stalled, phase, cause } = unit
  const isReady = ready && observed
  return {
    location: String(id),
    labels: waveLabels(unit),
    isOutdated,
    isReady,
    // An unreachable cluster says nothing about a change.
    isStalled: observed && stalled && phase !== 'Unreachable',
    ...(isReady || cause === null ? {} : { cause }),
  }
}

export function unitName({ kind, name, project }: Pick<Unit, 'kind' | 'name' | 'project'>): string {
  return `${kind} ${project === null ? '' : `${project}/`}${name}`
}
