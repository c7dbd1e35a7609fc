import type { PoolClient } from 'pg'
import { PlatformError, shownValue } from '../../../schema/errors.ts'
import type { RolloutControl } from '../../../schema/graphql/store-rollouts.ts'
import type { Write } from '../../../schema/graphql/store-writes.ts'
import { rolloutOf } from '../../../schema/placement/definition-rollout.ts'
import type { StoredObject } from '../../../prisma/client.ts'
import type { StoreContext } from '../context.ts'
import { findOne, notFound } from '../objects.ts'
import { specOf, transaction } from '../sql.ts'
import { endedStates, type RolloutRow } from './rows.ts'
import { finishRollout, lockSubject, restoreAll, store, subjectOf } from './step.ts'

/** A rollout that a person decides about. */
interface Controlled {
  object: StoredObject
  row: RolloutRow
}

/**
 * Carries out what a person decides about the rollout of a definition or a profile. Throws CONFLICT if it has none, or if it is over.
 */
export async function controlRollout(
  context: StoreContext,
  { target, action }: RolloutControl,
  write: Write,
): Promise<StoredObject> {
  const found = await findOne(context, target)
  if (found === undefined) throw notFound(target)
  const what = `${found.kind} ${shownValue(found.name)}`
  const work = async (sql: PoolClient): Promise<void> => {
    const locked = await lockSubject(sql, found.id)
    if (locked === undefined)
      throw new PlatformError('CONFLICT', `${what} has no rollout: no edit of it has gone in waves`)
    const { state } = locked.row
    if (state === 'Complete' || (isOver(locked.row) && (action === 'pause' || action === 'abort')))
      throw new PlatformError('CONFLICT', `the rollout of ${what} is over: it is ${state}`)
    await actions[action](context, sql, { ...locked, write })
  }
  await transaction(context.sql, work, { rollback: write.dryRun === true })
  return (await findOne(context, { id: found.id })) ?? found
}

function isOver({ state }: RolloutRow): boolean {
  return endedStates.some((each) => each === state)
}

type Act = (
  context: StoreContext,
  sql: PoolClient,
  controlled: Controlled & { write: Write },
) => Promise<void>

const actions: Record<RolloutControl['action'], Act> = {
  pause: (context, sql, { object, row }) =>
    store(context, sql, { object, row, changed: { paused: true, state: 'Paused' } }),
  resume: (context, sql, { object, row }) => {
    const changed = { paused: false, state: 'Progressing', cause: null } as const
    // What has failed, or was aborted, is tried again.
    const isEnded = isOver(row) || row.state === 'Halted'
    return store(context, sql, { object, row, changed: isEnded ? { ...changed, progress: null } : changed })
  },
  abort: async (context, sql, { object, row, write: { actor, reason } }) => {
    const subject = await subjectOf(context, sql, { object, row })
    if (rolloutOf(specOf(object))?.onFailure !== 'stay') await restoreAll(subject)
    const why = reason === undefined ? '.' : `: ${reason}`
    const cause = `${actor} has aborted it${why}`.slice(0, 1000)
    await store(context, sql, { object, row, changed: { state: 'Aborted', cause, former: {} } })
  },
  finish: finishRollout,
}
