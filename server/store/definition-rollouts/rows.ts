import type { RolloutState, StoredRollout } from '../../../schema/graphql/store-rollouts.ts'
import type { WaveProgress } from '../../../schema/placement/waves.ts'
import { listed, run, type Sql, type Statement } from '../sql.ts'

/* How far rollouts of definitions and profiles have got, as far as their instances do not say it. */

/** The states in which nothing happens until a person or an edit decides. */
export const endedStates = ['RolledBack', 'Aborted', 'Complete'] as const satisfies RolloutState[]

export interface RolloutRow extends StoredRollout {
  objectId: bigint
  progress: WaveProgress | null
  /** True if a person has paused it. */
  paused: boolean
  /** What a profile had decided before for the objects that have moved, by their ids. */
  former: Record<string, Record<string, unknown>>
}

type Row = RolloutRow & Record<string, unknown>

/** Starts a rollout of an object, or starts the one that it has again, with another generation. */
export async function startRollout(
  sql: Sql,
  { objectId, generation }: Pick<RolloutRow, 'objectId' | 'generation'>,
): Promise<void> {
  await run(sql, startRow, [objectId, generation])
}

const startRow: Statement = {
  name: 'start-definition-rollout',
  text: `
  INSERT INTO "DefinitionRollout" ("objectId", generation, state) VALUES ($1, $2, 'Progressing')
  ON CONFLICT ("objectId") DO UPDATE SET generation = excluded.generation, state = excluded.state, progress = NULL, wave = 0,
    waves = 0, paused = false, cause = NULL, "startedAt" = now(), "endedAt" = NULL`,
}

export async function lockRollout(sql: Sql, objectId: bigint): Promise<RolloutRow | undefined> {
  const [row] = await run<Row>(sql, lockRow, [objectId])
  return row
}

const lockRow: Statement = {
  name: 'lock-definition-rollout',
  text: 'SELECT * FROM "DefinitionRollout" WHERE "objectId" = $1 FOR UPDATE',
}

export async function findRollout(sql: Sql, objectId: bigint): Promise<RolloutRow | undefined> {
  const [row] = await findRollouts(sql, [objectId])
  return row
}

/** Returns the rollouts of objects in the order of the ids. */
export async function findRollouts(
  sql: Sql,
  objectIds: readonly bigint[],
): Promise<(RolloutRow | undefined)[]> {
  const rows = new Map((await run<Row>(sql, findRows, [objectIds])).map((row) => [row.objectId, row]))
  return objectIds.map((id) => rows.get(id))
}

const findRows: Statement = {
  name: 'find-definition-rollouts',
  text: 'SELECT * FROM "DefinitionRollout" WHERE "objectId" = ANY($1)',
}

/** Stores how far a rollout has got. */
export async function storeRollout(sql: Sql, row: RolloutRow): Promise<void> {
  const { objectId, state, progress, wave, waves, paused, cause, former } = row
  await run(sql, storeRow, [
    objectId,
    state,
    progress === null ? null : JSON.stringify(progress),
    wave,
    waves,
    paused,
    cause,
    JSON.stringify(former),
  ])
}

const storeRow: Statement = {
  name: 'store-definition-rollout',
  text: `
  UPDATE "DefinitionRollout" SET state = $2, progress = $3::jsonb, wave = $4, waves = $5, paused = $6, cause = $7,
    former = $8::jsonb, "endedAt" = CASE WHEN $2 IN (${listed(endedStates)}) THEN coalesce("endedAt", now()) END
  WHERE "objectId" = $1`,
}

/** Returns the ids of definitions and profiles whose rollouts are in progress, or that are being deleted. */
export async function findOpenRollouts(sql: Sql): Promise<bigint[]> {
  return (await run<{ objectId: bigint }>(sql, findOpen, [])).map(({ objectId }) => objectId)
}

const findOpen: Statement = {
  name: 'find-open-definition-rollouts',
  text: `
  SELECT "objectId" FROM "DefinitionRollout" WHERE "endedAt" IS NULL
  UNION SELECT "objectId" FROM "Object" object JOIN "DefinitionRollout" ON "objectId" = object.id
  WHERE object."deletionRequestedAt" IS NOT NULL
  ORDER BY 1`,
}
