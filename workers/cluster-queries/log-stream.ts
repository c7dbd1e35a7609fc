import type { KubeClient } from '../kube/client/client.ts'

/** A log line of a container, with the time at which the kubelet received it. */
export interface StreamedLine {
  /** The timestamp as the cluster returned it, with nanoseconds. */
  stamp: string
  /** The timestamp in milliseconds since 1970. */
  time: number
  text: string
}

export interface LogStreamOptions {
  path: string
  container: string
  follow: boolean
  previous: boolean
  /** The time in ISO 8601 before which lines are omitted. */
  since?: string | undefined
  /** The number of last lines to read. @default all */
  tail?: number | undefined
  signal: AbortSignal
}

/** Characters after which a long line is split. */
export const maxLineLength = 32_000

/** Streams the lines of one run of a container, as the cluster sends them. Throws KubeError. */
export async function* logStream(
  client: KubeClient,
  options: LogStreamOptions,
): AsyncGenerator<StreamedLine> {
  const { path, container, follow, previous, since, tail, signal } = options
  const query = {
    container,
    timestamps: 'true',
    follow: follow ? 'true' : undefined,
    previous: previous ? 'true' : undefined,
    // The API accepts whole seconds only; earlier lines of that second are filtered below.
    sinceTime: since === undefined ? undefined : `${since.slice(0, 19)}Z`,
    tailLines: tail === undefined ? undefined : String(tail),
  }
  const earliest = since === undefined ? 0 : Date.parse(since)
  let rest = ''
  let last = { stamp: '', time: Date.now() }
  /** Reports whether the rest continues a line whose beginning was emitted already. */
  let isContinued = false
  const lineOf = (text: string): StreamedLine => {
    if (isContinued) return { ...last, text }
    const space = text.indexOf(' ')
    const stamp = text.slice(0, space === -1 ? undefined : space)
    const time = Date.parse(stamp)
    if (Number.isNaN(time)) return { ...last, text }
    last = { stamp, time }
    return { ...last, text: space === -1 ? '' : text.slice(space + 1) }
  }
  for await (const piece of client.text({ method: 'GET', path, query, accept: '*/*', signal })) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) {
      const line = lineOf(text.endsWith('\r') ? text.slice(0, -1) : text)
      isContinued = false
      if (line.time >= earliest) yield line
    }
    while (rest.length > maxLineLength) {
      const line = lineOf(rest.slice(0, maxLineLength))
      rest = rest.slice(maxLineLength)
      isContinued = true
      if (line.time >= earliest) yield line
    }
  }
  const line = rest === '' ? undefined : lineOf(rest)
  if (line !== undefined && line.time >= earliest) yield line
}
