import { pause } from '../../schema/retry.ts'
import { ReadLogsDocument, type ReadLogsSubscription } from '../../client-sdk/generated/documents.ts'
import { errorTable, isPlatformError } from '../../schema/errors.ts'
import { exits, usageError } from '../cli-error.ts'
import { anyReference } from '../../client-sdk/index.ts'
import type { CommandContext } from '../context.ts'
import { formatTarget, sdkTarget, workloadTarget } from '../kind-names.ts'
import { parseFormat } from '../objects/formats.ts'
import { withSuggestion } from '../objects/suggest-name.ts'
import { colouredLine, safeText } from '../terminal/escapes.ts'
import { painter, type Colour } from '../terminal/style.ts'

interface LogsInput {
  args: { workload: string }
  options: {
    follow: boolean
    since: number | undefined
    /** -1: all lines. */
    tail: number
    container: string | undefined
    previous: boolean
    timestamps: boolean
    noPrefix: boolean
    project: string | undefined
    output: string
  }
}

type Line = ReadLogsSubscription['result'][number]

/** Milliseconds before an interrupted stream is requested again. */
const retryDelay = 1000

/** Prints the logs of all pods. With `--follow`, streams until Ctrl-C and survives restarts of servers and workers. */
export async function logs({ args, options }: LogsInput, context: CommandContext): Promise<number | void> {
  const { io } = context
  const { follow, previous } = options
  if (follow && previous)
    throw usageError('--follow and --previous cannot be used together: a previous run writes no new lines')
  const format = parseFormat(options.output, ['table', 'json'])
  const target = workloadTarget(args.workload, options.project)
  const { client } = await context.connect()
  const paint = painter(io.stdout, io.env)
  const colours = new Map<string, Colour>()
  const printed = recentLines()
  const print = (line: Line): void => {
    if (line.notice) {
      const source = line.pod === '' ? formatTarget(target) : `${line.pod}/${line.container}`
      io.stderr.write(`${source}: ${line.text}\n`)
      return
    }
    if (printed.isDuplicate(line)) return
    printed.add(line)
    if (format.as === 'json') {
      const { notice: _, ...record } = line
      io.stdout.write(`${JSON.stringify(record)}\n`)
      return
    }
    const colour = colours.get(line.pod) ?? podColours[colours.size % podColours.length] ?? 'cyan'
    colours.set(line.pod, colour)
    const prefix = options.noPrefix ? '' : `${paint(colour, `${line.pod}/${line.container} |`)} `
    const before = `${prefix}${options.timestamps ? `${line.time} ` : ''}`
    // A terminal receives colours only. A pipe or file receives the bytes that the program wrote.
    if (io.stdout.isTTY) io.stdout.write(`${before}${colouredLine(line.text)}\n`)
    else io.stdout.write(Buffer.from(`${safeText(before)}${line.text}\n`))
  }
  const started = options.since === undefined ? undefined : new Date(Date.now() - options.since).toISOString()
  const read = async (): Promise<void> => {
    const resumeAt = printed.resume()
    const variables = {
      by: anyReference(sdkTarget(target)),
      follow,
      previous,
      since: resumeAt ?? started ?? null,
      tail: resumeAt === undefined && options.tail >= 0 ? options.tail : null,
      container: options.container ?? null,
    }
    for await (const { result } of client.subscribe(ReadLogsDocument, variables, { signal: io.signal })) {
      lastError = ''
      for (const line of result) print(line)
    }
  }
  let lastError = ''
  while (!io.signal.aborted) {
    try {
      await withSuggestion(client, target, read)
      return
    } catch (error) {
      if (io.signal.aborted) break
      if (!follow || !isPlatformError(error) || !errorTable[error.code].retry) throw error
      if (lastError !== error.message) io.stderr.write(`${error.message}; retrying\n`)
      lastError = error.message
    }
    await pause(retryDelay, io.signal)
  }
  return exits.interrupted
}

const podColours = ['cyan', 'magenta', 'blue', 'yellow', 'green'] as const satisfies Colour[]

/** Milliseconds by which a resumed stream overlaps, since lines of several containers are only roughly in order. */
const overlap = 2000

/** Tracks the newest lines of each container, so that a resumed stream prints no line twice. */
function recentLines() {
  interface Newest {
    time: string
    lines: string[]
  }
  const newest = new Map<string, Newest>()
  let before: ReadonlyMap<string, Newest> = new Map()
  const keyOf = ({ namespace, pod, container }: Line): string => JSON.stringify([namespace, pod, container])
  return {
    /** Reports whether a line was printed or skipped before the stream was resumed. */
    isDuplicate: (line: Line): boolean => {
      const last = before.get(keyOf(line))
      if (last === undefined) return false
      return line.time < last.time || (line.time === last.time && last.lines.includes(line.text))
    },
    add: (line: Line): void => {
      const last = newest.get(keyOf(line))
      if (last?.time === line.time) last.lines.push(line.text)
      else newest.set(keyOf(line), { time: line.time, lines: [line.text] })
    },
    /** Starts a resumed stream. Returns the time to read from; undefined before the first line. */
    resume: (): string | undefined => {
      before = new Map(newest)
      const times = [...newest.values()].map(({ time }) => Date.parse(time))
      return times.length === 0 ? undefined : new Date(Math.max(...times) - overlap).toISOString()
    },
  }
}
