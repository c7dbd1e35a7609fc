import { defined } from '../../../schema/defined.ts'
import type { KubeObject } from '../client/client.ts'
import {
  containerProblem,
  containersOf,
  describeContainer,
  describeFailure,
  type Container,
} from './container-problem.ts'
import { mostRelevantEvent, type ClusterEvent } from './events.ts'
import { conditionOf, record, string, type Health } from './fields.ts'
import { explainsPullFailure } from './image-problem.ts'
import { since, stableMessage } from './stable-message.ts'

/** A problem that keeps a pod from being ready. */
export interface PodProblem {
  pod: KubeObject
  health: Health
  /** The message of the health without the name of the pod. */
  message: string
  /** Events about the pod may contain details. */
  isVague: boolean
  /** The significance; lower ranks explain more. */
  rank: number
}

/**
 * Returns the problem with the lowest rank: failures before unscheduled pods, and those before pods that are still starting.
 * The choice among equal ranks is stable. Returns undefined if no pod has a problem.
 *
 * @param now Milliseconds since 1970.
 */
export function worstProblem(pods: readonly KubeObject[], now: number): PodProblem | undefined {
  const [worst] = pods
    .flatMap((pod) => problemOf(pod, now) ?? [])
    .sort((a, b) => a.rank - b.rank || a.pod.metadata.name.localeCompare(b.pod.metadata.name))
  return worst
}

/** Returns the problem of a pod; undefined if it is ready, has succeeded or is being deleted. */
export function problemOf(
  pod: KubeObject,
  now: number,
  events: readonly ClusterEvent[] = [],
): PodProblem | undefined {
  const status = record(pod['status'])
  if (pod.metadata.deletionTimestamp !== undefined || status['phase'] === 'Succeeded') return undefined
  return (
    ended(pod) ??
    ofContainers(pod, now, events) ??
    unscheduled(pod) ??
    unstarted(pod, events) ??
    initializing(pod) ??
    notReady(pod, events)
  )
}

interface Finding {
  state?: 'failed' | 'progressing'
  reason: string
  message: string
  grace?: number | undefined
  isVague?: boolean
  rank: number
}

function problem(
  pod: KubeObject,
  { state = 'progressing', reason, message, grace, isVague = false, rank }: Finding,
): PodProblem {
  const health = { state, reason, message: `${pod.metadata.name}: ${message}`, ...defined({ grace }) }
  return { pod, health, message, isVague, rank }
}

/** Returns the problem of a failed pod, such as an evicted one or one of a Job. Its owner decides what that means for its own health. */
function ended(pod: KubeObject): PodProblem | undefined {
  const status = record(pod['status'])
  if (status['phase'] !== 'Failed') return undefined
  const failures = containersOf(pod).flatMap((container) => describeFailure(container) ?? [])
  const message = [stableMessage(string(status['message'])), ...failures]
    .filter((part) => part !== '')
    .join('; ')
  const reason = string(status['reason']) || 'PodFailed'
  return problem(pod, { reason, message: message || 'has failed', rank: 4 })
}

function ofContainers(pod: KubeObject, now: number, events: readonly ClusterEvent[]): PodProblem | undefined {
  const pulls = events.filter(({ reason }) => reason === 'Failed').map(({ message }) => message)
  for (const container of containersOf(pod)) {
    const found = containerProblem(container, now, pulls)
    if (found === undefined) continue
    const { reason, grace } = found
    const message = `${found.message}${killedByProbe(reason, events)}`
    const isVague = isVagueFailure(
      reason,
      string(record(record(container.status['state'])['waiting'])['message']),
    )
    return problem(pod, { state: 'failed', reason, message, grace, isVague, rank: 0 })
  }
  return undefined
}

/** Reports whether events may explain more: before Kubernetes 1.31 a pull in backoff has no cause, and a crash may be due to a probe. */
function isVagueFailure(reason: string, message: string): boolean {
  return (reason.includes('Image') && !explainsPullFailure(message)) || reason === 'CrashLoopBackOff'
}

/** Returns the probe that made the kubelet kill the container. Events name the probe only in their message. */
function killedByProbe(reason: string, events: readonly ClusterEvent[]): string {
  if (reason !== 'CrashLoopBackOff') return ''
  const killing = events.find(
    (event) => event.reason === 'Killing' && /failed (liveness|startup) probe/.test(event.message),
  )
  const probe = events.find(
    (event) => event.reason === 'Unhealthy' && /^(Liveness|Startup)/.test(event.message),
  )
  return killing === undefined ? '' : `, because the kubelet kills it: ${probe?.message ?? 'a probe fails'}`
}

