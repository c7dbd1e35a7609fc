import type { TerraformRun as RunRow } from '../../prisma/generated/client/client.ts'
import { PlatformError } from '../../schema/errors.ts'
import type { FoundTerraformRun, TerraformHolder } from '../../schema/graphql/store-reconciles.ts'
import { terraformLease } from '../../schema/terraform-lease.ts'
import type { StoreContext } from './context.ts'
import { checkEpoch } from './inventory.ts'
import type { Holder } from './reconcile-steps.ts'
import { recordEvent } from './reported-events.ts'
import { run, type Statement } from './sql.ts'

/*
 * Runs of Terraform, which outlive the reconciles that start them, and the states that they write. A run is fenced by its id:
 * only the newest run of an object writes its state, and the next one starts only after it has finished or its lease has expired.
 */

/** Returns the context that states and results are sealed for. */
export function terraformContext(objectId: bigint): string {
  return `${objectId}/terraform`
}

/** Returns the newest run of an object; undefined if there was none. */
export async function findTerraformRun(
  { sql, encryption }: StoreContext,
  objectId: bigint,
): Promise<FoundTerraformRun | undefined> {
  const [row] = await run<RunRow & { isAlive: boolean }>(sql, readRun, [objectId])
  if (row === undefined) return undefined
  const { result, ...found } = row
  return { ...found, result: result === null ? null : encryption.open(result, terraformContext(objectId)) }
}

/**
 * Starts a run: resolves with false while another one is alive. Throws STALE_EPOCH when a later reconcile has started.
 */
export async function startTerraformRun(
  context: StoreContext,
  holder: Holder,
  { runId, inputs }: { runId: string; inputs: string },
): Promise<boolean> {
  const values = [holder.objectId, holder.epoch, runId, inputs]
  const started = await run(context.sql, insertRun, values)
  if (started.length > 0) return true
  await checkEpoch(context, holder)
  return false
}

/** Renews the lease of a run. Throws STALE_EPOCH when it is not the newest one, or has finished. */
export async function renewTerraformRun(
  context: StoreContext,
  holder: TerraformHolder,
  progress: string,
): Promise<void> {
  const { objectId, runId } = holder
  const renewed = await run(context.sql, renewRun, [objectId, runId, progress])
  if (renewed.length === 0) throw superseded(holder)
}

/** Returns the current state of an object for a run; undefined if there is none. */
export async function openTerraformState(
  { sql, encryption }: StoreContext,
  objectId: bigint,
): Promise<string | undefined> {
  const [row] = await run<{ state: string }>(sql, readState, [objectId])
  return row && encryption.open(row.state, terraformContext(objectId))
}

/**
 * Stores the state that a run has written. Resolves with false when a later run has started: that state is kept, but not as the
 * current one.
 */
export async function recordTerraformState(
  context: StoreContext,
  { objectId, runId }: TerraformHolder,
  state: string,
): Promise<boolean> {
  const { sql, encryption } = context
  const sealed = encryption.seal(state, terraformContext(objectId))
  const [row] = await run<{ refused: boolean }>(sql, upsertState, [objectId, runId, sealed, keptStates])
  if (row?.refused === true) {
    const note =
      `Run ${runId} has written a state although a later run had started. It is kept, but not used: resources that only this ` +
      'run has created are not in the current state.'
    await recordEvent(context, objectId, { type: 'Warning', reason: 'StateRefused', note })
  }
  return row?.refused === false
}

/** Ends a run, and makes its object due. Throws STALE_EPOCH when it is not the newest one. */
export async function finishTerraformRun(
  { sql, encryption }: StoreContext,
  holder: TerraformHolder,
  result: string,
): Promise<void> {
  const { objectId, runId } = holder
  const sealed = encryption.seal(result, terraformContext(objectId))
  const finished = await run(sql, finishRun, [objectId, runId, sealed])
  if (finished.length === 0) throw superseded(holder)
}

