import type { Pool } from 'pg'
import { runRounds } from '../../process/rounds.ts'
import {
  ProcessReport,
  goneAfter,
  processId,
  reportInterval,
  type KnownProcess,
  type ProcessState,
} from '../../schema/processes.ts'
import type { Log } from '../../telemetry/log.ts'
import { endUnheard, findProcesses, isOutdated, shareProcesses, storeProcesses } from './process-rows.ts'

/** What a server knows of all servers and workers. */
export interface Presence {
  /** Records what a process reports to this server, and passes it on to other servers. */
  report(report: ProcessReport): Promise<void>
  /** Returns all processes, also those that ended lately, ordered by role and name. */
  list(): Promise<KnownProcess[]>
  /** Stops looking for processes that are gone. */
  stop(): Promise<void>
}

/** The connection between servers. */
export interface PresenceLink {
  readonly connected: boolean
  /** Sends a report to all other servers. */
  shareReport(report: ProcessReport): void
  /** Calls a function with the reports that other servers send. */
  onReport(adopt: (report: unknown) => void): void
}

export interface PresenceOptions {
  sql: Pool
  link: PresenceLink
  /** The ID of the process of this server; undefined until it listens. */
  self: () => string | undefined
  log: Log
  /** Milliseconds without a report after which a process is gone. @default 20000 */
  silence?: number
  /** Milliseconds between two rounds. @default 5000 */
  interval?: number
}

/** Rounds between two writes of what other servers cannot hear while NATS is unavailable. */
const sharedEvery = 2

/** The milliseconds by which a row may seem newer than the report that it has, since it was written a moment later. */
const writeTime = 1000

/** The most processes that a server remembers. */
const maxProcesses = 1000

/**
 * Milliseconds between two writes of a process that is running. If all servers that hear a process end with it, the time of its
 * last report is known as exactly as this.
 */
const storeAgainAfter = 3_600_000

interface Heard extends KnownProcess {
  /** The time at which this server has stored it; undefined if it has not. */
  storedAt?: number | undefined
  /** Whether the process reports to this server, and not to another that passes it on. */
  isDirect: boolean
}

export function startPresence(options: PresenceOptions): Presence {
  const registry = new ProcessRegistry(options)
  options.link.onReport((report) => registry.adopt(report))
  const stopping = new AbortController()
  const { interval = reportInterval, log } = options
  const onFailure = (error: unknown): void =>
    log.warn({ err: error }, 'cannot record which processes are gone')
  const loop = runRounds({ every: interval, signal: stopping.signal, onFailure }, () => registry.round())
  return {
    report: (report) => registry.report(report),
    list: () => registry.list(),
    stop: async () => {
      stopping.abort()
      await loop
    },
  }
}

/**
 * Keeps the last report of each process in memory. The database has what must outlast this server: that a process has started,
 * ended or disappeared. So one row an hour is written for a process that works.
 */
class ProcessRegistry {
  readonly #options: Required<Pick<PresenceOptions, 'silence'>> & PresenceOptions
  readonly #heard = new Map<string, Heard>()
  /** The time since which this server hears all others; undefined while it is disconnected. */
  #connectedSince: number | undefined
  readonly #startedAt = Date.now()
  #rounds = 0
  /** Whether processes that no server has heard since the start of this one are recorded as gone. */
  #hasEndedUnheard = false

  constructor(options: PresenceOptions) {
    this.#options = { silence: goneAfter, ...options }
  }

