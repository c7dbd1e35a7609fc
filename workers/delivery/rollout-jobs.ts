import { createHash } from 'node:crypto'
import type { Decision } from '../../schema/delivery/decisions.ts'
import type { ApplicationJob, JobRecord } from '../../schema/delivery/jobs.ts'
import { defined } from '../../schema/defined.ts'
import { failedRollout, type JobScope, type Rollout } from './rollout.ts'

/*
 * The jobs of a rollout: those before it and those after it, one after the other. A job is made only after it is stored that it has
 * started, and counts as ended only once that is stored, so each of them runs once in a rollout.
 */

/** The jobs of a revision that a rollout runs, those before the workload is moved first. */
export interface RolloutJobs {
  revision: number
  list: readonly ApplicationJob[]
  /** The number of those before the workload is moved. */
  before: number
}

/** Returns the jobs of a revision that run in an environment. */
export function jobsIn(
  { number, jobs = [] }: { number: number; jobs?: readonly ApplicationJob[] | undefined },
  { environment, scope }: { environment: string; scope: JobScope },
): RolloutJobs {
  const own = jobs.filter(
    ({ environments, onRollback }) =>
      (environments === undefined || environments.includes(environment)) &&
      (scope === 'all' || (scope === 'onRollback' && onRollback === true)),
  )
  const before = own.filter(({ when }) => when === 'before')
  const list = [...before, ...own.filter(({ when }) => when === 'after')]
  return { revision: number, list, before: before.length }
}

/** Returns how many jobs of the active revision have ended. */
export function endedJobs({ active, target, ended, restoreEnded }: Rollout): number {
  return active === target ? ended : restoreEnded
}

/** Returns which jobs of the active revision a rollout runs. */
export function scopeOf({ active, target, jobs, restoreJobs }: Rollout): JobScope {
  return active === target ? jobs : restoreJobs
}

/** Returns the names of the jobs without which a rollout goes on. */
export function skippedJobs({ attempt }: Rollout, decisions: readonly Decision[]): ReadonlySet<string> {
  const names = decisions.flatMap(({ action, attempt: decided, jobs = [] }) =>
    (action === 'skip' && decided === attempt) || (action === 'retry' && decided === attempt - 1) ? jobs : [],
  )
  return new Set(names)
}

/** Returns a rollout after the jobs that are skipped next, unless they run already. */
export function afterSkipped(rollout: Rollout, { list }: RolloutJobs, skipped: ReadonlySet<string>): Rollout {
  let next = rollout
  for (;;) {
    const job = list[endedJobs(next)]
    if (job === undefined || !skipped.has(job.name)) return next
    next = afterJob(next)
  }
}

/**
 * Returns a rollout whose workload is moved to the active revision, once the jobs before that have ended. The deadline counts from
 * then.
 */
export function moved(rollout: Rollout, { before }: RolloutJobs, now: number): Rollout {
  if (rollout.running === rollout.active || endedJobs(rollout) < before) return rollout
  return { ...rollout, running: rollout.active, ...(before === 0 ? {} : { startedAt: now }) }
}

/** Reports whether jobs are left that run before the workload is moved. */
export function isBefore(rollout: Rollout, { before }: RolloutJobs): boolean {
  return endedJobs(rollout) < before
}

/** Returns a rollout after the end of its current job. */
function afterJob(rollout: Rollout): Rollout {
  const { isJobStarted: _, ...rest } = rollout
  return rollout.active === rollout.target
    ? { ...rest, ended: rollout.ended + 1 }
    : { ...rest, restoreEnded: rollout.restoreEnded + 1 }
}

/** What is known of the run of a job. */
export type JobRun = Omit<JobRecord, 'name' | 'when' | 'revision'>

/**
 * Returns a rollout after a step of its current job: the job starts, or has ended. A failed job fails the revision, unless that has been
 * healthy before: then nothing could take its place.
 */
export function afterStep(
  rollout: Rollout,
  { job, run, now }: { job: ApplicationJob; run: JobRun | undefined; now: number },
): Rollout {
  if (rollout.isJobStarted !== true) return { ...rollout, isJobStarted: true }
  if (run === undefined || run.state === 'Running') return rollout
  const next = afterJob(rollout)
  if (run.state !== 'Failed' || rollout.active === rollout.healthy) return next
  return failedRollout(next, { cause: jobCause(job, run), isStopped: true, now })
}

function jobCause({ name, when }: ApplicationJob, { message = 'It failed.' }: JobRun): string {
  return `Job ${name}, which runs ${when} the rollout, failed: ${message}`
}

/** A job that has an object, with what that is for. */
export interface StartedJob {
  job: ApplicationJob
  revision: number
}

/** Returns the jobs of a rollout that have been started, or skipped, in their order. */
export function startedJobs(
  rollout: Rollout,
  { own, restoring }: { own: RolloutJobs; restoring: RolloutJobs },
): StartedJob[] {
  const isRestoring = rollout.active !== rollout.target
  const current = rollout.isJobStarted === true ? 1 : 0
  const started = ({ list, revision }: RolloutJobs, count: number): StartedJob[] =>
    list.slice(0, count).map((job) => ({ job, revision }))
  return [
    ...started(own, rollout.ended + (isRestoring ? 0 : current)),
    ...(isRestoring ? started(restoring, rollout.restoreEnded + current) : []),
  ]
}

/**
 * Reports whether the next state of a rollout may have fewer jobs than the stored one. Then it is stored before they are removed: if it
 * were lost, and the rollout went on after all, they would be made again.
 */
export function mayDropJobs(stored: Rollout | undefined, next: Rollout): boolean {
  if (stored === undefined) return false
  const hasJobs = stored.ended + stored.restoreEnded > 0 || stored.isJobStarted === true
  return (
    hasJobs &&
    (stored.attempt !== next.attempt ||
      stored.active !== next.active ||
      endedJobs(stored) !== endedJobs(next) ||
      stored.isJobStarted !== next.isJobStarted)
  )
}

/** Returns the name of the object of a job: the same for the same job of the same rollout. */
export function jobObjectName(stage: string, { job, revision }: StartedJob, attempt: number): string {
  const digest = createHash('sha256').update(`${stage}/${revision}/${attempt}/${job.name}`).digest('hex')
  return `${stage.slice(0, 20)}-r${revision}-${job.name.slice(0, 20)}-${digest.slice(0, 10)}`
}

/** Returns what a stage reports about the jobs of a rollout. */
export function jobRecords(
  jobs: readonly StartedJob[],
  { runs, skipped }: { runs: ReadonlyMap<StartedJob, JobRun>; skipped: ReadonlySet<string> },
): JobRecord[] {
  return jobs.map((started): JobRecord => {
    const {
      job: { name, when },
      revision,
    } = started
    const own = { name, when, revision }
    if (skipped.has(name)) return { ...own, state: 'Skipped' }
    const { state = 'Running', startedAt, endedAt, exitCode, message } = runs.get(started) ?? {}
    return { ...own, state, ...defined({ startedAt, endedAt, exitCode, message }) }
  })
}
