import { timestamp } from '../context.ts'
import { equal, without } from '../json.ts'
import { conditionOf, withCondition, withoutCondition } from '../objects/conditions.ts'
import type { Condition, Deployment, ReplicaSet } from '../objects/kinds.ts'
import { resolveIntOrPercent } from './int-or-percent.ts'
import { keyOf, type Control } from './controller.ts'
import { recordEvent } from './events.ts'
import { withoutZeros } from './replica-sets.ts'

interface Sets {
  sets: readonly ReplicaSet[]
  newest: ReplicaSet | undefined
}

/** Writes the status of a deployment, and detects missing progress. */
export async function reportDeployment(control: Control, deployment: Deployment, sets: Sets): Promise<void> {
  const status = statusOf(control, deployment, sets)
  const deadline = deadlineIn(control, deployment, status)
  if (deadline !== undefined && deadline > 0) control.enqueueAfter(keyOf(deployment), deadline)
  const before = deployment.status
  if (equal(comparable(before), comparable(status))) return
  await control.writes.updateStatus(deployment, (draft) => {
    draft['status'] = status
  })
  const failure = conditionOf(status.conditions, 'Progressing')
  if (
    failure?.reason === 'ProgressDeadlineExceeded' &&
    conditionOf(before.conditions, 'Progressing')?.reason !== failure.reason
  )
    await recordEvent(control, deployment, {
      source: { component: 'deployment-controller' },
      fact: { type: 'Warning', reason: 'ProgressDeadlineExceeded', message: failure.message ?? '' },
    })
}

/** Removes the times, which change with every write, so that only other differences cause one. */
function comparable(status: Deployment['status']): object {
  const conditions = status.conditions?.map((condition) => without(condition, 'lastUpdateTime'))
  return withoutZeros({ ...status, conditions })
}

function statusOf(
  { context }: Control,
  deployment: Deployment,
  { sets, newest }: Sets,
): Deployment['status'] {
  const sum = (field: 'replicas' | 'readyReplicas' | 'availableReplicas' | 'terminatingReplicas') =>
    sets.reduce((total, set) => total + (set.status[field] ?? 0), 0)
  const available = sum('availableReplicas')
  const replicas = sum('replicas')
  const desiredTotal = sets.reduce((total, set) => total + set.spec.replicas, 0)
  const status: Deployment['status'] = {
    observedGeneration: deployment.metadata.generation,
    replicas,
    updatedReplicas: newest?.status.replicas ?? 0,
    readyReplicas: sum('readyReplicas'),
    availableReplicas: available,
    unavailableReplicas: Math.max(0, desiredTotal - available),
    terminatingReplicas: sum('terminatingReplicas'),
    collisionCount: deployment.status.collisionCount,
  }
  const now = timestamp(context.now())
  let conditions = deployment.status.conditions
  conditions = withUpdated(conditions, availability(deployment, available), { now })
  const progress = progressOf(deployment, { status, newest, conditions }, context.now())
  if (progress !== undefined)
    conditions = withUpdated(conditions, progress, { now, moved: isProgress(deployment, status) })
  const failure = sets.flatMap((set) => conditionOf(set.status.conditions, 'ReplicaFailure') ?? [])[0]
  conditions =
    failure === undefined
      ? withoutCondition(conditions, 'ReplicaFailure')
      : withUpdated(conditions, { ...failure }, { now })
  return { ...status, conditions }
}

/** Moves lastUpdateTime if the condition changed, or if the deployment progressed. */
function withUpdated(
  conditions: Condition[] | undefined,
  next: Condition,
  { now, moved = false }: { now: string; moved?: boolean },
): Condition[] {
  const before = conditionOf(conditions, next.type)
  const isSame =
    before?.status === next.status && before.reason === next.reason && before.message === next.message
  const lastUpdateTime = isSame && !moved ? (before.lastUpdateTime ?? now) : now
  return withCondition(conditions, { ...next, lastUpdateTime }, now)
}

function availability({ spec }: Deployment, available: number): Condition {
  const surge = spec.strategy.rollingUpdate?.maxSurge
  const isRecreate = spec.strategy.type === 'Recreate'
  const missing = isRecreate
    ? 0
    : resolveIntOrPercent(spec.strategy.rollingUpdate?.maxUnavailable, spec.replicas, 'down')
  const mayMiss =
    !isRecreate && missing === 0 && resolveIntOrPercent(surge, spec.replicas, 'up') === 0 ? 1 : missing
  return available >= spec.replicas - mayMiss
    ? {
        type: 'Available',
        status: 'True',
        reason: 'MinimumReplicasAvailable',
        message: 'Deployment has minimum availability.',
      }
    : {
        type: 'Available',
        status: 'False',
        reason: 'MinimumReplicasUnavailable',
        message: 'Deployment does not have minimum availability.',
      }
}

