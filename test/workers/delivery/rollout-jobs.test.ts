import { describe, expect, it } from 'vitest'
import type { Decision } from '../../../schema/delivery/decisions.ts'
import type { ApplicationJob } from '../../../schema/delivery/jobs.ts'
import type { ReconcilerState } from '../../../schema/reconciler-state.ts'
import {
  afterSkipped,
  afterStep,
  isBefore,
  jobObjectName,
  jobsIn,
  mayDropJobs,
  moved,
  scopeOf,
  skippedJobs,
  startedJobs,
  type JobRun,
} from '../../../workers/delivery/rollout-jobs.ts'
import {
  failedRollout,
  isOpen,
  judge,
  nextRollout,
  withPause,
  type Rollout,
} from '../../../workers/delivery/rollout.ts'
import { rolloutState, storedRollout } from '../../../workers/delivery/stored-rollout.ts'

const job = (name: string, when: 'before' | 'after', more: Partial<ApplicationJob> = {}): ApplicationJob => ({
  name,
  when,
  image: 'example.com/shop',
  ...more,
})
const check = job('check', 'after', { onRollback: true })
const migrate = job('migrate', 'before')
const seed = job('seed', 'before', { environments: ['staging'] })

function jobs(rollout: Rollout, environment = 'staging', number = rollout.active) {
  return jobsIn({ number, jobs: [check, migrate, seed] }, { environment, scope: scopeOf(rollout) })
}

const names = (rollout: Rollout, environment?: string): string[] =>
  jobs(rollout, environment).list.map(({ name }) => name)

const first = nextRollout(undefined, { target: 1, isForward: true, now: 0 })
const healthy: Rollout = { ...first, running: 1, healthy: 1, healthyAt: 0 }
const second = nextRollout(healthy, { target: 2, isForward: true, now: 1000 })

/** Takes the steps of a job with a result, each of them after a restart of the worker. */
function ran(rollout: Rollout, run: JobRun): Rollout {
  const [current] = jobs(rollout).list.slice(
    rollout.active === rollout.target ? rollout.ended : rollout.restoreEnded,
  )
  if (current === undefined) throw new Error('there is no job left')
  const running: JobRun = { state: 'Running' }
  const steps = [undefined, undefined, running, run]
  return steps.reduce<Rollout>((state, each) => {
    const stored = storedRollout(structuredClone(rolloutState(state)) as ReconcilerState, 2000)
    return afterStep(stored ?? state, { job: current, run: each, now: 2000 })
  }, rollout)
}

const succeeded: JobRun = { state: 'Succeeded' }
const failing: JobRun = { state: 'Failed', exitCode: 3, message: 'It ended with exit code 3: no such table' }

describe('the jobs of a rollout', () => {
  it('are those of the environment, the ones before it first', () => {
    expect(names(second)).toEqual(['migrate', 'seed', 'check'])
    expect(names(second, 'production')).toEqual(['migrate', 'check'])
  })

  it('are only those for rollbacks when an earlier revision is returned to', () => {
    const third: Rollout = { ...second, target: 3, active: 3, running: 3, healthy: 3, healthyAt: 1 }
    expect(names(nextRollout(third, { target: 2, isForward: false, now: 5 }))).toEqual(['check'])
    const failed = failedRollout({ ...second, running: 2 }, { cause: 'It crashed.', now: 5 })
    expect(names(failed)).toEqual(['check'])
  })

  it('are none when the workload has not been moved, or has the revision already', () => {
    expect(names(failedRollout(second, { cause: 'It crashed.', now: 5 }))).toEqual([])
    expect(nextRollout({ ...second, failed: 2 }, { target: 1, isForward: false, now: 5 }).jobs).toBe('none')
  })

  it('move the workload once those before have ended, and the deadline counts from then', () => {
    expect(moved(second, jobs(second), 9000)).toBe(second)
    const migrated = ran(second, succeeded)
    expect(isBefore(migrated, jobs(migrated))).toBe(true)
    const seeded = ran(migrated, succeeded)
    expect(isBefore(seeded, jobs(seeded))).toBe(false)
    expect(moved(seeded, jobs(seeded), 9000)).toMatchObject({ running: 2, startedAt: 9000 })
  })

  it('fail the revision before it replaces the one that runs', () => {
    const next = ran(second, failing)
    expect(next).toMatchObject({ active: 1, running: 1, failed: 2, ended: 1 })
    expect(next.cause).toBe(
      'Job migrate, which runs before the rollout, failed: It ended with exit code 3: no such table',
    )
    expect(next.isJobStarted).toBeUndefined()
  })

  it('do not fail a revision that is being restored', () => {
    const restoring = failedRollout({ ...second, running: 2 }, { cause: 'It crashed.', now: 5 })
    expect(ran(restoring, failing)).toMatchObject({
      active: 1,
      failed: 2,
      cause: 'It crashed.',
      restoreEnded: 1,
    })
  })

  it('have objects from when it is stored that they started, which end with an abort', () => {
    const all = (rollout: Rollout) =>
      startedJobs(rollout, { own: jobs({ ...rollout, active: 2 }), restoring: jobs(rollout) }).map(
        ({ job: { name } }) => name,
      )
    expect(all(second)).toEqual([])
    const running = { ...second, isJobStarted: true }
    expect(all(running)).toEqual(['migrate'])
    expect(all(ran(second, succeeded))).toEqual(['migrate'])
    expect(all(failedRollout(running, { cause: 'Aborted.', now: 5 }))).toEqual([])
    expect(all(ran(second, failing))).toEqual(['migrate'])
  })

  it('are removed only after it is stored that they are over', () => {
    const running = { ...second, isJobStarted: true }
    expect(mayDropJobs(running, running)).toBe(false)
    expect(mayDropJobs(running, nextRollout(running, { target: 3, isForward: true, now: 5 }))).toBe(true)
    expect(mayDropJobs(running, failedRollout(running, { cause: 'Aborted.', now: 5 }))).toBe(true)
    expect(mayDropJobs(second, nextRollout(second, { target: 3, isForward: true, now: 5 }))).toBe(false)
  })

  it('do not start again when a revision without an earlier one recovers', () => {
    const limits = { settle: 0, deadline: 60_000 }
    const late = failedRollout({ ...first, running: 1, isJobStarted: true }, { cause: 'It crashed.', now: 5 })
    const { verdict } = judge(late, { health: { isReady: true }, limits, hasJobs: true, now: 9000 })
    expect(verdict).toEqual({ verdict: 'failed' })
  })

  it('have a name for each rollout', () => {
    const name = (attempt: number) => jobObjectName('shop-staging', { job: migrate, revision: 2 }, attempt)
    expect(name(2)).toMatch(/^shop-staging-r2-migrate-[0-9a-f]{10}$/)
    expect(name(3)).not.toBe(name(2))
  })

  it('are skipped in the rollout for which that was decided, or the next one', () => {
    const skip: Decision = { action: 'skip', attempt: 2, jobs: ['migrate'], reason: 'r' }
    const retry: Decision = { action: 'retry', attempt: 1, jobs: ['seed'], reason: 'r' }
    const skipped = skippedJobs(second, [skip, retry, { ...skip, attempt: 3, jobs: ['check'] }])
    expect([...skipped]).toEqual(['migrate', 'seed'])
    expect(afterSkipped({ ...second, isJobStarted: true }, jobs(second), skipped)).toMatchObject({ ended: 2 })
  })

  it('follow once the revision has settled, before it counts as healthy', () => {
    const limits = { settle: 10_000, deadline: 60_000 }
    const health = { isReady: true }
    const { next } = judge({ ...second, running: 2 }, { health, limits, hasJobs: true, now: 2000 })
    const settled = judge(next, { health, limits, hasJobs: true, now: 12_000 })
    expect(settled.verdict).toEqual({ verdict: 'settled' })
    expect(settled.next.healthy).toBe(1)
    expect(judge(settled.next, { health, limits, now: 12_500 }).next.healthy).toBe(2)
  })
})

