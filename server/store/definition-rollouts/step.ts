import { isDeepStrictEqual } from 'node:util'
import type { PoolClient } from 'pg'
import { counted } from '../../../schema/counted.ts'
import { isPlatformError } from '../../../schema/errors.ts'
import { rolloutOf, rolloutRules } from '../../../schema/placement/definition-rollout.ts'
import { nextWave, type WaveStep } from '../../../schema/placement/waves.ts'
import { event, type EventReport } from '../../../schema/status.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import type { StoreContext } from '../context.ts'
import { lockReported } from '../report.ts'
import { recordEvent } from '../reported-events.ts'
import { run, specOf, transaction } from '../sql.ts'
import { definitionSubject, deleteUnusedCopies } from './instances.ts'
import { showRollout } from './condition.ts'
import { profileSubject } from './profile-users.ts'
import { lockRollout, storeRollout, type RolloutRow } from './rows.ts'
import type { Subject } from './subject.ts'
import { rolledUnit, unitName, type Unit } from './units.ts'

/*
 * One step of a rollout, in one transaction: read where the instances stand, decide, act, and store the times of the wave. Killed at
 * any point, it has done nothing or everything.
 */

/**
 * The most objects to which a step gives the edit, so that no transaction locks thousands of them. The next step goes on with the
 * wave, whose times count from the last of its steps.
 */
const maxReleased = 100

/** Takes the next step of the rollout of a definition or a profile. */
export async function advanceRollout(context: StoreContext, objectId: bigint): Promise<void> {
  try {
    await transaction(context.sql, (sql) => advance(context, sql, objectId))
  } catch (error) {
    // What a policy or a limit refuses halts it; the next step tries again.
    if (!isPlatformError(error) || error.code === 'INTERNAL') throw error
    await transaction(context.sql, (sql) => refuse(context, sql, { objectId, cause: error.message }))
  }
}

async function advance(context: StoreContext, sql: PoolClient, objectId: bigint): Promise<void> {
  const locked = await lockSubject(sql, objectId)
  if (locked === undefined) return
  const { object, row } = locked
  if (object.deletionRequestedAt !== null) return deleteUnusedCopies(context, sql, object)
  if (row.endedAt !== null) return
  const rollout = rolloutOf(specOf(object))
  if (rollout === undefined && object.kind === 'Profile') {
    // Without rules, a person moves the others.
    const cause =
      'Its rules were removed. The other objects keep what they have until roll-profile moves them.'
    return store(context, sql, { object, row, changed: { state: 'Aborted', cause, former: {} } })
  }
  if (rollout === undefined) return finishRollout(context, sql, { object, row })
  const isPaused = row.paused || rollout.paused === true
  if (isPaused && row.state === 'Paused' && row.progress?.pausedAt !== undefined) return
  const subject = await subjectOf(context, sql, { object, row })
  const rules = { ...rolloutRules(rollout), isPaused }
  const step = nextWave(row.progress ?? undefined, {
    locations: subject.units.map((unit) => rolledUnit(unit, subject.isOutdated(unit))),
    rules,
    now: Date.now(),
  })
  const released = new Set(step.released.slice(0, maxReleased))
  const units = subject.units.filter(({ id }) => released.has(String(id)))
  if (units.length > 0) await subject.release(units)
  const { state } = step
  if (state === 'Halted')
    return halt(context, sql, {
      object,
      row,
      place: placeOf(step),
      subject,
      cause: causeOf(step, subject.units),
    })
  if (state === 'Complete') await subject.finish(context)
  const former = state === 'Complete' ? {} : subject.former
  await store(context, sql, { object, row, changed: { ...placeOf(step), state, cause: null, former } })
}

/** Locks a definition or a profile, and then its rollout, as its edits do. */
export async function lockSubject(
  sql: PoolClient,
  objectId: bigint,
): Promise<{ object: StoredObject; row: RolloutRow } | undefined> {
  const [object] = await run<StoredObject>(sql, lockReported, [objectId])
  const row = object && (await lockRollout(sql, objectId))
  return object === undefined || row === undefined ? undefined : { object, row }
}

