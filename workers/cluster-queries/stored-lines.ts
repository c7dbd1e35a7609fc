import type { LogLine, LogsQuery } from '../../schema/cluster-queries.ts'
import type { LogHistory, LogSource, ObjectLines, Period, StoredLine } from './log-history.ts'
import { isSilent } from './telemetry.ts'

export interface StoredLinesOptions {
  query: LogsQuery
  /** The ID on the labels of the pods of the object. */
  labelId: string
  /** The time of the query in nanoseconds since 1970. Stored lines are those before it. */
  startedAt: bigint
  /** Where lines are stored, by runtime. */
  histories: ReadonlyMap<string, LogHistory>
  signal: AbortSignal
  /** Called with a notice for the user. */
  notice(text: string): void
}

/** Nanoseconds before a query from which on stored lines are read, unless it states a time. */
const defaultHistory = 3_600_000_000_000n
/** The most containers of deleted pods of which the last lines are read. */
const maxDeleted = 200

/**
 * Lines of an object that its pods no longer have. If they cannot be read, a notice says so, and nothing is missing but them.
 */
export class StoredLines {
  readonly #options: StoredLinesOptions
  /** The runtimes whose lines could not be read. */
  readonly #silent = new Set<string>()

  constructor(options: StoredLinesOptions) {
    this.#options = options
  }

  /** The runtimes with stored lines. */
  get runtimes(): string[] {
    return [...this.#options.histories.keys()]
  }

  /** Reports whether the query reads stored lines of a runtime. */
  has(runtimeId: string): boolean {
    const { histories, query } = this.#options
    return histories.has(runtimeId) && !query.previous && query.tail !== 0
  }

  /** Yields the lines of a container before a time, the oldest first: all of them, or at most the last of them. */
  ofContainer(
    runtimeId: string,
    source: LogSource,
    { to, count }: { to?: bigint | undefined; count?: number | undefined },
  ): AsyncGenerator<StoredLine> {
    return this.#read(runtimeId, async function* (history, whole) {
      const period = { ...whole, to: to ?? whole.to }
      if (count === undefined) yield* history.ofContainer(source, period)
      else if (count > 0) yield* await history.lastOfContainer(source, period, count)
    })
  }

  /**
   * Returns sources of the lines of deleted pods in a runtime: of all of them together, or for a query with a limit one for each
   * container.
   */
  async ofDeletedPods(
    runtimeId: string,
    pods: Pick<ObjectLines, 'namespaces' | 'exceptPods'>,
  ): Promise<AsyncGenerator<LogLine>[]> {
    const { query, labelId, notice } = this.#options
    const { tail, container } = query
    if (!this.has(runtimeId) || pods.namespaces.length === 0) return []
    const lines = { labelId, container, ...pods }
    if (tail === undefined)
      return [linesOf(this.#read(runtimeId, (history, period) => history.ofObject(lines, period)))]
    const containers: LogSource[] = []
    const found = this.#read(runtimeId, async function* (history, period) {
      yield* await history.containersOf(lines, period)
    })
    for await (const source of found) containers.push(source)
    if (containers.length > maxDeleted)
      notice(`only ${maxDeleted} containers of deleted pods are read; name one with --container`)
    return containers
      .slice(0, maxDeleted)
      .map((source) => linesOf(this.ofContainer(runtimeId, source, { count: tail })))
  }

  /** Reads from where the lines of a runtime are stored, in the period of the query. */
  async *#read<Item>(
    runtimeId: string,
    read: (history: LogHistory, period: Period) => AsyncGenerator<Item>,
  ): AsyncGenerator<Item> {
    const { histories, query, startedAt, signal } = this.#options
    const history = histories.get(runtimeId)
    if (history === undefined) return
    const { since } = query
    const from = since === undefined ? startedAt - defaultHistory : nanosOf(since)
    try {
      yield* read(history, { from, to: startedAt })
    } catch (error) {
      if (signal.aborted) return
      if (!isSilent(error)) throw error
      this.#noticeSilence(runtimeId, error)
    }
  }

  /** Emits the notice that stored lines are missing, once per runtime. */
  #noticeSilence(runtimeId: string, { message }: Error): void {
    if (this.#silent.has(runtimeId)) return
    this.#silent.add(runtimeId)
    this.#options.notice(`older lines and those of deleted pods are missing: ${message}`)
  }
}

async function* linesOf(stored: AsyncGenerator<StoredLine>): AsyncGenerator<LogLine> {
  for await (const { line } of stored) yield line
}

/** Returns a time of RFC 3339 in nanoseconds since 1970, which a Date would round. */
export function nanosOf(stamp: string): bigint {
  const [, fraction = ''] = /\.(\d+)/.exec(stamp) ?? []
  const seconds = Math.floor(Date.parse(stamp) / 1000)
  return BigInt(seconds) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0').slice(0, 9))
}
