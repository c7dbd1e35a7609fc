import { PlatformError } from '../../schema/errors.ts'
import { GetChangeCursorDocument } from '../../client-sdk/generated/documents.ts'
import type { ChangeEntry, Client, ObjectEvent } from '../../client-sdk/index.ts'
import { exits, usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { kindByNoun, nounOf, formatTarget, targetsOf, type Target } from '../kind-names.ts'
import type { Io } from '../terminal/io.ts'
import { renderTable } from '../terminal/table.ts'
import { ageOf } from '../terminal/time.ts'
import { findTarget } from './find.ts'
import { parseFormat, printNext, printValue, type Format } from './formats.ts'

interface EventsInput {
  args: { kind: string | undefined; name: string | undefined }
  options: { watch: boolean; last: number; project: string | undefined; output: string }
}

export async function events(
  { args, options }: EventsInput,
  context: CommandContext,
): Promise<number | void> {
  const format = parseFormat(options.output)
  const { client } = await context.connect()
  if (args.kind === undefined) return changes(client, context.io, { ...options, format })
  const [target] = targetsOf(args.name === undefined ? [args.kind] : [args.kind, args.name], options.project)
  if (target === undefined) {
    const noun = nounOf(kindByNoun(args.kind))
    throw usageError(`name the ${noun}: qleetctl events ${noun} NAME`)
  }
  return objectEvents(client, context.io, { ...options, format, target })
}

async function objectEvents(
  client: Client,
  io: Io,
  { target, last, watch, format }: { target: Target; last: number; watch: boolean; format: Format },
): Promise<number | void> {
  const { result: after } = await client.execute(GetChangeCursorDocument, {})
  const object = await findTarget(client, target)
  const name = { kind: target.kind.kind, name: target.name, project: target.project }
  const read = async (): Promise<ObjectEvent[]> => (await client.objects.events(name, last)).reverse()
  const first = await read()
  const isTable = format.as === 'table' || format.as === 'wide'
  if (first.length === 0 && !watch)
    io.stderr.write(`No events found for ${target.kind.kind} ${target.name}.\n`)
  const widths: number[] = []
  const print = (found: readonly ObjectEvent[], showHeaders: boolean): void => {
    io.stdout.write(eventTable(found, { columns: io.stdout.columns, showHeaders, widths }))
  }
  const printEach = async (found: readonly ObjectEvent[]): Promise<void> => {
    for (const event of found) await printNext(io, format, { value: event, name: event.reason })
  }
  if (isTable && first.length > 0) print(first, true)
  else if (format.as === 'name' || (watch && !isTable)) await printEach(first)
  else if (!isTable) await printValue(io, format, { items: first })
  if (!watch) return
  const known = new Map(first.map(({ id, count }) => [id, count]))
  for await (const _ of client.follow({ after, objectId: object.id, signal: io.signal })) {
    const added = (await read()).filter(({ id, count }) => (known.get(id) ?? 0) < count)
    if (added.length === 0) continue
    if (isTable) print(added, known.size === 0)
    else await printEach(added)
    for (const { id, count } of added) known.set(id, count)
  }
  return exits.interrupted
}

/** Renders events as a table, for `events` and `describe`. */
export function eventTable(
  found: readonly ObjectEvent[],
  options: { columns: number | undefined; showHeaders?: boolean; widths?: number[] },
): string {
  const rows = found.map(({ lastSeen, type, reason, count, note }) => [
    ageOf(lastSeen),
    type,
    reason,
    String(count),
    note,
  ])
  return renderTable(['LAST SEEN', 'TYPE', 'REASON', 'COUNT', 'NOTE'], rows, options)
}

async function changes(
  client: Client,
  io: Io,
  { last, watch, format }: { last: number; watch: boolean; format: Format },
): Promise<number | void> {
  const { result: newest } = await client.execute(GetChangeCursorDocument, {})
  const first = await lastChanges(client, { newest, last })
  const isTable = format.as === 'table' || format.as === 'wide'
  const widths: number[] = []
  const print = (found: readonly ChangeEntry[], showHeaders: boolean): void => {
    io.stdout.write(changeTable(found, { columns: io.stdout.columns, showHeaders, widths }))
  }
  const printEach = async (found: readonly Omit<ChangeEntry, 'before' | 'after'>[]): Promise<void> => {
    for (const change of found) {
      const name = formatTarget({ kind: kindByNoun(change.kind), name: change.name })
      await printNext(io, format, { value: change, name })
    }
  }
  if (isTable) print(first, true)
  else if (format.as === 'name' || watch) await printEach(first)
  else await printValue(io, format, { items: first })
  if (!watch) return
  for await (const { object: _, ...change } of client.follow({ after: newest, signal: io.signal })) {
    if (isTable) print([{ ...change, before: null, after: null }], false)
    else await printEach([change])
  }
  return exits.interrupted
}

function changeTable(
  found: readonly ChangeEntry[],
  options: { columns: number | undefined; showHeaders: boolean; widths: number[] },
): string {
  const rows = found.map(({ time, operation, kind, name, generation, actor, reason }) => {
    return [
      new Date(time).toISOString(),
      operation,
      `${kind}/${name}`,
      String(generation),
      actor,
      reason ?? '',
    ]
  })
  return renderTable(['TIME', 'OPERATION', 'OBJECT', 'GENERATION', 'ACTOR', 'REASON'], rows, options)
}

/** Returns the last changes. The log is only read forwards and cursors may have gaps, so the start doubles its distance. */
async function lastChanges(
  client: Client,
  { newest, last }: { newest: string; last: number },
): Promise<ChangeEntry[]> {
  for (let back = BigInt(last); BigInt(newest) > back; back *= 2n) {
    const found = await changesAfter(client, String(BigInt(newest) - back)).catch((error: unknown) => {
      // The log no longer reaches back that far: read it from its start.
      if (error instanceof PlatformError && error.code === 'CURSOR_GONE') return undefined
      throw error
    })
    if (found === undefined) break
    if (found.length >= last) return found.slice(-last)
  }
  return (await changesAfter(client)).slice(-last)
}

async function changesAfter(client: Client, start?: string): Promise<ChangeEntry[]> {
  const found: ChangeEntry[] = []
  for (let after = start; ;) {
    const page = await client.changes({ ...(after !== undefined && { after }), first: 1000 })
    found.push(...page)
    after = page.at(-1)?.cursor
    if (page.length < 1000) return found
  }
}