function superseded({ runId }: TerraformHolder): PlatformError {
  return new PlatformError(
    'STALE_EPOCH',
    `run ${runId} is over: a later one has started, or its object is gone`,
  )
}

/** The number of states that are kept of an object besides the current one. */
const keptStates = 20

const lease = `${terraformLease / 1000} seconds`

const readRun: Statement = {
  name: 'read-terraform-run',
  text: `
  SELECT *, "finishedAt" IS NULL AND "expiresAt" > now() AS "isAlive" FROM "TerraformRun" WHERE "objectId" = $1`,
}

/** The end of an insertion of a run, which replaces the one before unless that is alive. */
export const unlessAlive = `
  ON CONFLICT ("objectId") DO UPDATE SET
    id = excluded.id, inputs = excluded.inputs, "startedAt" = now(), "expiresAt" = excluded."expiresAt",
    "finishedAt" = NULL, progress = excluded.progress
  WHERE before."finishedAt" IS NOT NULL OR before."expiresAt" <= now()
  RETURNING id`

/**
 * Returns the SQL that ends a run, $1 object and $2 ID, and makes the object due.
 *
 * @param change What else is set, and what else has to hold.
 */
export function endOfRun({ set = '', where = '' }: { set?: string; where?: string }): string {
  return `
  WITH ended AS (
    UPDATE "TerraformRun" SET "finishedAt" = now()${set}
    WHERE "objectId" = $1 AND id = $2 AND "finishedAt" IS NULL${where} RETURNING id
  ), due AS (
    UPDATE "Object" SET "nextReconcileAt" = now() WHERE id = $1 AND EXISTS (SELECT FROM ended)
  )
  SELECT id FROM ended`
}

const insertRun: Statement = {
  name: 'insert-terraform-run',
  text: `
  INSERT INTO "TerraformRun" AS before ("objectId", id, inputs, "expiresAt")
  SELECT $1, $3, $4, now() + interval '${lease}'
  WHERE EXISTS (SELECT FROM "Object" WHERE id = $1 AND epoch = $2 FOR SHARE)
  ${unlessAlive}`,
}

const renewRun: Statement = {
  name: 'renew-terraform-run',
  text: `
  UPDATE "TerraformRun" SET "expiresAt" = now() + interval '${lease}', progress = $3
  WHERE "objectId" = $1 AND id = $2 AND "finishedAt" IS NULL RETURNING id`,
}

const readState: Statement = {
  name: 'read-terraform-state',
  text: `
  SELECT state FROM "TerraformState" WHERE "objectId" = $1 AND NOT refused ORDER BY id DESC LIMIT 1`,
}

/**
 * A run whose lease has expired still writes its state, as long as no other one has started. A refused state has a row of its
 * own, so that it does not replace the one that the run had written before.
 */
const upsertState: Statement = {
  name: 'upsert-terraform-state',
  text: `
  WITH owner AS (
    SELECT id FROM "Object" WHERE id = $1 FOR KEY SHARE
  ), holder AS (
    SELECT id FROM "TerraformRun" WHERE "objectId" = $1 AND id = $2 AND "finishedAt" IS NULL FOR SHARE
  ), written AS (
    INSERT INTO "TerraformState" ("objectId", "runId", state, refused)
    SELECT owner.id, CASE WHEN holder.id IS NULL THEN $2 || ' refused' ELSE $2 END, $3, holder.id IS NULL
    FROM owner LEFT JOIN holder ON true
    ON CONFLICT ("objectId", "runId") DO UPDATE SET state = excluded.state, "updatedAt" = now()
    RETURNING refused
  ), pruned AS (
    DELETE FROM "TerraformState" WHERE "objectId" = $1 AND id <= (
      SELECT id FROM "TerraformState" WHERE "objectId" = $1 AND NOT refused ORDER BY id DESC OFFSET $4 LIMIT 1
    )
  )
  SELECT refused FROM written`,
}

const finishRun: Statement = {
  name: 'finish-terraform-run',
  text: endOfRun({ set: ', result = $3' }),
}
