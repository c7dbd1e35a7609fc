import { maxRollouts, type RolloutRecord } from '../../schema/delivery/rollouts.ts'
import type { Rollout } from './rollout.ts'

/** What is known of the revision that is rolled out. */
export type RolledOut = Pick<RolloutRecord, 'delivery' | 'commit' | 'requestedAt' | 'committedAt'>

/**
 * Returns the rollouts that a stage remembers, newest first, after the next step of the current one. The same step again changes
 * nothing.
 *
 * @param isRestored True if the active revision is a healthy one that took the place of the failed target.
 */
export function recordRollouts(
  known: readonly RolloutRecord[],
  {
    rollout,
    isRestored,
    about,
    now,
  }: { rollout: Rollout; isRestored: boolean; about: RolledOut; now: number },
): RolloutRecord[] {
  const at = new Date(now).toISOString()
  const [newest, ...earlier] = known
  const isCurrent = newest !== undefined && newest.revision === rollout.target && newest.endedAt === undefined
  const current: RolloutRecord = isCurrent
    ? newest
    : {
        revision: rollout.target,
        ...about,
        state: 'RollingOut',
        startedAt: new Date(rollout.startedAt).toISOString(),
      }
  const others = isCurrent
    ? earlier
    : newest === undefined
      ? []
      : [ended(newest, current.startedAt), ...earlier]
  return [progressed(current, { rollout, isRestored, at }), ...others].slice(0, maxRollouts)
}

/** Returns a rollout whose place another took. */
function ended(record: RolloutRecord, at: string): RolloutRecord {
  if (record.endedAt !== undefined) return record
  return { ...record, state: record.state === 'RollingOut' ? 'Superseded' : record.state, endedAt: at }
}

function progressed(
  record: RolloutRecord,
  { rollout, isRestored, at }: { rollout: Rollout; isRestored: boolean; at: string },
): RolloutRecord {
  const { target, healthy, failed, cause = '' } = rollout
  if (failed === target) {
    const asFailed: RolloutRecord =
      record.failedAt === undefined ? { ...record, state: 'Failed', failedAt: at, cause } : record
    return isRestored && asFailed.restoredAt === undefined
      ? { ...asFailed, state: 'RolledBack', restoredAt: at }
      : asFailed
  }
  return healthy === target && record.state !== 'Healthy'
    ? { ...record, state: 'Healthy', healthyAt: record.healthyAt ?? at }
    : record
}
