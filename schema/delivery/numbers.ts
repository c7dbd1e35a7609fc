import { rankOf } from './composition.ts'
import type { RolloutRecord } from './rollouts.ts'

/*
 * The numbers of delivery of an application in one environment, from the rollouts that its stage remembers. They follow the definitions
 * of DORA (https://dora.dev/guides/dora-metrics-four-keys/), made precise:
 *
 * - A deployment is a rollout of a revision that became healthy for the first time, and is newer than all before. Rollouts of earlier
 *   revisions are rollbacks, which are counted by themselves.
 * - A change fails if its rollout failed, or if it was rolled back to an earlier revision after it was healthy.
 * - The lead time is that from the commit, or from the delivery if the time of the commit is not known, to the first healthy moment.
 * - Recovery takes from the failure, or for a change that was healthy from the first healthy moment, until a revision is healthy again.
 */

/** Percentages of fewer changes than this say nothing. */
const leastForRates = 5

export interface Percentiles {
  /** Seconds. */
  p50: number
  /** Seconds. */
  p90: number
}

export interface DeliveryNumbers {
  deployments: number
  /** The days with at least one deployment. */
  activeDays: number
  rollbacks: number
  failures: number
  /** Failures per change, from 0 to 1; absent for fewer than five changes. */
  failureRate?: number
  /** Deployments right after a failure, per deployment, from 0 to 1; absent for fewer than five deployments. */
  reworkRate?: number
  leadTime?: Percentiles
  recoveryTime?: Percentiles
  /** The failures from which the environment has not recovered. */
  open: number
}

interface Failure {
  record: RolloutRecord
  /** Milliseconds. */
  from: number
  until?: number
}

/**
 * Returns the numbers of a period.
 *
 * @param rollouts Newest first.
 * @param from The start of the period in milliseconds.
 */
export function deliveryNumbers(rollouts: readonly RolloutRecord[], from: number): DeliveryNumbers {
  const history = rollouts.toReversed()
  const isWithin = (time: string | undefined): boolean => time !== undefined && Date.parse(time) >= from
  const kinds = classify(history)
  const deployments = history.filter((each) => kinds.get(each) === 'deployment' && isWithin(each.healthyAt))
  const rollbacks = history.filter((each) => kinds.get(each) === 'rollback' && isWithin(each.startedAt))
  const failures = failuresIn(history, kinds).filter(({ from: time }) => time >= from)
  const failed = new Set(failures.map(({ record }) => record))
  const changes = new Set([...deployments, ...failed]).size
  const reworks = deployments.filter((each) => {
    const before = history
      .slice(0, history.indexOf(each))
      .findLast((other) => kinds.get(other) !== 'rollback')
    return before !== undefined && (before.failedAt !== undefined || failed.has(before))
  })
  const recoveries = failures.flatMap(({ from: start, until }) =>
    until === undefined ? [] : [until - start],
  )
  return {
    deployments: deployments.length,
    activeDays: new Set(deployments.map(({ healthyAt = '' }) => healthyAt.slice(0, 10))).size,
    rollbacks: rollbacks.length,
    failures: failures.length,
    ...(changes < leastForRates ? {} : { failureRate: failures.length / changes }),
    ...(deployments.length < leastForRates ? {} : { reworkRate: reworks.length / deployments.length }),
    ...percentilesOf('leadTime', deployments.flatMap(leadTimeOf)),
    ...percentilesOf('recoveryTime', recoveries),
    open: failures.filter(({ until }) => until === undefined).length,
  }
}

type RolloutKind = 'deployment' | 'rollback' | 'repetition' | 'other'

/** Classifies rollouts by the newest revision that was healthy before each. */
function classify(history: readonly RolloutRecord[]): Map<RolloutRecord, RolloutKind> {
  const kinds = new Map<RolloutRecord, RolloutKind>()
  let newest = 0
  for (const record of history) {
    const { revision: number, rank, healthyAt } = record
    const revision = rankOf({ number, rank })
    kinds.set(
      record,
      revision < newest
        ? 'rollback'
        : revision === newest
          ? 'repetition'
          : healthyAt === undefined
            ? 'other'
            : 'deployment',
    )
    if (healthyAt !== undefined) newest = Math.max(newest, revision)
  }
  return kinds
}

/** Returns the changes that failed, each once, with the times of failure and recovery. */
function failuresIn(
  history: readonly RolloutRecord[],
  kinds: ReadonlyMap<RolloutRecord, RolloutKind>,
): Failure[] {
  return history.flatMap((record, index): Failure[] => {
    if (kinds.get(record) === 'rollback') return []
    const later = history.slice(index + 1)
    const nextHealthy = later.find(({ healthyAt }) => healthyAt !== undefined)?.healthyAt
    if (record.failedAt !== undefined) {
      const until = earliest([record.restoredAt, recoveredAt(record), nextHealthy])
      return [{ record, from: Date.parse(record.failedAt), ...(until === undefined ? {} : { until }) }]
    }
    const [next] = later
    const isRolledBack =
      next !== undefined && kinds.get(next) === 'rollback' && record.healthyAt !== undefined
    if (!isRolledBack) return []
    const until = earliest([nextHealthy])
    return [{ record, from: Date.parse(record.healthyAt ?? ''), ...(until === undefined ? {} : { until }) }]
  })
}

/** A revision without an earlier one may recover by itself. */
function recoveredAt({ failedAt = '', healthyAt }: RolloutRecord): string | undefined {
  return healthyAt !== undefined && healthyAt > failedAt ? healthyAt : undefined
}

function earliest(times: readonly (string | undefined)[]): number | undefined {
  const known = times.flatMap((time) => (time === undefined ? [] : [Date.parse(time)]))
  return known.length === 0 ? undefined : Math.min(...known)
}

/** Returns the lead time in milliseconds; nothing if a clock was wrong. */
function leadTimeOf({ committedAt, requestedAt, startedAt, healthyAt = startedAt }: RolloutRecord): number[] {
  const time = Date.parse(healthyAt) - Date.parse(committedAt ?? requestedAt ?? startedAt)
  return time < 0 ? [] : [time]
}

function percentilesOf<Name extends 'leadTime' | 'recoveryTime'>(
  name: Name,
  durations: readonly number[],
): { [Key in Name]?: Percentiles } {
  if (durations.length === 0) return {}
  const sorted = durations.toSorted((one, other) => one - other)
  // The nearest rank: a value that occurred.
  const at = (share: number): number => (sorted[Math.ceil(share * sorted.length) - 1] ?? 0) / 1000
  return { [name]: { p50: at(0.5), p90: at(0.9) } } as { [Key in Name]?: Percentiles }
}
