import { pause } from '../../schema/retry.ts'
import { ReadLogsDocument, type ReadLogsSubscription } from '../../client-sdk/generated/documents.ts'
import { errorTable, isPlatformError } from '../../schema/errors.ts'
import { exits, usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { formatTarget, workloadTarget } from '../kind-names.ts'
import { parseFormat } from '../objects/formats.ts'
import { colouredLine, safeText } from '../terminal/escapes.ts'
import { painter, type Colour } from '../terminal/style.ts'

interface LogsInput {
  args: { workload: string }
  options: {
    follow: boolean
    since: number | undefined
    tail: number | undefined
    container: string | undefined
    previous: boolean
    timestamps: boolean
    noPrefix: boolean
    project: string | undefined
    output: string
  }
}

type Line = ReadLogsSubscription['result'][number]

/** Milliseconds before logs that broke off are asked for again. */
const pauseAfterFailure = 1000

/** Prints the lines of all pods; with `--follow` until Ctrl-C, also over restarts of servers and workers. */
export async function logs({ args, options }: LogsInput, context: CommandContext): Promise<number | void> {
  const { io } = context
  const { follow, previous } = options
  if (follow && previous)
    throw usageError('give either --follow or --previous: a run that is over writes nothing')
  const format = parseFormat(options.output, ['table', 'json'])
  const target = workloadTarget(args.workload, options.project)
  const { client } = await context.connect()
  const paint = painter(io.stdout, io.env)
  const colours = new Map<string, Colour>()
  const printed = recentLines()
  const print = (line: Line): void => {
    if (line.notice) {
      const place = line.pod === '' ? formatTarget(target) : `${line.pod}/${line.container}`
      io.stderr.write(`${place}: ${line.text}\n`)
      return
    }
    if (printed.isOld(line)) return
    printed.add(line)
    if (format.as === 'json') {
      const { notice: _, ...shown } = line
      io.stdout.write(`${JSON.stringify(shown)}\n`)
      return
    }
    const colour = colours.get(line.pod) ?? podColours[colours.size % podColours.length] ?? 'cyan'
    colours.set(line.pod, colour)
    const prefix = options.noPrefix ? '' : `${paint(colour, `${line.pod}/${line.container} |`)} `
    const before = `${prefix}${options.timestamps ? `${line.time} ` : ''}`
    // On a terminal only colours get through; in a pipe or a file each byte is as the program wrote it.
    if (io.stdout.isTTY) io.stdout.write(`${before}${colouredLine(line.text)}\n`)
    else io.stdout.write(Buffer.from(`${safeText(before)}${line.text}\n`))
  }
  const started = options.since === undefined ? undefined : new Date(Date.now() - options.since).toISOString()
  let told = ''
  while (!io.signal.aborted) {
    try {
      const resumeAt = printed.resume()
      const variables = {
        kind: target.kind.kind,
        name: target.name,
        project: target.project ?? null,
        follow,
        previous,
        since: resumeAt ?? started ?? null,
        tail: resumeAt === undefined ? (options.tail ?? null) : null,
        container: options.container ?? null,
      }
      for await (const { result } of client.subscribe(ReadLogsDocument, variables, { signal: io.signal })) {
        told = ''
        for (const line of result) print(line)
      }
      return
    } catch (error) {
      if (io.signal.aborted) break
      if (!follow || !isPlatformError(error) || !errorTable[error.code].retry) throw error
      if (told !== error.message) io.stderr.write(`${error.message}; trying again\n`)
      told = error.message
    }
    await pause(pauseAfterFailure, io.signal)
  }
  return exits.interrupted
}

const podColours = ['cyan', 'magenta', 'blue', 'yellow', 'green'] as const satisfies Colour[]

/** Milliseconds by which reading begins again earlier: lines of several containers come only nearly in order. */
const overlap = 2000

/** The newest lines of each container, so that none is printed twice when reading begins again. */
function recentLines() {
  interface Newest {
    time: string
    texts: string[]
  }
  const newest = new Map<string, Newest>()
  let before: ReadonlyMap<string, Newest> = new Map()
  const keyOf = ({ namespace, pod, container }: Line): string => JSON.stringify([namespace, pod, container])
  return {
    /** Whether a line was printed, or left out, before reading began again. */
    isOld: (line: Line): boolean => {
      const last = before.get(keyOf(line))
      if (last === undefined) return false
      return line.time < last.time || (line.time === last.time && last.texts.includes(line.text))
    },
    add: (line: Line): void => {
      const last = newest.get(keyOf(line))
      if (last?.time === line.time) last.texts.push(line.text)
      else newest.set(keyOf(line), { time: line.time, texts: [line.text] })
    },
    /** Where reading begins again; undefined before the first line. */
    resume: (): string | undefined => {
      before = new Map(newest)
      const times = [...newest.values()].map(({ time }) => Date.parse(time))
      return times.length === 0 ? undefined : new Date(Math.max(...times) - overlap).toISOString()
    },
  }
}