function isComplete({ spec, metadata }: Deployment, status: Deployment['status']): boolean {
  return (
    status.updatedReplicas === spec.replicas &&
    status.replicas === spec.replicas &&
    status.availableReplicas === spec.replicas &&
    status.observedGeneration === metadata.generation
  )
}

/** Reports progress: more new pods, fewer old ones, or more of them ready or available than before. */
function isProgress({ status: before }: Deployment, status: Deployment['status']): boolean {
  const old = (each: Deployment['status']) => (each.replicas ?? 0) - (each.updatedReplicas ?? 0)
  return (
    (status.updatedReplicas ?? 0) > (before.updatedReplicas ?? 0) ||
    old(status) < old(before) ||
    (status.readyReplicas ?? 0) > (before.readyReplicas ?? 0) ||
    (status.availableReplicas ?? 0) > (before.availableReplicas ?? 0)
  )
}

interface Progress {
  status: Deployment['status']
  newest: ReplicaSet | undefined
  conditions: Condition[] | undefined
}

function progressOf(
  deployment: Deployment,
  { status, newest, conditions }: Progress,
  now: Date,
): Condition | undefined {
  const before = conditionOf(conditions, 'Progressing')
  const { spec } = deployment
  if (spec.paused === true)
    return before?.reason === 'DeploymentPaused'
      ? before
      : {
          type: 'Progressing',
          status: 'Unknown',
          reason: 'DeploymentPaused',
          message: 'Deployment is paused',
        }
  const about =
    newest === undefined ? `Deployment "${deployment.metadata.name}"` : `ReplicaSet "${newest.metadata.name}"`
  if (isComplete(deployment, status)) {
    if (before?.reason === 'NewReplicaSetAvailable' && before.message?.startsWith(about) === true)
      return before
    return {
      type: 'Progressing',
      status: 'True',
      reason: 'NewReplicaSetAvailable',
      message: `${about} has successfully progressed.`,
    }
  }
  if (before?.reason === 'DeploymentPaused')
    return {
      type: 'Progressing',
      status: 'Unknown',
      reason: 'DeploymentResumed',
      message: 'Deployment is resumed',
    }
  const isNew =
    before === undefined ||
    (before.reason === 'NewReplicaSetAvailable' && status.updatedReplicas !== spec.replicas)
  if (isNew && newest !== undefined && (status.updatedReplicas ?? 0) === 0)
    return {
      type: 'Progressing',
      status: 'True',
      reason: 'NewReplicaSetCreated',
      message: `Created new replica set "${newest.metadata.name}"`,
    }
  if (isProgress(deployment, status) || before === undefined)
    return {
      type: 'Progressing',
      status: 'True',
      reason: 'ReplicaSetUpdated',
      message: `${about} is progressing.`,
    }
  const left = timeLeft(deployment, before, now)
  if (left !== undefined && left <= 0)
    return {
      type: 'Progressing',
      status: 'False',
      reason: 'ProgressDeadlineExceeded',
      message: `${about} has timed out progressing.`,
    }
  return before
}

const unlimited = 2 ** 31 - 1

/** Returns the milliseconds until a deployment without progress counts as failed. */
function timeLeft({ spec }: Deployment, progressing: Condition, now: Date): number | undefined {
  const seconds = spec.progressDeadlineSeconds
  if (seconds === undefined || seconds >= unlimited) return undefined
  // A complete deployment that has lost pods since is not rolling out anything.
  if (progressing.reason === 'NewReplicaSetAvailable') return undefined
  if (progressing.reason === 'ProgressDeadlineExceeded') return 0
  return Date.parse(progressing.lastUpdateTime ?? '') + seconds * 1000 - now.getTime()
}

function deadlineIn(
  { context }: Control,
  deployment: Deployment,
  status: Deployment['status'],
): number | undefined {
  const progressing = conditionOf(status.conditions, 'Progressing')
  if (progressing === undefined || deployment.spec.paused === true || isComplete(deployment, status))
    return undefined
  const left = timeLeft(deployment, progressing, context.now())
  return left === undefined ? undefined : Math.max(0, left) + (left > 0 ? 50 : 0)
}
