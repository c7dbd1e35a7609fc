import { PlatformError } from '../../schema/errors.ts'
import type { StateLock } from '../../schema/graphql/store-reconciles.ts'
import { pack, unpack } from '../../schema/packed-text.ts'
import type { StoreContext } from './context.ts'
import { RaceLost, retryingRaces } from './races.ts'
import { recordEvent } from './reported-events.ts'
import { run, type Statement } from './sql.ts'
import { editedState as edited } from '../../schema/terraform-lease.ts'
import { endOfRun, openTerraformState, recordTerraformState, unlessAlive } from './terraform-runs.ts'

/*
 * The states of Terraform for people, who read and edit them with Terraform itself. Their locks are runs without a worker: no
 * other run starts meanwhile, and the next one plans what the edit has changed.
 */

/** Returns the current state of an object as JSON; undefined if there is none. */
export async function readState(context: StoreContext, objectId: bigint): Promise<string | undefined> {
  const state = await openTerraformState(context, objectId)
  return state === undefined ? undefined : unpack(state)
}

/** Locks a state. Resolves with the lock of another person or run, if there is one; throws NOT_FOUND if its object is gone. */
export async function lockState(
  { sql }: StoreContext,
  objectId: bigint,
  { id, note }: { id: string; note: string },
): Promise<StateLock | undefined> {
  const work = async (): Promise<StateLock | undefined> => {
    const locked = await run(sql, insertLock, [objectId, id, note, edited])
    if (locked.length > 0) return undefined
    const [holder] = await run<Found>(sql, readLock, [objectId])
    if (holder === undefined) throw new PlatformError('NOT_FOUND', 'the object of the state is gone')
    if (holder.id === null) throw new RaceLost('what had locked the state has ended')
    // The client repeats a request whose response was lost.
    return holder.id === id ? undefined : holder
  }
  return retryingRaces(work)
}

/** The lock of a state, or nulls if it is not locked. */
type Found = StateLock | { id: null }

/** Unlocks a state, and makes its object due. Throws CONFLICT when another person or run has locked it. */
export async function unlockState({ sql }: StoreContext, objectId: bigint, lockId: string): Promise<void> {
  const unlocked = await run(sql, deleteLock, [objectId, lockId, edited])
  if (unlocked.length === 0) throw notHeld(lockId)
}

/** Stores an edited state. Throws CONFLICT when the lock is not held. */
export async function writeState(
  context: StoreContext,
  objectId: bigint,
  { lockId, state }: { lockId: string; state: string },
): Promise<void> {
  const renewed = await run(context.sql, renewLock, [objectId, lockId, edited])
  if (renewed.length === 0) throw notHeld(lockId)
  if (!(await recordTerraformState(context, { objectId, runId: lockId }, await pack(state))))
    throw notHeld(lockId)
  const note = 'Its state was edited with Terraform.'
  await recordEvent(context, objectId, { type: 'Normal', reason: 'StateEdited', note })
}

function notHeld(lockId: string): PlatformError {
  return new PlatformError(
    'CONFLICT',
    `the state is not locked with ID ${JSON.stringify(lockId)}: the lock has expired, or never was; lock it again, and read it first`,
  )
}

/** Terraform does not renew locks, so that they last longer than those of runs. */
const lease = '30 minutes'

/** $1 object, $2 ID of the lock, $3 note, $4 inputs. */
const insertLock: Statement = {
  name: 'lock-terraform-state',
  text: `
  INSERT INTO "TerraformRun" AS before ("objectId", id, inputs, "expiresAt", progress)
  SELECT id, $2, $4, now() + interval '${lease}', $3
  FROM (SELECT id FROM "Object" WHERE id = $1 FOR KEY SHARE) AS owner WHERE true
  ${unlessAlive}`,
}

const readLock: Statement = {
  name: 'read-terraform-lock',
  text: `
  SELECT run.id, run.progress AS note, run."startedAt" FROM "Object" object
  LEFT JOIN "TerraformRun" run ON run."objectId" = object.id AND run."finishedAt" IS NULL AND run."expiresAt" > now()
  WHERE object.id = $1`,
}

const renewLock: Statement = {
  name: 'renew-terraform-lock',
  text: `
  UPDATE "TerraformRun" SET "expiresAt" = now() + interval '${lease}'
  WHERE "objectId" = $1 AND id = $2 AND inputs = $3 AND "finishedAt" IS NULL RETURNING id`,
}

const deleteLock: Statement = {
  name: 'unlock-terraform-state',
  text: endOfRun({ where: ' AND inputs = $3' }),
}
