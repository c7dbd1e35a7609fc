import { withoutPodName } from './stable-message.ts'
import { conventional } from './conventional.ts'
import {
  conditionOf,
  count,
  failing,
  failingPermanently,
  isTrue,
  number,
  pods,
  podsReady,
  progressing,
  ready,
  record,
  string,
  type Fields,
  type Health,
  type HealthRule,
} from './fields.ts'

/* Kinds that run pods. */

export const deployment: HealthRule = ({ spec, status }) => {
  const progress = conditionOf(status, 'Progressing')
  if (progress?.reason === 'ProgressDeadlineExceeded')
    return failingPermanently(progress.reason, progress.message || 'made no progress in time')
  const refused = replicaFailure(status)
  if (refused !== undefined) return refused
  if (status['observedGeneration'] === undefined) return notObserved
  const desired = replicasDesired(spec)
  const [updated, all] = [count(status, 'updatedReplicas'), count(status, 'replicas')]
  const available = count(status, 'availableReplicas')
  if (spec['paused'] === true && (updated < desired || all > updated))
    return progressing('Paused', 'is paused, so its new version is not rolled out')
  if (updated < desired) return newVersionOn(updated, desired)
  if (all > updated) return oldVersionLeft(all - updated)
  if (available < desired) return notReady(available, desired)
  // Between two scalings the counts can match while the condition is still False.
  return conditionOf(status, 'Available')?.status === 'False' ? notReady(available, desired) : ready
}

export const replicaSet: HealthRule = ({ spec, status }) => {
  const refused = replicaFailure(status)
  if (refused !== undefined) return refused
  const desired = replicasDesired(spec)
  if (status['observedGeneration'] === undefined && desired > 0) return notObserved
  const available = Math.min(count(status, 'readyReplicas'), count(status, 'availableReplicas'))
  if (available < desired) return notReady(available, desired)
  const all = count(status, 'replicas')
  return all > desired ? tooMany(all - desired) : ready
}

export const statefulSet: HealthRule = ({ spec, status }) => {
  if (status['observedGeneration'] === undefined) return notObserved
  const desired = replicasDesired(spec)
  const readyNow = Math.min(
    count(status, 'readyReplicas'),
    number(status['availableReplicas']) ?? count(status, 'readyReplicas'),
  )
  if (readyNow < desired) return notReady(readyNow, desired)
  const all = count(status, 'replicas')
  if (all > desired) return tooMany(all - desired)
  const strategy = record(spec['updateStrategy'])
  if (strategy['type'] === 'OnDelete') return ready
  const partition = number(record(strategy['rollingUpdate'])['partition']) ?? 0
  const toUpdate = Math.max(0, desired - partition)
  const updated = count(status, 'updatedReplicas')
  if (partition > 0) return updated < toUpdate ? newVersionOn(updated, toUpdate) : ready
  const { currentRevision, updateRevision } = status
  if (updateRevision !== undefined && currentRevision !== updateRevision)
    return newVersionOn(updated, desired)
  return ready
}

export const daemonSet: HealthRule = ({ spec, status }) => {
  if (status['observedGeneration'] === undefined) return notObserved
  const desired = count(status, 'desiredNumberScheduled')
  const [updated, available] = [count(status, 'updatedNumberScheduled'), count(status, 'numberAvailable')]
  const byHand = record(spec['updateStrategy'])['type'] === 'OnDelete'
  if (!byHand && updated < desired) return newVersionOn(updated, desired)
  return available < desired ? notReady(available, desired) : ready
}

export const job: HealthRule = ({ spec, status }) => {
  const failure = conditionOf(status, 'Failed') ?? conditionOf(status, 'FailureTarget')
  if (failure?.status === 'True') {
    const fails = failure.reason === 'BackoffLimitExceeded' ? failingPermanently : failing
    return fails(failure.reason || 'JobFailed', failure.message || 'has failed')
  }
  if (isTrue(status, 'Complete')) return ready
  // The user has suspended it.
  if (spec['suspend'] === true) return ready
  const [succeeded, active] = [count(status, 'succeeded'), count(status, 'active')]
  const completions = number(spec['completions'])
  const goal = completions === undefined ? '' : ` of ${completions}`
  const failed = count(status, 'failed')
  const failures = failed === 0 ? '' : `, ${pods(failed)} failed`
  return progressing('Running', `${succeeded}${goal} complete, ${pods(active)} running${failures}`)
}

/** The health of a CronJob, which is ready once it exists: the results of its jobs do not affect it. */
export const cronJob: HealthRule = () => ready

export const pod: HealthRule = ({ status }) => {
  if (status['phase'] === 'Succeeded') return ready
  if (status['phase'] === 'Failed')
    return failing(string(status['reason']) || 'PodFailed', string(status['message']) || 'has failed')
  const condition = conditionOf(status, 'Ready')
  if (condition?.status === 'True') return ready
  if (condition === undefined) return progressing('Pending', 'waits for a node')
  return progressing(condition.reason || 'NotReady', condition.message || 'is not ready')
}

/** A Deployment with a strategy of Argo Rollouts: https://argo-rollouts.readthedocs.io */
export const rollout: HealthRule = (fields) => {
  const { status } = fields
  const message = string(status['message'])
  switch (status['phase']) {
    case 'Healthy':
      return ready
    case 'Degraded':
      return failing('Degraded', message || 'is degraded')
    case 'Paused':
      return progressing('Paused', message || 'is paused until it is promoted')
    case 'Progressing':
      return progressing('Progressing', message || 'is rolling out')
    default:
      return conventional(fields)
  }
}

const notObserved = progressing('NotObserved', 'waits for its controller')

function replicasDesired(spec: Fields): number {
  return number(spec['replicas']) ?? 1
}

/** Returns the failure of pods that could not be created, for example because of a quota or admission. */
function replicaFailure(status: Fields): Health | undefined {
  const failure = conditionOf(status, 'ReplicaFailure')
  return failure?.status === 'True' ? failing(failure.reason, withoutPodName(failure.message)) : undefined
}

function newVersionOn(updated: number, desired: number): Health {
  return progressing('RollingOut', `${updated} of ${pods(desired)} of the new version`)
}

function oldVersionLeft(left: number): Health {
  return progressing(
    'RollingOut',
    `${pods(left)} of the old version ${left === 1 ? 'is' : 'are'} still there`,
  )
}

function tooMany(left: number): Health {
  return progressing(
    'ScalingDown',
    `${pods(left)} more than desired ${left === 1 ? 'is' : 'are'} still there`,
  )
}

function notReady(readyCount: number, desired: number): Health {
  return progressing('NotReady', podsReady(readyCount, desired))
}
