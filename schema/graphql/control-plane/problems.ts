import { counted } from '../../counted.ts'
import type { WorkLag } from '../store-queries.ts'
import type { KnownProcess, ReportedBreaker } from '../../processes.ts'
import { versionSkewOf } from './version-skew.ts'

export const problemSeverities = ['error', 'warning'] as const

/** Something about servers and workers that is not well. */
export interface ControlPlaneProblem {
  /** `error`: objects are not reconciled, or with delay. */
  severity: (typeof problemSeverities)[number]
  /** In CamelCase. */
  reason: string
  message: string
  remedy: string
}

export interface ObservedControlPlane {
  processes: readonly KnownProcess[]
  lag: WorkLag
  /** Returns what an object is called, by its ID. */
  nameOf(objectId: string): string
  now?: Date
}

/** Seconds above which relay and queue are behind. */
const limits = { relay: 30, resync: 60 }

/** Returns what is not well about servers and workers, errors first. */
export function problemsOf(observed: ObservedControlPlane): ControlPlaneProblem[] {
  const found = [
    ...missingWorkers(observed),
    ...delays(observed),
    ...withoutBroker(observed),
    ...goneProcesses(observed),
    ...unreachable(observed),
    ...skew(observed),
  ]
  return found.sort((one, other) => Number(one.severity !== 'error') - Number(other.severity !== 'error'))
}

function missingWorkers({ processes }: ObservedControlPlane): ControlPlaneProblem[] {
  const isPresent = ({ state, report }: KnownProcess): boolean =>
    report.role === 'worker' && (state === 'running' || state === 'unknown')
  if (processes.some(isPresent)) return []
  return [
    {
      severity: 'error',
      reason: 'NoWorker',
      message: 'No worker is connected, so nothing is reconciled.',
      remedy:
        'Start one with `qleetctl worker`, on a single machine with `qleetctl up`; in a cluster, check the Deployment of the workers.',
    },
  ]
}

function delays({ lag }: ObservedControlPlane): ControlPlaneProblem[] {
  const relay: ControlPlaneProblem = {
    severity: 'error',
    reason: 'RelayBehind',
    message: `The oldest change that is not published is ${Math.round(lag.relay)} seconds old.`,
    remedy: 'Read the log of the servers: one of them runs the relay, which needs Postgres and NATS.',
  }
  const queue: ControlPlaneProblem = {
    severity: 'error',
    reason: 'QueueBehind',
    message: `The oldest due object has waited for ${Math.round(lag.resync)} seconds.`,
    remedy: 'Start more workers, or read the log of those that are running.',
  }
  return [...(lag.relay > limits.relay ? [relay] : []), ...(lag.resync > limits.resync ? [queue] : [])]
}

function withoutBroker({ processes }: ObservedControlPlane): ControlPlaneProblem[] {
  const names = processes.flatMap(({ state, report: { isConnected, name } }) =>
    state === 'running' && !isConnected ? [name] : [],
  )
  if (names.length === 0) return []
  return [
    {
      severity: 'warning',
      reason: 'NatsUnavailable',
      message:
        `${counted(names.length, 'process', 'processes')} without NATS: ${listed(names)}. Workers poll for due objects, and trees, logs ` +
        'and plans that ask clusters fail.',
      remedy: 'Check that NATS is running, and the settings QLEET_NATS_URL and QLEET_NATS_TOKEN.',
    },
  ]
}

function goneProcesses({ processes }: ObservedControlPlane): ControlPlaneProblem[] {
  return processes.flatMap(({ state, seenAt, report: { role, name } }) =>
    state === 'gone'
      ? [
          {
            severity: 'warning',
            reason: 'ProcessGone',
            message: `The ${role} ${name} has not reported since ${seenAt.toISOString()}.`,
            remedy: 'Read its log, and start it again. If it was removed, it leaves the list after a day.',
          } as const,
        ]
      : [],
  )
}

/** Returns one problem for each upstream, however many processes do not reach it. */
function unreachable({ processes, nameOf }: ObservedControlPlane): ControlPlaneProblem[] {
  const open = processes.flatMap(({ state, report }) =>
    state === 'running' ? report.breakers.map((breaker) => ({ ...breaker, process: report.name })) : [],
  )
  return [...Map.groupBy(open, ({ objectId }) => objectId)].map(([objectId, breakers]) => ({
    severity: 'warning',
    reason: 'UpstreamUnreachable',
    message: `${nameOf(objectId)} does not respond to ${counted(breakers.length, 'process', 'processes')}: ${lastMessage(breakers)}`,
    remedy: 'Check the address, the network and the credentials; it is tried again every half minute.',
  }))
}

/** Returns the last failure as a sentence. */
function lastMessage(breakers: readonly ReportedBreaker[]): string {
  const message = breakers.at(-1)?.message ?? ''
  return message.endsWith('.') ? message : `${message}.`
}

function skew({ processes }: ObservedControlPlane): ControlPlaneProblem[] {
  const found = versionSkewOf(processes)
  if (found === undefined) return []
  return [{ severity: 'warning', reason: 'VersionSkew', message: found.message, remedy: found.remedy }]
}

/** Names the first of many. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(', ')
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown
}
