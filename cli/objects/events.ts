import type { ChangeEntry, Client } from '../../client-sdk/index.ts'
import { exits, usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { kindByNoun, nounAndName, sdkTarget, targetsOf, type Target } from '../kind-names.ts'
import { mostSimilar } from '../../schema/similar.ts'
import type { Io } from '../terminal/io.ts'
import { lastChanges } from './change-log.ts'
import { changeTable, eventTable } from './event-table.ts'
import { notFoundWithHint } from './find.ts'
import { isTable, parseFormat, printNext, printValue, type Format } from './formats.ts'
import { findEvents, findFormerEvents, type ObjectEvent } from './object-events.ts'
import { operations, writes } from './operations.ts'

interface EventsInput {
  args: { kind: string | undefined; name: string | undefined }
  options: {
    watch: boolean
    last: number
    since: number | undefined
    operation: readonly string[]
    type: string | undefined
    all: boolean
    project: string | undefined
    output: string
  }
}

/** What to print, and how. */
interface Request {
  format: Format
  watch: boolean
  last: number
  /** Time in milliseconds before which entries are left out. */
  since: number
}

/** Prints the events of an object, or the change log of all objects or of one kind. */
export async function events(
  { args, options }: EventsInput,
  context: CommandContext,
): Promise<number | void> {
  const { io } = context
  const { watch, last } = options
  const since = options.since === undefined ? -Infinity : Date.now() - options.since
  const request = { format: parseFormat(options.output), watch, last, since }
  const isOfObject = args.name !== undefined || args.kind?.includes('/') === true
  if (!isOfObject) {
    if (options.type !== undefined)
      throw usageError('--type selects events of an object: qleetctl events KIND/NAME --type Warning')
    const kind = args.kind === undefined ? undefined : kindByNoun(args.kind).kind
    const selected = selectedOperations(options)
    const { client } = await context.connect()
    const isShown = (change: { operation: string; kind: string }): boolean =>
      selected.includes(change.operation) && (kind === undefined || change.kind === kind)
    return changes(client, io, { ...request, isShown })
  }
  if (options.operation.length > 0 || options.all)
    throw usageError('--operation and --all select entries of the change log: qleetctl events --all')
  const [target] = targetsOf(
    [args.kind ?? '', ...(args.name === undefined ? [] : [args.name])],
    options.project,
  )
  if (target === undefined) throw usageError('name the object: qleetctl events KIND/NAME')
  const { client } = await context.connect()
  return objectEvents(client, io, { ...request, target, type: options.type })
}

function selectedOperations({ operation, all }: EventsInput['options']): readonly string[] {
  if (all) return operations
  const given = operation.flatMap((text) => text.split(',')).map((text) => text.trim().toUpperCase())
  for (const each of given) {
    if (operations.some((known) => known === each)) continue
    const similar = mostSimilar(each, operations)
    const hint =
      similar === undefined ? `Operations are ${operations.join(', ')}.` : `Did you mean ${similar}?`
    throw usageError(`--operation "${each}" is not an operation. ${hint}`)
  }
  return given.length === 0 ? writes : given
}

async function objectEvents(
  client: Client,
  io: Io,
  { target, type, last, since, watch, format }: Request & { target: Target; type: string | undefined },
): Promise<number | void> {
  const after = await client.changeCursor()
  const name = sdkTarget(target)
  const object = await client.objects.get(name)
  const find = object === undefined ? findFormerEvents : findEvents
  const read = async (): Promise<ObjectEvent[]> => {
    const found = await find(client, name, type === undefined ? last : maxEvents)
    const isShown = (event: ObjectEvent): boolean =>
      Date.parse(event.lastSeen) >= since && (type === undefined || event.type === type)
    return found.filter(isShown).slice(0, last).reverse()
  }
  const first = await read()
  if (object === undefined) {
    if (first.length === 0 || watch)
      throw await notFoundWithHint(client, target.kind, { names: [target.name], project: target.project })
    io.stderr.write(`${target.kind.kind} ${target.name} is gone. These are its last events.\n`)
  }
  if (first.length === 0 && !watch)
    io.stderr.write(`No events found for ${target.kind.kind} ${target.name}.\n`)
  const widths: number[] = []
  const columns = format.as === 'wide' ? undefined : io.stdout.columns
  const print = (found: readonly ObjectEvent[], showHeaders: boolean): void => {
    io.stdout.write(eventTable(found, { columns, showHeaders, widths }))
  }
  const printEach = async (found: readonly ObjectEvent[]): Promise<void> => {
    for (const event of found) await printNext(io, format, { value: event, name: event.reason })
  }
  if (isTable(format)) {
    if (first.length > 0) print(first, true)
  } else if (format.as === 'name' || watch) await printEach(first)
  else await printValue(io, format, { items: first })
  if (!watch || object === undefined) return
  const known = new Map(first.map(({ id, count }) => [id, count]))
  for await (const _ of client.follow({ after, objectId: object.id, signal: io.signal })) {
    const added = (await read()).filter(({ id, count }) => (known.get(id) ?? 0) < count)
    if (added.length === 0) continue
    if (isTable(format)) print(added, known.size === 0)
    else await printEach(added)
    for (const { id, count } of added) known.set(id, count)
  }
  return exits.interrupted
}

/** Number of events to read when they are filtered afterwards. */
const maxEvents = 500

async function changes(
  client: Client,
  io: Io,
  {
    isShown,
    last,
    since,
    watch,
    format,
  }: Request & { isShown: (change: { operation: string; kind: string }) => boolean },
): Promise<number | void> {
  // What is written later is watched.
  const upTo = watch ? await client.changeCursor() : undefined
  const first = await lastChanges(client, { upTo, last, since, isShown })
  const widths: number[] = []
  const columns = format.as === 'wide' ? undefined : io.stdout.columns
  const printEach = async (
    found: readonly Omit<ChangeEntry, 'before' | 'after' | 'diff'>[],
  ): Promise<void> => {
    for (const change of found) {
      const name = nounAndName(change)
      await printNext(io, format, { value: change, name })
    }
  }
  if (isTable(format)) io.stdout.write(changeTable(first, { columns, showHeaders: true, widths }))
  else if (format.as === 'name' || watch) await printEach(first)
  else await printValue(io, format, { items: first })
  if (upTo === undefined) return
  for await (const { object: _, ...change } of client.follow({ after: upTo, signal: io.signal })) {
    if (!isShown(change)) continue
    if (isTable(format)) io.stdout.write(changeTable([change], { columns, showHeaders: false, widths }))
    else await printEach([change])
  }
  return exits.interrupted
}