export function subjectOf(
  context: StoreContext,
  sql: PoolClient,
  { object, row }: { object: StoredObject; row: RolloutRow | undefined },
): Promise<Subject> {
  return object.kind === 'Profile'
    ? profileSubject(context, sql, { profile: object, row })
    : definitionSubject(sql, object)
}

/** How far a rollout has got. */
type Place = Pick<RolloutRow, 'progress' | 'wave' | 'waves'>

function placeOf({ progress, waves }: WaveStep): Place {
  return { progress, wave: progress.wave, waves }
}

function causeOf({ progress: { wave }, waves, failed }: WaveStep, units: readonly Unit[]): string {
  const names = new Map(units.map((unit) => [String(unit.id), unitName(unit)]))
  const listed = failed.map(({ location, cause }) => `${names.get(location) ?? location}: ${cause}`)
  return `Wave ${wave} of ${waves} failed in ${listed.join(' ')}`.slice(0, 1000)
}

interface Ended {
  object: StoredObject
  row: RolloutRow
  place: Place
  subject: Subject
  cause: string
}

/** Halts a rollout that has failed. What has the edit returns to the version before, unless the rules say otherwise. */
async function halt(
  context: StoreContext,
  sql: PoolClient,
  { object, row, place, subject, cause }: Ended,
): Promise<void> {
  if (rolloutOf(specOf(object))?.onFailure === 'stay')
    return store(context, sql, { object, row, changed: { ...place, state: 'Halted', cause } })
  await restoreAll(subject)
  await store(context, sql, { object, row, changed: { ...place, state: 'RolledBack', cause, former: {} } })
}

/** Gives all objects the present version, whatever becomes of it, and ends the rollout. */
export async function finishRollout(
  context: StoreContext,
  sql: PoolClient,
  { object, row }: { object: StoredObject; row: RolloutRow },
): Promise<void> {
  const subject = await subjectOf(context, sql, { object, row })
  const outdated = subject.units.filter((unit) => subject.isOutdated(unit))
  if (outdated.length > 0) await subject.release(outdated)
  // Read again: what has been released has a previous version.
  await (await subjectOf(context, sql, { object, row })).finish(context)
  const changed = { state: 'Complete', cause: null, paused: false, former: {} } as const
  await store(context, sql, { object, row, changed })
}

/** Returns all objects that have got the present version in a rollout to the one before. */
export async function restoreAll(subject: Subject): Promise<void> {
  const units = subject.units.filter((unit) => subject.hasFormer(unit))
  if (units.length > 0) await subject.restore(units)
}

async function refuse(
  context: StoreContext,
  sql: PoolClient,
  { objectId, cause }: { objectId: bigint; cause: string },
): Promise<void> {
  const locked = await lockSubject(sql, objectId)
  if (locked === undefined || locked.row.endedAt !== null) return
  await store(context, sql, { ...locked, changed: { state: 'Halted', cause: cause.slice(0, 1000) } })
}

/** Stores how far a rollout has got, and says so if that is new. */
export async function store(
  context: StoreContext,
  sql: PoolClient,
  { object, row, changed }: { object: StoredObject; row: RolloutRow; changed: Partial<RolloutRow> },
): Promise<void> {
  const next = { ...row, ...changed }
  if (isDeepStrictEqual(next, row)) return
  await storeRollout(sql, next)
  const isNew = next.state !== row.state || next.cause !== row.cause
  if (isNew || next.wave !== row.wave) await showRollout(sql, { object, row: next })
  const said = isNew ? eventOf(next) : undefined
  if (said !== undefined) await recordEvent({ ...context, sql }, object.id, said)
}

function eventOf({ state, generation, cause, waves }: RolloutRow): EventReport | undefined {
  const why = cause ?? ''
  if (state === 'Complete')
    return event(
      'Normal',
      'RolledOut',
      `Generation ${generation} has reached all instances in ${counted(waves, 'wave')}.`,
    )
  if (state === 'Halted')
    return event('Warning', 'RolloutHalted', `${why} No further instance gets the edit.`)
  if (state === 'RolledBack')
    return event('Warning', 'RolloutHalted', `${why} The instances returned to the version before.`)
  if (state === 'Aborted') return event('Warning', 'RolloutAborted', why)
  return undefined
}
