import type { KubeClient } from '../kube/client/client.ts'

/** A line of a container, with the time at which its cluster took it. */
export interface StreamedLine {
  /** As the cluster wrote it, with nanoseconds. */
  stamp: string
  /** Milliseconds since 1970. */
  time: number
  text: string
}

export interface LogStreamOptions {
  path: string
  container: string
  follow: boolean
  previous: boolean
  /** Only lines since this moment, as ISO 8601. */
  since?: string | undefined
  tail?: number | undefined
  signal: AbortSignal
}

/** Characters after which a line goes on as another one. */
const longest = 32_000

/** The lines of one run of a container, as its cluster sends them. Throws KubeError. */
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
    // Seconds are what the API takes; what is too early in this one is left out below.
    sinceTime: since === undefined ? undefined : `${since.slice(0, 19)}Z`,
    tailLines: tail === undefined ? undefined : String(tail),
  }
  const earliest = since === undefined ? 0 : Date.parse(since)
  let rest = ''
  let last = { stamp: '', time: Date.now() }
  /** Whether the rest began in a piece that was told already. */
  let goesOn = false
  const lineOf = (text: string): StreamedLine => {
    if (goesOn) return { ...last, text }
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
      goesOn = false
      if (line.time >= earliest) yield line
    }
    while (rest.length > longest) {
      const line = lineOf(rest.slice(0, longest))
      rest = rest.slice(longest)
      goesOn = true
      if (line.time >= earliest) yield line
    }
  }
  const line = rest === '' ? undefined : lineOf(rest)
  if (line !== undefined && line.time >= earliest) yield line
}
