import type { ReactElement } from 'react'
import { Button } from 'react-aria-components'
import { Link } from 'wouter'
import { Prose } from '../../parts/basics.tsx'
import type { JobRecord } from '../../../../schema/delivery/jobs.ts'
import { objectPath, type Named } from '../../data/paths.ts'
import { Age } from '../../parts/age.tsx'
import { Tag, type Tone } from '../../parts/status.tsx'
import { text } from './text.ts'
import type { DeliveryState, Place } from './delivery-of.ts'

/** A job of a rollout, also one that has not started yet. */
export interface StageJob extends Omit<JobRecord, 'state'> {
  state: JobRecord['state'] | 'Pending'
}

const tones: Readonly<Record<StageJob['state'], Tone>> = {
  Pending: 'idle',
  Running: 'moving',
  Succeeded: 'good',
  Failed: 'bad',
  Skipped: 'idle',
}

/** Reports whether a rollout is in progress, so that something can be decided about it. */
export function isMoving({ summary }: Place): boolean {
  return summary?.state === 'RollingOut' || summary?.state === 'Paused'
}

/** Returns the jobs of the current rollout in an environment: those that have started, and while it is in progress those that follow. */
export function jobsOf(state: DeliveryState, place: Place): StageJob[] {
  const { stage, environment } = place
  const started = stage?.outputs.jobs ?? []
  const revision = stage?.outputs.revision
  const declared = state.revisions.find(({ spec }) => spec.number === revision)?.spec.jobs ?? []
  if (!isMoving(place) || revision === undefined) return started
  const following = declared.filter(
    ({ name, environments }) =>
      (environments === undefined || environments.includes(environment)) &&
      !started.some((each) => each.name === name),
  )
  return [
    ...started,
    ...following.map(({ name, when }) => ({ name, when, revision, state: 'Pending' as const })),
  ]
}

/** The jobs of the current rollout, and what can be decided about each. */
export function StageJobs({
  state,
  place,
  jobs,
  findRun,
  onSkip,
}: {
  state: DeliveryState
  place: Place
  jobs: readonly StageJob[]
  /** Returns the object of a job, which has its logs. */
  findRun: (job: StageJob) => Named | undefined
  onSkip: (job: string) => void
}): ReactElement | null {
  if (jobs.length === 0) return null
  const skipped = new Set(
    place.decisions.flatMap(({ spec }) => (spec.action === 'skip' ? (spec.jobs ?? []) : [])),
  )
  return (
    <section aria-label={`${text.environments.jobs}, ${state.application.object.name} ${place.environment}`}>
      <h3 className="small soft">{text.environments.jobs}</h3>
      <ul className="stage-jobs">
        {jobs.map((job) => {
          const run = findRun(job)
          const canSkip = isMoving(place) && isOpen(job) && !skipped.has(job.name)
          return (
            <li key={`${job.revision} ${job.name}`}>
              <span className="grow">
                <strong>{job.name}</strong>{' '}
                <span className="soft small">{text.environments.jobWhen[job.when]}</span>
              </span>
              {job.startedAt !== undefined && (
                <span className="soft small">
                  <Age time={job.startedAt} ago />
                </span>
              )}
              <Tag tone={tones[job.state]}>{text.environments.jobStates[job.state]}</Tag>
              {run !== undefined && (
                <Link
                  className="button quiet"
                  href={objectPath(run, 'logs')}
                  aria-label={`${text.environments.jobLogs}: ${job.name}`}
                >
                  {text.environments.jobLogs}
                </Link>
              )}
              {canSkip && (
                <Button
                  className="button quiet"
                  aria-label={`${text.environments.skipJob} ${job.name}`}
                  onPress={() => onSkip(job.name)}
                >
                  {text.environments.skipJob}
                </Button>
              )}
              {job.message !== undefined && (
                <p className="message">
                  <Prose>{job.message}</Prose>
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function isOpen({ state }: StageJob): boolean {
  return state === 'Pending' || state === 'Running'
}
