import { timestamp } from '../context.ts'
import { equal, type JsonObject } from '../json.ts'
import { isTrue, withCondition } from '../objects/conditions.ts'
import type { Condition, Job, Pod } from '../objects/kinds.ts'
import { getKind } from '../objects/stored.ts'
import { isDeleting, itself, keyOf, ownerOf, splitKey, type Control, type Controller } from './controller.ts'
import { recordEvent } from './events.ts'
import { createPod, deletePod, isActive, isReady, podsOf } from './pods.ts'
import { withoutZeros } from './replica-sets.ts'

const component = 'job-controller'
const indexKey = 'batch.kubernetes.io/job-completion-index'

/** Runs pods until enough of them have succeeded, or too many have failed. */
export const jobController: Controller = {
  name: 'job',
  watches: { 'jobs.batch': itself, pods: ownerOf('Job') },
  async reconcile(key, control) {
    const job = getKind(control.context.store, 'jobs.batch', splitKey(key))
    if (job === undefined || isDeleting(job)) return
    if (isFinished(job)) {
      await removeLater(job, control)
      return
    }
    const pods = podsOf(control, job)
    const end = endOf(job, pods, control)
    if (end !== undefined) {
      for (const pod of pods.filter(isActive)) await deletePod(control, job, { pod, component })
    } else if (job.spec.suspend === true) {
      for (const pod of pods.filter(isActive)) await deletePod(control, job, { pod, component })
    } else await top(job, pods, control)
    await report(job, end, control)
  },
}

export function isFinished({ status }: Job): boolean {
  return isTrue(status.conditions, 'Complete') || isTrue(status.conditions, 'Failed')
}

interface End {
  type: 'Complete' | 'Failed'
  reason: string
  message: string
}

function succeeded(job: Job, pods: readonly Pod[]): number {
  const done = pods.filter(({ status }) => status.phase === 'Succeeded')
  if (job.spec.completionMode !== 'Indexed') return Math.max(done.length, job.status.succeeded ?? 0)
  return new Set(done.map(({ metadata }) => metadata.annotations?.[indexKey])).size
}

function failed(pods: readonly Pod[]): number {
  return pods.filter(({ status }) => status.phase === 'Failed').length
}

/** Counts failures, including restarts inside pods that may restart. */
function retries(job: Job, pods: readonly Pod[]): number {
  if (job.spec.template.spec.restartPolicy !== 'OnFailure') return 0
  return pods
    .filter(isActive)
    .reduce(
      (sum, { status }) =>
        sum + (status.containerStatuses ?? []).reduce((count, each) => count + each.restartCount, 0),
      0,
    )
}

function endOf(job: Job, pods: readonly Pod[], control: Control): End | undefined {
  const { spec, status } = job
  const failures = Math.max(failed(pods), status.failed ?? 0)
  if (failures > spec.backoffLimit || (spec.backoffLimit > 0 && retries(job, pods) >= spec.backoffLimit))
    return {
      type: 'Failed',
      reason: 'BackoffLimitExceeded',
      message: 'Job has reached the specified backoff limit',
    }
  const left = deadlineLeft(job, control)
  if (left !== undefined && left <= 0)
    return {
      type: 'Failed',
      reason: 'DeadlineExceeded',
      message: 'Job was active longer than specified deadline',
    }
  if (left !== undefined) control.enqueueAfter(keyOf(job), left)
  const done = succeeded(job, pods)
  const isEnough =
    spec.completions === undefined
      ? done > 0 && pods.every((pod) => !isActive(pod))
      : done >= spec.completions
  return isEnough
    ? { type: 'Complete', reason: 'CompletionsReached', message: 'Reached expected number of succeeded pods' }
    : undefined
}

function deadlineLeft({ spec, status }: Job, { context }: Control): number | undefined {
  if (spec.activeDeadlineSeconds === undefined || status.startTime === undefined || spec.suspend === true)
    return undefined
  return Date.parse(status.startTime) + spec.activeDeadlineSeconds * 1000 - context.now().getTime()
}

const firstRetryMs = 500

/** Creates as many pods as may run concurrently and are still needed; after failures the next one waits. */
async function top(job: Job, pods: readonly Pod[], control: Control): Promise<void> {
  const active = pods.filter(isActive)
  const done = succeeded(job, pods)
  const needed =
    job.spec.completions === undefined
      ? done > 0
        ? active.length
        : job.spec.parallelism
      : Math.min(job.spec.parallelism, job.spec.completions - done)
  for (const pod of active.slice(needed)) await deletePod(control, job, { pod, component })
  const lastFailure = Math.max(0, ...pods.filter(({ status }) => status.phase === 'Failed').map(endTime))
  const pause =
    failed(pods) === 0
      ? 0
      : lastFailure + firstRetryMs * 2 ** Math.min(failed(pods) - 1, 6) - control.context.now().getTime()
  if (pause > 0 && active.length < needed) {
    control.enqueueAfter(keyOf(job), pause)
    return
  }
  const taken = new Set(
    pods
      .filter(({ status }) => status.phase !== 'Failed')
      .map(({ metadata }) => metadata.annotations?.[indexKey]),
  )
  for (let count = active.length; count < needed; count++) {
    const index = job.spec.completionMode === 'Indexed' ? freeIndex(taken) : undefined
    await createPod(control, job, {
      template: index === undefined ? job.spec.template : withIndex(job, index),
      component,
      ...(index === undefined ? {} : { metadata: { generateName: `${job.metadata.name}-${index}-` } }),
    })
  }
}

