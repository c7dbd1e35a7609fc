import { defined } from '../../../schema/inputs.ts'
import type { KubeObject } from '../client/client.ts'
import { containerTrouble, containersOf, failedEnd, named } from './container-trouble.ts'
import { tellingEvent, type ClusterEvent } from './events.ts'
import { conditionOf, record, text, type Health } from './fields.ts'
import { isTellingPull } from './image-trouble.ts'
import { since, stableMessage } from './stable-message.ts'

/** What keeps one pod from being ready. */
export interface PodTrouble {
  pod: KubeObject
  health: Health
  /** The message of its health without the name of the pod. */
  text: string
  /** Events about the pod may say more. */
  isVague: boolean
  /** The lower, the more it explains. */
  rank: number
}

/**
 * The trouble that explains most: of a pod that will not get better by itself before one that has no node, before one
 * that is only on its way. Among equals always the same one. Undefined when nothing is the matter.
 *
 * @param now Milliseconds since 1970.
 */
export function worstTrouble(pods: readonly KubeObject[], now: number): PodTrouble | undefined {
  const [worst] = pods
    .flatMap((pod) => troubleOf(pod, now) ?? [])
    .sort((a, b) => a.rank - b.rank || a.pod.metadata.name.localeCompare(b.pod.metadata.name))
  return worst
}

