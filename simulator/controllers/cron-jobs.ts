import { timestamp } from '../context.ts'
import { clone, equal } from '../json.ts'
import { conditionOf, isTrue } from '../objects/conditions.ts'
import type { CronJob, Job } from '../objects/kinds.ts'
import { getKind, listOwned } from '../objects/stored.ts'
import { nextTime, parseSchedule } from '../schema/schedule.ts'
import {
  controllerReference,
  isDeleting,
  itself,
  keyOf,
  ownerOf,
  splitKey,
  type Control,
  type Controller,
} from './controller.ts'
import { recordEvent } from './events.ts'
import { isFinished } from './jobs.ts'

const component = 'cronjob-controller'

/** Creates a Job whenever the schedule matches. */
export const cronJobController: Controller = {
  name: 'cronjob',
  watches: { 'cronjobs.batch': itself, 'jobs.batch': ownerOf('CronJob') },
  async reconcile(key, control) {
    const cron = getKind(control.context.store, 'cronjobs.batch', splitKey(key))
    if (cron === undefined || isDeleting(cron)) return
    await pruneHistory(cron, control)
    const started = cron.spec.suspend === true ? undefined : await runIfDue(cron, control)
    await report(cron, started, control)
  },
}

function jobsOf(cron: CronJob, { context }: Control): Job[] {
  return listOwned(context.store, 'jobs.batch', cron)
}

/** Starts the job of the last missed time and schedules the next reconcile. Returns the scheduled time of the job. */
async function runIfDue(cron: CronJob, control: Control): Promise<Date | undefined> {
  const schedule = parseSchedule(cron.spec.schedule)
  if (typeof schedule === 'string') return undefined
  const now = control.context.now()
  const since = new Date(cron.status.lastScheduleTime ?? cron.metadata.creationTimestamp)
  const deadline = cron.spec.startingDeadlineSeconds
  const from =
    deadline === undefined ? since : new Date(Math.max(since.getTime(), now.getTime() - deadline * 1000))
  let due: Date | undefined
  let next = nextTime(schedule, from)
  while (next !== undefined && next <= now) {
    due = next
    next = nextTime(schedule, next)
  }
  if (next !== undefined) control.enqueueAfter(keyOf(cron), next.getTime() - now.getTime() + 10)
  if (due === undefined) return undefined
  const active = jobsOf(cron, control).filter((job) => !isFinished(job))
  if (active.length > 0 && cron.spec.concurrencyPolicy === 'Forbid') {
    await recordEvent(control, cron, {
      source: { component },
      fact: {
        type: 'Normal',
        reason: 'JobAlreadyActive',
        message: 'Not starting job because prior execution is running and concurrency policy is Forbid',
      },
    })
    return undefined
  }
  if (cron.spec.concurrencyPolicy === 'Replace')
    for (const job of active) await control.writes.delete(job, { propagation: 'Background' })
  await createJob(cron, due, control)
  return due
}

async function createJob(cron: CronJob, due: Date, control: Control): Promise<void> {
  const { metadata, spec } = cron.spec.jobTemplate
  const name = `${cron.metadata.name}-${Math.floor(due.getTime() / 60_000)}`
  await control.writes.create({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name,
      namespace: cron.metadata.namespace,
      labels: metadata.labels,
      annotations: {
        ...metadata.annotations,
        'batch.kubernetes.io/cronjob-scheduled-timestamp': timestamp(due),
      },
      ownerReferences: [controllerReference(cron)],
    },
    spec: clone(spec),
  })
  await recordEvent(control, cron, {
    source: { component },
    fact: { type: 'Normal', reason: 'SuccessfulCreate', message: `Created job ${name}` },
  })
}

async function pruneHistory(cron: CronJob, control: Control): Promise<void> {
  const jobs = jobsOf(cron, control).sort((a, b) =>
    a.metadata.creationTimestamp < b.metadata.creationTimestamp ? -1 : 1,
  )
  const limits = [
    ['Complete', cron.spec.successfulJobsHistoryLimit ?? 3],
    ['Failed', cron.spec.failedJobsHistoryLimit ?? 1],
  ] as const
  for (const [type, limit] of limits) {
    const ended = jobs.filter(({ status }) => isTrue(status.conditions, type))
    for (const job of ended.slice(0, Math.max(0, ended.length - limit)))
      await control.writes.delete(job, { propagation: 'Background' })
  }
}

async function report(cron: CronJob, started: Date | undefined, control: Control): Promise<void> {
  const jobs = jobsOf(cron, control)
  const active = jobs
    .filter((job) => !isFinished(job))
    .map(({ apiVersion, kind, metadata }) => ({
      apiVersion,
      kind,
      name: metadata.name,
      namespace: metadata.namespace,
      uid: metadata.uid,
      resourceVersion: metadata.resourceVersion,
    }))
  const successes = jobs.flatMap(({ status }) =>
    isTrue(status.conditions, 'Complete')
      ? [conditionOf(status.conditions, 'Complete')?.lastTransitionTime ?? '']
      : [],
  )
  const last = [cron.status.lastSuccessfulTime ?? '', ...successes].sort().at(-1)
  const status = {
    ...(active.length === 0 ? {} : { active }),
    lastScheduleTime: started === undefined ? cron.status.lastScheduleTime : timestamp(started),
    lastSuccessfulTime: last === '' ? undefined : last,
  }
  const comparable = (each: CronJob['status']) => ({ ...each, active: each.active?.map(({ uid }) => uid) })
  if (!equal(comparable(cron.status), comparable(status)))
    await control.writes.updateStatus(cron, (draft) => {
      draft['status'] = status
    })
}
