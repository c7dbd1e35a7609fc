import { z } from 'zod'
import { defined } from '../../schema/defined.ts'
import type { StageState } from '../../schema/delivery/states.ts'
import type { Severity } from '../../schema/notifications/reasons.ts'
import { inProject } from '../../schema/names.ts'
import { type ComparedStatus, type Happened, type Subject } from './happened.ts'

/* What deliveries, rollouts, promotions and holds say to people. */

/** The part of a status that is about delivery. */
const Outputs = z.object({
  state: z.string().optional(),
  revision: z.number().optional(),
  message: z.string().optional(),
  cause: z.string().optional(),
  healthy: z.number().optional(),
  rollout: z
    .object({ revision: z.number(), delivery: z.string().optional(), commit: z.string().optional() })
    .nullish(),
})

/** The spec of a child of an application. */
const Spec = z.object({
  application: z.string().optional(),
  environment: z.string().optional(),
  revision: z.union([z.number(), z.string()]).optional(),
  reason: z.string().optional(),
  owner: z.string().optional(),
  approver: z.string().optional(),
})

function outputsOf(status: ComparedStatus | null): z.infer<typeof Outputs> {
  return Outputs.safeParse(status?.outputs ?? {}).data ?? {}
}

function specOf({ spec }: Subject): z.infer<typeof Spec> {
  return Spec.safeParse(spec).data ?? {}
}

interface Words {
  reason: string
  severity: Severity
  /** What happened, after the name of the application. */
  what: string
  message: string
}

export function stageNotice(
  subject: Subject,
  now: ComparedStatus,
  before: ComparedStatus | null,
): Happened | undefined {
  const { application = subject.name, environment = '' } = specOf(subject)
  const outputs = outputsOf(now)
  const was = outputsOf(before)
  const { revision } = outputs
  if (outputs.state === undefined || revision === undefined) return undefined
  const isSame = revision === was.revision
  // A rollout is recorded once it has begun; until then, the newest record is of another revision.
  const isRecorded = outputs.rollout?.revision === revision
  const hasBegun = isRecorded && was.rollout?.revision !== revision
  if (isSame && outputs.state === was.state && !hasBegun) return undefined
  if (outputs.state === 'RollingOut' && !hasBegun) return undefined
  const words = stageWords(outputs.state as StageState, {
    environment,
    revision,
    restored: outputs.healthy,
    cause: outputs.cause ?? now.cause?.message ?? '',
    wasDegraded: isSame && was.state === 'Degraded',
  })
  if (words === undefined) return undefined
  const { reason, severity, what, message } = words
  return {
    reason,
    severity,
    title: `${application}: ${what}`,
    message,
    command: `qleetctl rollouts ${application} --environment ${environment}${inProject(subject.project)}`,
    application,
    environment,
    revision,
    ...(isRecorded ? defined({ delivery: outputs.rollout?.delivery, commit: outputs.rollout?.commit }) : {}),
  }
}

function stageWords(
  state: StageState,
  {
    environment,
    revision,
    restored,
    cause,
    wasDegraded,
  }: {
    environment: string
    revision: number
    restored: number | undefined
    cause: string
    wasDegraded: boolean
  },
): Words | undefined {
  switch (state) {
    case 'RollingOut':
      return {
        reason: 'RolloutStarted',
        severity: 'info',
        what: `revision ${revision} is being rolled out to ${environment}`,
        message: '',
      }
    case 'Healthy':
      return wasDegraded
        ? { reason: 'Recovered', severity: 'info', what: `${environment} has recovered`, message: '' }
        : {
            reason: 'RolledOut',
            severity: 'info',
            what: `revision ${revision} is healthy in ${environment}`,
            message: '',
          }
    case 'RollingBack':
      return {
        reason: 'RolloutFailed',
        severity: 'error',
        what: `revision ${revision} failed in ${environment}`,
        message: sentences(cause, 'The revision before is being restored.'),
      }
    case 'Failed':
      return {
        reason: 'RolloutFailed',
        severity: 'error',
        what: `revision ${revision} failed in ${environment}`,
        message: sentences(cause, 'There is no earlier revision to return to.'),
      }
    case 'RolledBack':
      return {
        reason: 'RolledBack',
        severity: 'warning',
        what: `revision ${revision} was rolled back in ${environment}`,
        message: restored === undefined ? '' : `Revision ${restored} runs again.`,
      }
    case 'Degraded':
      return {
        reason: 'Degraded',
        severity: 'error',
        what: `revision ${revision} is no longer ready in ${environment}`,
        message: cause,
      }
    default:
      return undefined
  }
}

/** Joins two sentences, the first of which may have no full stop. */
function sentences(first: string, second: string): string {
  const ended = first === '' || /[.!?]$/.test(first) ? first : `${first}.`
  return `${ended} ${second}`.trim()
}

export function deliveryNotice(
  subject: Subject,
  now: ComparedStatus,
  before: ComparedStatus | null,
): Happened | undefined {
  const { state, message = '', revision } = outputsOf(now)
  const was = outputsOf(before)
  if (state === was.state && message === was.message) return undefined
  const { application = '' } = specOf(subject)
  const noticeOf = (reason: string, severity: Severity, what: string): Happened => ({
    reason,
    severity,
    title: `${application}: delivery ${subject.name} ${what}`,
    message,
    command: `qleetctl get delivery/${subject.name}${inProject(subject.project)}`,
    application,
    delivery: subject.name,
    ...defined({ revision }),
  })
  if (state === 'Waiting') return noticeOf('DeliveryWaiting', 'info', 'is waiting')
  if (state === 'Rejected') return noticeOf('DeliveryRejected', 'error', 'was rejected')
  return undefined
}

export function promotionNotice(subject: Subject, operation: string): Happened | undefined {
  if (operation !== 'CREATE') return undefined
  const { application = '', environment = '', revision, approver } = specOf(subject)
  return {
    reason: 'Promoted',
    severity: 'info',
    // One of several approvals, if the environment needs more.
    title: `${application}: revision ${revision ?? ''} was promoted to ${environment}`,
    message: approver === undefined ? '' : `Promoted by ${approver}.`,
    command: `qleetctl get promotion/${subject.name}${inProject(subject.project)}`,
    application,
    environment,
  }
}

export function holdNotice(subject: Subject, operation: string, reason: string | null): Happened | undefined {
  if (operation !== 'CREATE' && operation !== 'DELETE') return undefined
  const { application = '', environment, revision, owner, ...spec } = specOf(subject)
  const where = environment ?? 'all environments'
  const about = { application, ...defined({ environment }) }
  const project = inProject(subject.project)
  if (operation === 'DELETE')
    return {
      ...about,
      reason: 'HoldReleased',
      severity: 'info',
      title: `${application}: the hold on ${where} was released`,
      message: reason ?? '',
      command: `qleetctl rollouts ${application}${project}`,
    }
  const at = typeof revision === 'number' ? ` at revision ${revision}` : ''
  const by = owner === undefined ? '' : ` (ask ${owner})`
  return {
    ...about,
    reason: 'HoldSet',
    severity: 'warning',
    title: `${application}: ${where} ${environment === undefined ? 'are' : 'is'} held${at}`,
    message: `${spec.reason ?? ''}${by}`,
    command: `qleetctl get hold/${subject.name}${project}`,
  }
}