describe('a decision about a rollout', () => {
  it('repeats one that has failed, and no other', () => {
    const failed = failedRollout(second, { cause: 'It crashed.', now: 5 })
    expect(nextRollout(failed, { target: 2, isForward: true, now: 9 })).toBe(failed)
    const again = nextRollout(failed, { target: 2, isForward: true, isRetried: true, now: 9 })
    expect(again).toMatchObject({ attempt: 3, active: 2, jobs: 'all', ended: 0 })
    expect(again.failed).toBeUndefined()
    expect(nextRollout(second, { target: 2, isForward: true, isRetried: true, now: 9 })).toBe(second)
  })

  it('is about one that is open', () => {
    expect(isOpen(second)).toBe(true)
    expect(isOpen({ ...second, healthy: 2 })).toBe(false)
    expect(isOpen(failedRollout(second, { cause: 'It crashed.', now: 5 }))).toBe(false)
  })

  it('stops the time while it is paused', () => {
    const paused = withPause({ ...second, readyAt: 3000 }, true, 5000)
    expect(withPause(paused, true, 8000)).toBe(paused)
    expect(withPause(paused, false, 9000)).toEqual({ ...second, startedAt: 5000, readyAt: 7000 })
  })

  it('keeps a revision without an earlier one failed, although it is ready', () => {
    const limits = { settle: 0, deadline: 60_000 }
    const aborted = failedRollout({ ...first, running: 1 }, { cause: 'Aborted.', isStopped: true, now: 5 })
    const { verdict } = judge(aborted, { health: { isReady: true }, limits, now: 9000 })
    expect(verdict).toEqual({ verdict: 'failed' })
  })
})

describe('the stored rollout', () => {
  it('is the one of an earlier release, which had no jobs', () => {
    expect(
      storedRollout(
        { target: 2, active: 1, startedAt: 5, healthy: 1, healthyAt: 2, failed: 2, cause: 'c' },
        9000,
      ),
    ).toEqual({
      target: 2,
      attempt: 1,
      active: 1,
      running: 1,
      jobs: 'none',
      ended: 0,
      restoreJobs: 'none',
      restoreEnded: 0,
      startedAt: 5,
      healthy: 1,
      healthyAt: 2,
      failed: 2,
      cause: 'c',
    })
  })

  it('settles in time, also after a step of a worker whose clock was ahead', () => {
    const now = 60_000
    const minutesAhead = now + 300_000
    const canary = { revision: 2, phase: 'starting', step: 0, weight: 0, changedAt: 1, since: 1 } as const
    const ahead: Rollout = {
      ...first,
      startedAt: minutesAhead,
      readyAt: minutesAhead,
      healthyAt: minutesAhead,
      pausedAt: minutesAhead,
      canary: { ...canary, changedAt: minutesAhead, since: minutesAhead },
    }
    const stored = storedRollout(rolloutState(ahead) as ReconcilerState, now)
    expect(stored).toMatchObject({
      startedAt: now,
      readyAt: now,
      healthyAt: now,
      pausedAt: now,
      canary: { changedAt: now, since: now },
    })
    const limits = { settle: 3000, deadline: 60_000 }
    const { verdict } = judge(stored ?? ahead, { health: { isReady: true }, limits, now })
    expect(verdict).toEqual({ verdict: 'settling', wait: 3000 })
  })
})
