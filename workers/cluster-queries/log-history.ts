import { z } from 'zod'
import type { LogLine } from '../../schema/cluster-queries.ts'
import { PlatformError } from '../../schema/errors.ts'
import type { Cluster } from '../kube/client/cluster.ts'
import { maxLineLength } from './log-stream.ts'
import { askService, type ServiceAddress } from './telemetry.ts'

/*
 * Lines of logs that Loki has stored: https://grafana.com/docs/loki/latest/reference/loki-http-api/. The labels of its streams
 * are those that the collector of QleetOS sets (workers/support-services/log-collector.ts).
 */

/** A stored line. Its time is in nanoseconds since 1970, as the kubelet has stamped it. */
export interface StoredLine {
  nanos: bigint
  line: LogLine
}

/** The source of lines: a container of a pod. */
export type LogSource = Pick<LogLine, 'namespace' | 'pod' | 'container'>

/** The time of lines in nanoseconds since 1970; the end is excluded. */
export interface Period {
  from: bigint
  to: bigint
}

/** Lines of an object, whatever pods it has had. */
export interface ObjectLines {
  /** The ID on the labels of its pods. */
  labelId: string
  namespaces: readonly string[]
  /** Selects the containers with this name. @default all but init containers */
  container: string | undefined
  /** Pods whose lines are left out. */
  exceptPods: ReadonlySet<string>
}

/** The number of lines of one response. */
const pageSize = 1000

const Series = z.object({ data: z.array(z.record(z.string(), z.string())) })
const Streams = z.object({
  data: z.object({
    resultType: z.literal('streams'),
    result: z.array(
      z.object({
        stream: z.record(z.string(), z.string()),
        values: z.array(z.tuple([z.string(), z.string()], z.unknown())),
      }),
    ),
  }),
})

/** The lines that Loki in a cluster has stored. All methods throw UNAVAILABLE if it does not answer. */
export class LogHistory {
  readonly #cluster: Cluster
  readonly #address: ServiceAddress
  readonly #signal: AbortSignal

  constructor(cluster: Cluster, address: ServiceAddress, signal: AbortSignal) {
    this.#cluster = cluster
    this.#address = address
    this.#signal = signal
  }

  /** Yields all lines of a container in a period, the oldest first. */
  async *ofContainer(source: LogSource, period: Period): AsyncGenerator<StoredLine> {
    yield* this.#forward(selectorOf(containerMatchers(source)), period)
  }

  /** Returns the last lines of a container in a period, the oldest first. */
  async lastOfContainer(source: LogSource, period: Period, count: number): Promise<StoredLine[]> {
    const lines: StoredLine[] = []
    const selector = selectorOf(containerMatchers(source))
    let { to } = period
    while (lines.length < count) {
      const limit = Math.min(pageSize, count - lines.length)
      const page = await this.#page(selector, { from: period.from, to }, { limit, direction: 'backward' })
      lines.unshift(...page)
      const [first] = page
      if (page.length < limit || first === undefined) break
      to = first.nanos
    }
    return lines
  }

  /** Yields all lines of an object in a period, the oldest first. */
  async *ofObject(lines: ObjectLines, period: Period): AsyncGenerator<StoredLine> {
    for await (const stored of this.#forward(selectorOf(objectMatchers(lines)), period))
      if (!lines.exceptPods.has(stored.line.pod)) yield stored
  }

  /** Returns the containers of an object that have written lines in a period. */
  async containersOf(lines: ObjectLines, period: Period): Promise<LogSource[]> {
    const query = { 'match[]': selectorOf(objectMatchers(lines)), ...timesOf(period) }
    const { data } = this.#parsed(Series, await this.#ask('/loki/api/v1/series', query))
    const sources = data.map(sourceOf).filter(({ pod }) => !lines.exceptPods.has(pod))
    return [...new Map(sources.map((each) => [JSON.stringify(each), each])).values()]
  }

  async *#forward(selector: string, period: Period): AsyncGenerator<StoredLine> {
    let { from } = period
    /** The lines of the last time that was read, which the next page begins with. */
    let seen = new Set<string>()
    for (;;) {
      const page = await this.#page(selector, { ...period, from }, { limit: pageSize, direction: 'forward' })
      const fresh = page.filter((each) => each.nanos !== from || !seen.has(JSON.stringify(each.line)))
      yield* fresh
      const last = page.at(-1)
      if (page.length < pageSize || last === undefined) return
      if (last.nanos === from) {
        // More lines than a page have the same time, which nothing can turn over.
        from += 1n
        seen = new Set()
        continue
      }
      from = last.nanos
      seen = new Set(page.filter(({ nanos }) => nanos === from).map(({ line }) => JSON.stringify(line)))
    }
  }

  /** Returns one page of lines, the oldest first. */
  async #page(
    selector: string,
    period: Period,
    { limit, direction }: { limit: number; direction: 'forward' | 'backward' },
  ): Promise<StoredLine[]> {
    const query = { query: selector, ...timesOf(period), limit: String(limit), direction }
    const { data } = this.#parsed(Streams, await this.#ask('/loki/api/v1/query_range', query))
    return data.result
      .flatMap(({ stream, values }) => {
        const source = sourceOf(stream)
        return values.map(([nanos, text]) => storedLine(source, BigInt(nanos), text))
      })
      .toSorted((one, other) => (one.nanos < other.nanos ? -1 : one.nanos > other.nanos ? 1 : 0))
  }

  #ask(path: string, query: Record<string, string>): Promise<unknown> {
    return askService(this.#cluster, this.#address, { path, query, signal: this.#signal })
  }

  #parsed<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
    const { data } = schema.safeParse(body)
    if (data !== undefined) return data
    const { namespace, service } = this.#address
    throw new PlatformError('UNAVAILABLE', `Service ${namespace}/${service} does not answer as Loki does`)
  }
}

function sourceOf({ namespace = '', pod = '', container = '' }: Record<string, string>): LogSource {
  return { namespace, pod, container }
}

function storedLine(source: LogSource, nanos: bigint, text: string): StoredLine {
  const time = new Date(Number(nanos / 1_000_000n)).toISOString()
  return { nanos, line: { ...source, time, text: text.slice(0, maxLineLength), notice: false } }
}

function timesOf({ from, to }: Period): { start: string; end: string } {
  return { start: String(from), end: String(to) }
}

function containerMatchers({ namespace, pod, container }: LogSource): string[] {
  return [equals('namespace', namespace), equals('pod', pod), equals('container', container)]
}

/** The most pods that a selector leaves out. Further ones are only left out of what it finds. */
const maxExcluded = 100

function objectMatchers({ labelId, namespaces, container, exceptPods }: ObjectLines): string[] {
  const excluded = [...exceptPods].slice(0, maxExcluded)
  return [
    equals('qleet_object_id', labelId),
    `namespace=~${anyOf(namespaces)}`,
    container === undefined ? equals('init', '') : equals('container', container),
    ...(excluded.length === 0 ? [] : [`pod!~${anyOf(excluded)}`]),
  ]
}

/** Returns a regular expression that matches any of the names. */
function anyOf(names: readonly string[]): string {
  return JSON.stringify(names.map((name) => name.replaceAll('.', '\\.')).join('|'))
}

function equals(label: string, value: string): string {
  return `${label}=${JSON.stringify(value)}`
}

function selectorOf(matchers: readonly string[]): string {
  return `{${matchers.join(', ')}}`
}
