import { z } from 'zod'
import type { JobRun } from './rollout-jobs.ts'
import type { KubeObject } from '../kube/client/client.ts'

/* How a Kubernetes Job has ended, from its conditions and its pods. */

const Conditions = z
  .array(
    z.object({
      type: z.string(),
      status: z.string(),
      reason: z.string().default(''),
      message: z.string().default(''),
      lastTransitionTime: z.string().optional(),
    }),
  )
  .default([])

const JobStatus = z.object({
  conditions: Conditions,
  startTime: z.string().optional(),
  completionTime: z.string().optional(),
})

/** Returns how a Job has ended; undefined while it has not. */
export function jobEnd(job: KubeObject): JobRun | undefined {
  const { conditions, startTime, completionTime } = JobStatus.parse(job['status'] ?? {})
  const ended = conditions.find(
    ({ type, status }) => (type === 'Complete' || type === 'Failed') && status === 'True',
  )
  if (ended === undefined) return undefined
  const times = {
    ...timeIn('startedAt', startTime),
    ...timeIn('endedAt', completionTime ?? ended.lastTransitionTime),
  }
  return ended.type === 'Complete'
    ? { state: 'Succeeded', ...times, exitCode: 0 }
    : { state: 'Failed', ...times, message: `${ended.message || ended.reason}.` }
}

/** The time at which a Job that runs has started, if it has. */
export function jobStart(job: KubeObject): Partial<JobRun> {
  return timeIn('startedAt', JobStatus.parse(job['status'] ?? {}).startTime)
}

function timeIn(field: 'startedAt' | 'endedAt', time: string | undefined): Partial<JobRun> {
  return time === undefined || Number.isNaN(Date.parse(time)) ? {} : { [field]: new Date(time).toISOString() }
}

const Terminated = z.object({
  exitCode: z.number(),
  reason: z.string().default(''),
  message: z.string().default(''),
})

const PodStatus = z.object({
  reason: z.string().default(''),
  message: z.string().default(''),
  containerStatuses: z
    .array(
      z.object({
        state: z
          .object({
            terminated: Terminated.optional(),
            waiting: z.object({ reason: z.string().default(''), message: z.string().default('') }).optional(),
          })
          .default({}),
      }),
    )
    .default([]),
})

/** The most characters of the output of a job that are kept. */
const keptOutput = 800

/** Returns the end of a failed Job with what its pod reports: the exit code, the reason, and the last lines of its output. */
export function explainedEnd(end: JobRun, pods: readonly KubeObject[]): JobRun {
  for (const pod of pods) {
    const { reason, message, containerStatuses } = PodStatus.parse(pod['status'] ?? {})
    for (const { state } of containerStatuses) {
      const { terminated, waiting } = state
      if (terminated !== undefined && terminated.exitCode !== 0) return withOutput(end, terminated)
      if (waiting !== undefined && waiting.reason !== '')
        return { ...end, message: joined([end.message, waiting.reason, waiting.message]) }
    }
    if (reason !== '') return { ...end, message: joined([end.message, reason, message]) }
  }
  return end
}

function withOutput(end: JobRun, { exitCode, reason, message }: z.infer<typeof Terminated>): JobRun {
  const why = reason === '' || reason === 'Error' ? '' : ` (${reason})`
  const output = message.trim().slice(-keptOutput)
  const text = `It ended with exit code ${exitCode}${why}${output === '' ? '.' : `: ${output}`}`
  return { ...end, exitCode, message: text }
}

function joined([first = '', ...others]: (string | undefined)[]): string {
  const rest = others.filter((each) => each !== '').join(': ')
  return `${first} ${rest}`.trim().slice(0, keptOutput)
}