export function troubleOf(
  pod: KubeObject,
  now: number,
  events: readonly ClusterEvent[] = [],
): PodTrouble | undefined {
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

interface Found {
  state?: 'failed' | 'progressing'
  reason: string
  message: string
  grace?: number | undefined
  isVague?: boolean
  rank: number
}

function trouble(
  pod: KubeObject,
  { state = 'progressing', reason, message, grace, isVague = false, rank }: Found,
): PodTrouble {
  const health = { state, reason, message: `${pod.metadata.name}: ${message}`, ...defined({ grace }) }
  return { pod, health, text: message, isVague, rank }
}

/** A pod that will not run again, as evicted ones or those of a Job. What that means is for its owner to say. */
function ended(pod: KubeObject): PodTrouble | undefined {
  const status = record(pod['status'])
  if (status['phase'] !== 'Failed') return undefined
  const ends = containersOf(pod).flatMap((container) => failedEnd(container) ?? [])
  const told = [stableMessage(text(status['message'])), ...ends].filter((part) => part !== '').join('; ')
  const reason = text(status['reason']) || 'PodFailed'
  return trouble(pod, { reason, message: told || 'has failed', rank: 4 })
}

function ofContainers(pod: KubeObject, now: number, events: readonly ClusterEvent[]): PodTrouble | undefined {
  const pulls = events.filter(({ reason }) => reason === 'Failed').map(({ message }) => message)
  for (const container of containersOf(pod)) {
    const found = containerTrouble(container, now, pulls)
    if (found === undefined) continue
    const { reason, grace } = found
    const message = `${found.message}${killedByProbe(reason, events)}`
    const isVague = isVagueFailure(
      reason,
      text(record(record(container.status['state'])['waiting'])['message']),
    )
    return trouble(pod, { state: 'failed', reason, message, grace, isVague, rank: 0 })
  }
  return undefined
}

/** Before Kubernetes 1.31 a pull that waits for its next try does not say why; a crash may be the kubelet's doing. */
function isVagueFailure(reason: string, message: string): boolean {
  return (reason.includes('Image') && !isTellingPull(message)) || reason === 'CrashLoopBackOff'
}

/** Events about probes say in words alone which probe they are about. */
function killedByProbe(reason: string, events: readonly ClusterEvent[]): string {
  if (reason !== 'CrashLoopBackOff') return ''
  const killing = events.find(
    (event) => event.reason === 'Killing' && /failed (liveness|startup) probe/.test(event.message),
  )
  const probe = events.find(
    (event) => event.reason === 'Unhealthy' && /^(Liveness|Startup)/.test(event.message),
  )
  return killing === undefined ? '' : `, because it is stopped when its ${probe?.message ?? 'probe fails'}`
}

function unscheduled(pod: KubeObject): PodTrouble | undefined {
  const scheduled = conditionOf(record(pod['status']), 'PodScheduled')
  if (scheduled?.status !== 'False') return undefined
  if (scheduled.reason === 'SchedulingGated')
    return trouble(pod, {
      reason: 'SchedulingGated',
      message: 'is held back by its scheduling gates',
      rank: 5,
    })
  // What follows says the same about pods that could be evicted for it.
  const why = stableMessage(
    scheduled.message.replace(/\s*(no new claims to deallocate|preemption:).*$/s, ''),
  ).replace(/\.$/, '')
  const message = `no node takes it${why === '' ? '' : ` (${why})`}`
  return trouble(pod, { reason: 'Unschedulable', message, rank: 2 })
}

/** What comes between a node and a running container. */
const setUpFailures = [
  'FailedMount',
  'FailedAttachVolume',
  'FailedMapVolume',
  'FailedCreatePodSandBox',
  'NetworkNotReady',
]

function unstarted(pod: KubeObject, events: readonly ClusterEvent[]): PodTrouble | undefined {
  const status = record(pod['status'])
  const waiting = containersOf(pod).find(
    ({ status: { state } }) => text(record(record(state)['waiting'])['reason']) === 'ContainerCreating',
  )
  if (waiting !== undefined || (status['phase'] === 'Pending' && containersOf(pod).length === 0)) {
    const event = tellingEvent(events, setUpFailures)
    if (event !== undefined)
      return trouble(pod, { reason: event.reason, message: setUpMessage(event), rank: 3 })
    return trouble(pod, { reason: 'Starting', message: 'is being started', isVague: true, rank: 6 })
  }
  return undefined
}

/** Init containers run one after the other; one that is to stay lets the next begin once it has started. */
function initializing(pod: KubeObject): PodTrouble | undefined {
  const status = record(pod['status'])
  if (conditionOf(status, 'Initialized')?.status === 'True') return undefined
  const current = containersOf(pod).find(
    ({ isInit, status: each }) => isInit && each['ready'] !== true && each['started'] !== true,
  )
  if (current === undefined) return undefined
  const began = since(text(status['startTime']))
  const message = `${named(current)} has not finished${began === '' ? '' : `, running ${began}`}`
  return trouble(pod, { reason: 'Initializing', message, rank: 4 })
}

function setUpMessage({ reason, message }: ClusterEvent): string {
  if (reason === 'FailedMount') {
    const parts = /^MountVolume\.SetUp failed for volume "([^"]+)"\s*:\s*(.*)$/.exec(message)
    if (parts !== null) return `volume ${parts[1] ?? ''} cannot be mounted: ${parts[2] ?? ''}`
  }
  return message
}

function notReady(pod: KubeObject, events: readonly ClusterEvent[]): PodTrouble | undefined {
  const condition = conditionOf(record(pod['status']), 'Ready')
  if (condition === undefined || condition.status === 'True') return undefined
  const container = containersOf(pod).find(({ isInit, status }) => !isInit && status['ready'] !== true)
  const began = since(condition.since)
  const span = began === '' ? '' : ` ${began}`
  if (container === undefined) {
    const message = `is not ready${span}: ${condition.message || 'waits for its readiness gates'}`
    return trouble(pod, { reason: condition.reason || 'NotReady', message, rank: 5 })
  }
  const probe = tellingEvent(events, ['Unhealthy'])
  const message =
    probe === undefined
      ? `${named(container)} is not ready${span}`
      : `${named(container)} is not ready${span}: ${probe.message}`
  return trouble(pod, {
    reason: probe === undefined ? 'NotReady' : 'ProbeFailing',
    message,
    isVague: true,
    rank: 5,
  })
}