function unscheduled(pod: KubeObject): PodProblem | undefined {
  const scheduled = conditionOf(record(pod['status']), 'PodScheduled')
  if (scheduled?.status !== 'False') return undefined
  if (scheduled.reason === 'SchedulingGated')
    return problem(pod, {
      reason: 'SchedulingGated',
      message: 'is held back by its scheduling gates',
      rank: 5,
    })
  // The rest of the message repeats the reasons for preemption.
  const why = stableMessage(
    scheduled.message.replace(/\s*(no new claims to deallocate|preemption:).*$/s, ''),
  ).replace(/\.$/, '')
  const message = `cannot be scheduled${why === '' ? '' : ` (${why})`}`
  return problem(pod, { reason: 'Unschedulable', message, rank: 2 })
}

/** Reasons of events between scheduling and the start of containers. */
const setUpFailures = [
  'FailedMount',
  'FailedAttachVolume',
  'FailedMapVolume',
  'FailedCreatePodSandBox',
  'NetworkNotReady',
]

function unstarted(pod: KubeObject, events: readonly ClusterEvent[]): PodProblem | undefined {
  const status = record(pod['status'])
  const reasons = containersOf(pod).map(waitingReason)
  const isCreating =
    reasons.includes('ContainerCreating') || (status['phase'] === 'Pending' && reasons.length === 0)
  // Of a pod with init containers, while none of them has been created.
  const isInitializing = reasons.length > 0 && reasons.every((reason) => reason === 'PodInitializing')
  if (!isCreating && !isInitializing) return undefined
  const event = mostRelevantEvent(events, setUpFailures)
  if (event !== undefined)
    return problem(pod, { reason: event.reason, message: setUpMessage(event), rank: 3 })
  if (isInitializing) return undefined
  return problem(pod, { reason: 'Starting', message: 'is starting', isVague: true, rank: 6 })
}

function waitingReason({ status }: Container): string {
  return string(record(record(status['state'])['waiting'])['reason'])
}

/** Returns the problem of the current init container. They run in sequence, but a sidecar only has to start before the next one. */
function initializing(pod: KubeObject): PodProblem | undefined {
  const status = record(pod['status'])
  if (conditionOf(status, 'Initialized')?.status === 'True') return undefined
  const current = containersOf(pod).find(
    ({ isInit, status: each }) => isInit && each['ready'] !== true && each['started'] !== true,
  )
  if (current === undefined) return undefined
  const startedAt = since(string(status['startTime']))
  const message = `${describeContainer(current)} has not finished${startedAt === '' ? '' : `, running ${startedAt}`}`
  const isVague = waitingReason(current) === 'PodInitializing'
  return problem(pod, { reason: 'Initializing', message, isVague, rank: 4 })
}

function setUpMessage({ reason, message }: ClusterEvent): string {
  if (reason === 'FailedMount') {
    const parts = /^MountVolume\.SetUp failed for volume "([^"]+)"\s*:\s*(.*)$/.exec(message)
    if (parts !== null) return `volume ${parts[1] ?? ''} cannot be mounted: ${parts[2] ?? ''}`
  }
  return message
}

function notReady(pod: KubeObject, events: readonly ClusterEvent[]): PodProblem | undefined {
  const condition = conditionOf(record(pod['status']), 'Ready')
  if (condition === undefined || condition.status === 'True') return undefined
  const container = containersOf(pod).find(({ isInit, status }) => !isInit && status['ready'] !== true)
  const startedAt = since(condition.since)
  const span = startedAt === '' ? '' : ` ${startedAt}`
  if (container === undefined) {
    const message = `is not ready${span}: ${condition.message || 'waits for its readiness gates'}`
    return problem(pod, { reason: condition.reason || 'NotReady', message, rank: 5 })
  }
  const probe = mostRelevantEvent(events, ['Unhealthy'])
  const message =
    probe === undefined
      ? `${describeContainer(container)} is not ready${span}`
      : `${describeContainer(container)} is not ready${span}: ${probe.message}`
  return problem(pod, {
    reason: probe === undefined ? 'NotReady' : 'ProbeFailing',
    message,
    isVague: true,
    rank: 5,
  })
}
