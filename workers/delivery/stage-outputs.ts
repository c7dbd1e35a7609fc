import type { CanaryProgress } from '../../schema/delivery/canary-progress.ts'
import type { JobRecord } from '../../schema/delivery/jobs.ts'
import type { RolloutRecord } from '../../schema/delivery/rollouts.ts'
import type { StageState } from '../../schema/delivery/states.ts'
import { defined } from '../../schema/defined.ts'
import type { Rollout } from './rollout.ts'
import type { Spread } from './stage-locations.ts'

interface Reported extends Partial<Omit<Rollout, 'canary'>> {
  state: StageState
  canary?: CanaryProgress | undefined
  /** What is where, in an environment with several locations. */
  spread?: Spread
  rollouts: readonly RolloutRecord[]
  records?: readonly JobRecord[]
}

/** Returns the outputs of a stage. */
export function outputsOf(reported: Reported) {
  const { target, attempt, running, state, canary, healthy, healthyAt, failed: number, cause } = reported
  const { rollouts, records = [], spread = {} } = reported
  return defined({
    state,
    revision: target,
    healthy,
    ...spread,
    since: healthyAt === undefined ? undefined : new Date(healthyAt).toISOString(),
    failed: number,
    cause,
    attempt,
    running,
    canary,
    jobs: records.length === 0 ? undefined : records,
    rollouts: rollouts.length === 0 ? undefined : rollouts,
  })
}
