import type { z } from 'zod'
import { defined } from '../../schema/defined.ts'
import type { ApplicationRevision } from '../../schema/kinds/application-revision.ts'
import type { JobRecord } from '../../schema/delivery/jobs.ts'
import { maxRollouts, type RolloutRecord } from '../../schema/delivery/rollouts.ts'
import type { Rollout } from './rollout.ts'

/** What is known of the revision that is rolled out. */
export type RolledOut = Pick<
  RolloutRecord,
  'rank' | 'composition' | 'delivery' | 'images' | 'commit' | 'requestedAt' | 'committedAt'
>

/** Returns what is recorded about a revision. */
export function aboutOf({
  delivery,
  images,
  commit,
  deliveredAt,
  committedAt,
  rank,
  composition,
}: z.infer<(typeof ApplicationRevision)['spec']>): RolledOut {
  return {
    ...defined({ delivery, commit, requestedAt: deliveredAt, committedAt, rank, composition }),
    ...(images.length === 0 ? {} : { images }),
  }
}

interface Recorded {
  rollout: Rollout
  isRestored: boolean
  about: RolledOut
  /** The jobs that have started. @default none */
  jobs?: readonly JobRecord[]
  /** The wave that it has reached, in an environment with several locations. */
  waves?: Pick<RolloutRecord, 'wave' | 'waves'>
  now: number
}

/**
 * Returns the rollouts that a stage remembers, newest first, after the next step of the current one. The same step again changes
 * nothing.
 *
 * @param isRestored True if the active revision is a healthy one that took the place of the failed target.
 */
export function recordRollouts(
  known: readonly RolloutRecord[],
  { rollout, isRestored, about, jobs = [], waves = {}, now }: Recorded,
): RolloutRecord[] {
  const at = new Date(now).toISOString()
  const [newest, ...earlier] = known
  const isCurrent =
    newest !== undefined &&
    newest.revision === rollout.target &&
    (newest.attempt ?? rollout.attempt) === rollout.attempt &&
    newest.endedAt === undefined
  const current: RolloutRecord = isCurrent
    ? newest
    : {
        revision: rollout.target,
        attempt: rollout.attempt,
        ...about,
        state: 'RollingOut',
        startedAt: new Date(rollout.startedAt).toISOString(),
      }
  const others = isCurrent
    ? earlier
    : newest === undefined
      ? []
      : [ended(newest, current.startedAt), ...earlier]
  // What is restored does not count.
  const reached = rollout.active === rollout.target ? waves : {}
  const next = withJobs({ ...progressed(current, { rollout, isRestored, at }), ...reached }, jobs)
  return [next, ...others].slice(0, maxRollouts)
}

/** Returns a rollout with the newest states of its jobs. Those that have been removed since were stopped. */
function withJobs(record: RolloutRecord, jobs: readonly JobRecord[]): RolloutRecord {
  const keyOf = ({ name, revision }: JobRecord): string => `${revision}/${name}`
  const newest = new Map(jobs.map((each) => [keyOf(each), each]))
  const before = (record.jobs ?? []).map(
    (each): JobRecord =>
      newest.get(keyOf(each)) ??
      (each.state === 'Running' ? { ...each, state: 'Failed', message: 'It was stopped.' } : each),
  )
  const known = new Set(before.map(keyOf))
  const all = [...before, ...jobs.filter((each) => !known.has(keyOf(each)))]
  return all.length === 0 ? record : { ...record, jobs: all }
}

/** Returns a rollout whose place another took. */
function ended(record: RolloutRecord, at: string): RolloutRecord {
  if (record.endedAt !== undefined) return record
  return {
    ...withJobs(record, []),
    state: record.state === 'RollingOut' ? 'Superseded' : record.state,
    endedAt: at,
  }
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
