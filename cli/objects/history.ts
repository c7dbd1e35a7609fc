import type { ChangeEntry, Client } from '../../client-sdk/index.ts'
import { PlatformError } from '../../schema/errors.ts'
import { defaultProject } from '../../schema/names.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { appliedShape } from '../documents/applied-shape.ts'
import { formatTarget, targetsOf, type Target } from '../kind-names.ts'
import type { Io } from '../terminal/io.ts'
import { renderTable } from '../terminal/table.ts'
import { lastChanges } from './change-log.ts'
import { notFoundWithHint } from './find.ts'
import { isTable, parseFormat, printItems, printValue, type Format } from './formats.ts'
import { writes } from './operations.ts'

interface HistoryInput {
  args: { kind: string; name: string | undefined }
  options: { generation: number | undefined; last: number; project: string | undefined; output: string }
}

/** Prints the changes of the spec of an object from the change log, or its document at one generation. */
export async function history({ args, options }: HistoryInput, context: CommandContext): Promise<void> {
  const { io } = context
  const format = parseFormat(options.output)
  const [target] = targetsOf(args.name === undefined ? [args.kind] : [args.kind, args.name], options.project)
  if (target === undefined) throw usageError(`name the object: qleetctl history ${args.kind}/NAME`)
  const { client } = await context.connect()
  const changes = await changesOf(client, target, options.generation === undefined ? options.last : Infinity)
  if (options.generation !== undefined) {
    await printGeneration(io, format, { target, changes, generation: options.generation })
    return
  }
  const nameOf = (change: ChangeEntry): string => `${formatTarget(target)}@${change.generation}`
  if (!isTable(format)) await printItems(io, format, { items: changes, nameOf })
  else printTable(io, changes, format)
}

/** Returns the entries of an object, or of the last deleted object of this name, oldest first. */
async function changesOf(client: Client, target: Target, last: number): Promise<ChangeEntry[]> {
  const { kind, name, project } = target
  const object = await client.objects.get({ kind: kind.kind, name, project })
  const isWrite = ({ operation }: { operation: string }): boolean =>
    writes.some((write) => write === operation)
  const objectId = object?.id ?? (await deletedId(client, target))
  if (objectId === undefined)
    throw await notFoundWithHint(client, kind, { names: [name], project: project ?? defaultProject })
  const count = Math.min(last, Number.MAX_SAFE_INTEGER)
  return lastChanges(client, { last: count, objectId, isShown: isWrite })
}

async function deletedId(client: Client, { kind, name }: Target): Promise<string | undefined> {
  const deletions = await lastChanges(client, {
    last: Number.MAX_SAFE_INTEGER,
    isShown: (change) => change.kind === kind.kind && change.operation === 'DELETE',
  })
  return deletions.findLast((change) => change.name === name)?.objectId
}

/** Prints the document of a generation, which `apply` reads. */
async function printGeneration(
  io: Io,
  format: Format,
  { target, changes, generation }: { target: Target; changes: readonly ChangeEntry[]; generation: number },
): Promise<void> {
  const { kind, name, project } = target
  const found = changes.findLast((change) => change.generation === generation && change.after !== null)
  if (found === undefined) {
    const known = [...new Set(changes.map((change) => change.generation))]
    const message = `the change log has no generation ${generation} of ${formatTarget(target)}. It has ${known.join(', ')}.`
    throw new PlatformError('NOT_FOUND', message)
  }
  const document = appliedShape({ kind: kind.kind, metadata: { name, project }, spec: found.after })
  await printValue(io, isTable(format) ? { as: 'yaml' } : format, document)
}

function printTable(io: Io, changes: readonly ChangeEntry[], format: Format): void {
  const rows = changes.map(({ generation, time, operation, actor, reason, diff }) => [
    String(generation),
    new Date(time).toISOString(),
    operation,
    actor,
    reason ?? '',
    changedFields(diff).join(', '),
  ])
  const headers = ['GENERATION', 'TIME', 'OPERATION', 'ACTOR', 'REASON', 'CHANGED']
  const columns = format.as === 'wide' ? undefined : io.stdout.columns
  io.stdout.write(renderTable(headers, rows, { columns, optional: ['ACTOR', 'OPERATION'] }))
}

/** Returns `drift: correct → off` or `labels.team: a → b` for each field that differs; only the name for long values. */
function changedFields(diff: ChangeEntry['diff']): string[] {
  return diff.map(({ path, before, after }) => {
    const field = path.replace(/^spec\./, '')
    const values = [before, after].map(shortText)
    return values.includes(undefined) ? field : `${field}: ${values.join(' → ')}`
  })
}

/** Maximum length of a value in the table. */
const maxLength = 40

function shortText(value: unknown): string | undefined {
  if (value == null) return '<unset>'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > maxLength || text.includes('\n') ? undefined : text
}