function endTime({ status }: Pod): number {
  return Math.max(
    0,
    ...(status.containerStatuses ?? []).map(
      ({ state }) => Date.parse(state.terminated?.finishedAt ?? '') || 0,
    ),
  )
}

function freeIndex(taken: Set<string | undefined>): string {
  for (let index = 0; ; index++) {
    if (taken.has(String(index))) continue
    taken.add(String(index))
    return String(index)
  }
}

function withIndex({ spec }: Job, index: string): Job['spec']['template'] {
  const { metadata } = spec.template
  return {
    ...spec.template,
    metadata: {
      ...metadata,
      labels: { ...metadata.labels, [indexKey]: index },
      annotations: { ...metadata.annotations, [indexKey]: index },
    },
  }
}

async function report(job: Job, end: End | undefined, control: Control): Promise<void> {
  const { context, writes } = control
  const pods = podsOf(control, job)
  const now = timestamp(context.now())
  const active = pods.filter(isActive)
  const isFinished = end !== undefined && pods.every((pod) => !isActive(pod) && !isDeleting(pod))
  const startTime = job.spec.suspend === true ? job.status.startTime : (job.status.startTime ?? now)
  const status: Job['status'] & { terminating: number; uncountedTerminatedPods: JsonObject } = {
    ...(startTime === undefined ? {} : { startTime }),
    active: active.length,
    ready: active.filter(isReady).length,
    succeeded: succeeded(job, pods),
    failed: Math.max(failed(pods), job.status.failed ?? 0),
    terminating: pods.filter(isDeleting).length,
    uncountedTerminatedPods: {},
    ...(job.spec.completionMode === 'Indexed' ? { completedIndexes: indexes(pods) } : {}),
    ...(isFinished && end.type === 'Complete' ? { completionTime: now } : {}),
  }
  const conditions = conditionsOf(job, { end, isFinished, now })
  if (
    equal(
      withoutZeros({ ...job.status, completionTime: undefined }),
      withoutZeros({ ...status, conditions, completionTime: undefined }),
    )
  )
    return
  await writes.updateStatus(job, (draft) => {
    draft['status'] = { ...status, ...(conditions.length === 0 ? {} : { conditions }) }
  })
  if (end === undefined || !isFinished) return
  const fact =
    end.type === 'Complete'
      ? { reason: 'Completed', message: 'Job completed' }
      : { reason: end.reason, message: end.message }
  await recordEvent(control, job, {
    source: { component },
    fact: { type: end.type === 'Complete' ? 'Normal' : 'Warning', ...fact },
  })
}

/** Sets the deciding condition first; the job is finished when its last pod has been deleted. */
function conditionsOf(
  job: Job,
  { end, isFinished, now }: { end: End | undefined; isFinished: boolean; now: string },
): Condition[] {
  let conditions = job.status.conditions ?? []
  const set = (type: string, condition: { status: string; reason: string; message: string }) => {
    conditions = withCondition(conditions, { type, lastProbeTime: now, ...condition }, now)
  }
  if (end !== undefined) {
    const { type, reason, message } = end
    set(type === 'Complete' ? 'SuccessCriteriaMet' : 'FailureTarget', { status: 'True', reason, message })
    if (isFinished) set(type, { status: 'True', reason, message })
    return conditions
  }
  const wasSuspended = isTrue(conditions, 'Suspended')
  if (job.spec.suspend === true && !wasSuspended)
    set('Suspended', { status: 'True', reason: 'JobSuspended', message: 'Job suspended' })
  if (job.spec.suspend !== true && wasSuspended)
    set('Suspended', { status: 'False', reason: 'JobResumed', message: 'Job resumed' })
  return conditions
}

/** Formats numbers as ranges: `0-2,5`. */
function indexes(pods: readonly Pod[]): string {
  const done = [
    ...new Set(
      pods
        .filter(({ status }) => status.phase === 'Succeeded')
        .map(({ metadata }) => Number(metadata.annotations?.[indexKey])),
    ),
  ].sort((a, b) => a - b)
  const ranges: [number, number][] = []
  for (const index of done) {
    const last = ranges.at(-1)
    if (last !== undefined && last[1] === index - 1) last[1] = index
    else ranges.push([index, index])
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(',')
}

async function removeLater(job: Job, { context, writes, enqueueAfter }: Control): Promise<void> {
  const seconds = job.spec.ttlSecondsAfterFinished
  if (seconds === undefined) return
  const ended = job.status.conditions?.find(
    ({ type, status }) => (type === 'Complete' || type === 'Failed') && status === 'True',
  )?.lastTransitionTime
  const left = Date.parse(ended ?? '') + seconds * 1000 - context.now().getTime()
  if (left > 0) enqueueAfter(keyOf(job), left)
  else await writes.delete(job, { propagation: 'Foreground' })
}
