import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { apiVersion } from '../schema/api-version.ts'
import {
  maxReportedBreakers,
  reportInterval,
  type ProcessReport,
  type ProcessRole,
  type ReportedBreaker,
} from '../schema/processes.ts'
import { release } from '../schema/release.ts'
import type { Log } from '../telemetry/log.ts'
import { cpuMilliseconds } from './cpu-time.ts'
import { respondsInTime } from './health.ts'
import { runRounds } from './rounds.ts'
import type { OpenBreaker } from './upstream/breaker.ts'

/** The parts of a report that only the process itself knows. */
export interface OwnState {
  isConnected(): boolean
  /** Returns the circuit breakers that are open, by the ID of the object of their upstream. */
  openBreakers(): ReadonlyMap<string, OpenBreaker>
  /** Returns the reconciles of a worker. */
  reconciles?: () => NonNullable<ProcessReport['reconciles']>
}

export interface SelfReportOptions extends OwnState {
  role: ProcessRole
  /** The address that the process listens on. */
  address: string
  send(report: ProcessReport): Promise<unknown>
  log: Log
}

/** Milliseconds between samples of the event loop, which are taken outside of JavaScript. */
const resolution = 100
/** Milliseconds that the end of a process waits for its last report to arrive. */
const lastReportTimeout = 1000

/**
 * Reports the state of this process at regular intervals.
 *
 * @returns A function that sends the last report.
 */
export function reportSelf({ send, log, ...options }: SelfReportOptions): () => Promise<void> {
  const stopping = new AbortController()
  const sampler = createSampler(options)
  const onFailure = (error: unknown): void =>
    log.warn({ err: error }, 'cannot report the state of this process')
  const loop = runRounds({ every: reportInterval, signal: stopping.signal, onFailure }, () =>
    send(sampler.sample(false)),
  )
  return async () => {
    stopping.abort()
    // After a report that is under way: if that arrived later, the process would seem to run, and then to have disappeared.
    const last = loop.then(() => send(sampler.sample(true)))
    await respondsInTime(last, lastReportTimeout)
    sampler.close()
  }
}

interface Sampler {
  sample(isLast: boolean): ProcessReport
  close(): void
}

function createSampler({
  role,
  address,
  isConnected,
  openBreakers,
  reconciles,
}: OwnState & Pick<SelfReportOptions, 'role' | 'address'>): Sampler {
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  const startedAt = new Date().toISOString()
  const name = `${hostname()}:${new URL(address).port}`
  let [used, usedAt] = [process.cpuUsage(), performance.now()]
  const cpu = (): number => {
    const [time, elapsed] = [cpuMilliseconds(process.cpuUsage(used)), performance.now() - usedAt]
    ;[used, usedAt] = [process.cpuUsage(), performance.now()]
    return elapsed < 1 ? 0 : time / elapsed
  }
  return {
    sample: (isLast) => {
      const eventLoopDelay = Math.max(0, delays.max / 1e6 - resolution)
      delays.reset()
      return {
        role,
        name,
        pid: process.pid,
        release,
        apiVersion,
        startedAt,
        isConnected: isConnected(),
        ...(reconciles === undefined ? {} : { reconciles: reconciles() }),
        breakers: reportedBreakers(openBreakers()),
        eventLoopDelay: Math.round(eventLoopDelay),
        cpu: Math.round(cpu() * 1000) / 1000,
        memory: process.memoryUsage.rss(),
        isLast,
      }
    },
    close: () => delays.disable(),
  }
}

function reportedBreakers(open: ReadonlyMap<string, OpenBreaker>): ReportedBreaker[] {
  return [...open]
    .sort(([, one], [, other]) => one.since - other.since)
    .slice(0, maxReportedBreakers)
    .map(([objectId, { since, retryAt, failure }]) => ({
      objectId,
      since: new Date(since).toISOString(),
      retryAt: new Date(retryAt).toISOString(),
      reason: failure.reason,
      message: failure.message.slice(0, 500),
    }))
}