  async report(report: ProcessReport): Promise<void> {
    const id = processId(report)
    const before = this.#heard.get(id)
    const state: ProcessState = report.isLast ? 'stopped' : 'running'
    const isNews =
      before?.storedAt === undefined ||
      before.storedAt < Date.now() - storeAgainAfter ||
      before.state !== state ||
      before.report.startedAt !== report.startedAt
    const storedAt = isNews ? Date.now() : before.storedAt
    const known = this.#hear(report, { state, isDirect: true, storedAt })
    if (this.#options.link.connected) this.#options.link.shareReport(report)
    if (isNews) await storeProcesses(this.#options.sql, [known])
  }

  /** Records what another server passes on. Reports that this release does not understand are dropped. */
  adopt(given: unknown): void {
    const { data: report } = ProcessReport.safeParse(given)
    if (report === undefined) return
    this.#hear(report, { state: report.isLast ? 'stopped' : 'running', isDirect: false })
  }

  async list(): Promise<KnownProcess[]> {
    const stored = await findProcesses(this.#options.sql)
    const found = new Map<string, Heard>(
      stored.map((each) => [processId(each.report), { ...each, isDirect: false }]),
    )
    for (const [id, heard] of this.#heard) {
      const row = found.get(id)
      if (row === undefined || row.seenAt.getTime() <= heard.seenAt.getTime() + writeTime)
        found.set(id, heard)
    }
    const isAlone = this.#isAlone(found.values())
    return [...found.values()]
      .map(({ report, seenAt, ...known }) => ({
        report,
        seenAt,
        state: this.#stateOf({ report, seenAt, ...known }, isAlone),
      }))
      .filter((known) => !isOutdated(known))
      .sort(byRoleAndName)
  }

  /** Records which processes are gone; shares what other servers cannot hear. */
  async round(): Promise<void> {
    const { sql, link, self } = this.#options
    this.#connectedSince = link.connected ? (this.#connectedSince ?? Date.now()) : undefined
    const gone = [...this.#heard.values()].filter(
      (heard) => heard.state === 'running' && this.#stateOf(heard, false) === 'gone',
    )
    if (gone.length > 0) {
      await storeProcesses(
        sql,
        gone.map((heard) => ({ ...heard, state: 'gone' })),
      )
      for (const heard of gone) heard.state = 'gone'
    }
    for (const [id, heard] of this.#heard) if (isOutdated(heard)) this.#heard.delete(id)
    if (!this.#hasEndedUnheard && this.#hearsAll()) {
      await endUnheard(sql, [...this.#heard.keys()], this.#options.silence)
      this.#hasEndedUnheard = true
    }
    this.#rounds += 1
    const own = self()
    if (link.connected || own === undefined || this.#rounds % sharedEvery !== 0) return
    const direct = [...this.#heard.values()].filter(({ isDirect, state }) => isDirect && state === 'running')
    await shareProcesses(sql, own, direct)
  }

  #hear(report: ProcessReport, how: Omit<Heard, 'report' | 'seenAt'>): Heard {
    const heard = { ...how, report, seenAt: new Date() }
    const id = processId(report)
    // At the end of the order, so that the first is the one that was silent longest.
    this.#heard.delete(id)
    this.#heard.set(id, heard)
    const [first] = this.#heard.keys()
    if (this.#heard.size > maxProcesses && first !== undefined) this.#heard.delete(first)
    return heard
  }

  /** Returns the state now of a process that was in another state when its last report arrived. */
  #stateOf({ state, seenAt, isDirect }: Heard, isAlone: boolean): ProcessState {
    if (state !== 'running' || Date.now() - seenAt.getTime() <= this.#options.silence) return state
    const wouldKnow = isDirect || this.#hearsAll() || (isAlone && this.#isOlderThanSilence(this.#startedAt))
    return wouldKnow ? 'gone' : 'unknown'
  }

  /** Reports whether every process would have been heard. */
  #hearsAll(): boolean {
    return this.#connectedSince !== undefined && this.#isOlderThanSilence(this.#connectedSince)
  }

  /** Reports whether no other server is known that could hear what this one does not. */
  #isAlone(known: Iterable<Heard>): boolean {
    const self = this.#options.self()
    return ![...known].some(
      ({ state, report }) => state === 'running' && report.role === 'server' && processId(report) !== self,
    )
  }

  #isOlderThanSilence(time: number): boolean {
    return Date.now() - time > this.#options.silence
  }
}

function byRoleAndName({ report: one }: KnownProcess, { report: other }: KnownProcess): number {
  return one.role.localeCompare(other.role) || one.name.localeCompare(other.name)
}
