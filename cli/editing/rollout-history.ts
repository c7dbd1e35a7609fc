import { isDeepStrictEqual } from 'node:util'
import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { PlatformError } from '../../schema/errors.ts'
import type { CommandContext } from '../context.ts'
import { appliedShapeOf } from '../documents/applied-shape.ts'
import { nounAndName } from '../kind-names.ts'
import { unifiedDiff } from '../objects/differences.ts'
import { changeObjects, type EditInput } from '../objects/edited.ts'
import { findReferrers, type Referrer } from '../objects/referrers.ts'
import { parseFormat, printValue } from '../objects/formats.ts'
import { selectObjects } from '../objects/selection.ts'
import { reportApplied, writeOptions } from '../objects/write.ts'
import { renderTable } from '../terminal/table.ts'
import { oneObject } from './rollout.ts'
import { constituents, operating, revisionsOf, type Revision } from './revisions.ts'

interface HistoryInput {
  args: { objects: readonly string[] }
  options: { revision: number | undefined; project: string | undefined; output: string }
}

/** Lists the revisions of an object and its definition, or shows the changes of one. */
export async function rolloutHistory(
  { args, options }: HistoryInput,
  context: CommandContext,
): Promise<void> {
  const { io } = context
  const format = parseFormat(options.output, ['table', 'json', 'yaml'])
  const { client } = await context.connect()
  const object = oneObject(await selectObjects(client, { words: args.objects, project: options.project }))
  const revisions = await revisionsOf({ client, io }, object)
  if (options.revision === undefined && format.as === 'table') {
    const rows = revisions.map(({ number, object: of, entry: { generation, time, actor, reason } }) => [
      String(number),
      nounAndName(of),
      String(generation),
      time,
      actor,
      reason ?? '',
    ])
    const headers = ['REVISION', 'OBJECT', 'GENERATION', 'TIME', 'ACTOR', 'REASON']
    io.stdout.write(renderTable(headers, rows, { columns: io.stdout.columns }))
    return
  }
  const chosen = options.revision === undefined ? revisions : [revisionOf(revisions, options.revision)]
  if (format.as !== 'table')
    return printValue(io, format, {
      items: chosen.map(({ object: of, ...rest }) => ({ ...rest, object: nounAndName(of) })),
    })
  for (const { object: of, before, after, number } of chosen) {
    const shape = appliedShapeOf(of)
    const difference = {
      target: nounAndName(of),
      state: 'changed' as const,
      before: before === undefined ? undefined : { ...shape, spec: before },
      after: { ...shape, spec: after },
    }
    io.stdout.write(
      unifiedDiff(io, difference, { before: `before revision ${number}`, after: `revision ${number}` }),
    )
  }
}

interface UndoInput {
  args: { objects: readonly string[] }
  options: EditInput & { toRevision: number | undefined; project: string | undefined }
}

/** Restores the specs of an earlier revision, by default those before the last one. */
export async function undo({ args, options }: UndoInput, context: CommandContext): Promise<void> {
  parseFormat(options.output)
  const { io } = context
  const { client } = await context.connect()
  const object = oneObject(await selectObjects(client, { words: args.objects, project: options.project }))
  const revisions = await revisionsOf({ client, io }, object)
  const restored =
    options.toRevision === undefined ? beforeLast(object, revisions) : asOf(revisions, options.toRevision)
  for (const { object: of } of restored)
    if (of.id !== object.id)
      for (const node of await usersOf(client, of))
        if (node.id !== object.id)
          io.stderr.write(
            `Note: ${nounAndName(of)} also determines ${nounAndName(node)}, which changes with it.\n`,
          )
  const reason =
    options.reason ??
    `rollout undo${options.toRevision === undefined ? '' : ` to revision ${options.toRevision}`}`
  await restore(context, restored, { ...options, reason })
}

/** Returns what uses a definition, also in a version of it that is kept for a rollout. */
async function usersOf(
  client: Client,
  definition: Pick<Referrer['node'], 'id' | 'kind'>,
): Promise<Referrer['node'][]> {
  const users = new Map<string, Referrer['node']>()
  for (const { node } of await findReferrers(client, definition.id))
    // A kept version is a copy of the definition, which refers to it.
    for (const user of node.kind === definition.kind ? await usersOf(client, node) : [node])
      users.set(user.id, user)
  return [...users.values()]
}

async function restore(
  context: CommandContext,
  restored: readonly Restored[],
  options: UndoInput['options'],
): Promise<void> {
  const [only, another] = restored
  if (only !== undefined && another === undefined && isWhole(only)) return rollBack(context, only, options)
  const specs = new Map(restored.map(({ object: { id }, spec }) => [id, spec]))
  await changeObjects(context, {
    objects: restored.map(({ object }) => object),
    options,
    change: (shape, { id }) => ({
      ...shape,
      // What operates the object stays as it is: an undo changes neither replicas nor a pause.
      spec: { ...constituents(specs.get(id)), ...operating(shape.spec) },
    }),
  })
}

/** Reports whether the restored spec is that of the earlier generation, since both operate the object alike. */
function isWhole({ object, spec }: Restored): boolean {
  return isDeepStrictEqual(operating(appliedShapeOf(object).spec), operating(spec))
}

/** Rolls an object back on the server, which also restores the secrets of the generation. */
async function rollBack(
  context: CommandContext,
  { object, generation }: Restored,
  options: UndoInput['options'],
): Promise<void> {
  const { client } = await context.connect()
  const target = { id: object.id, expectedVersion: object.version }
  const { object: written, diff } = await client.objects.rollBack(target, {
    toGeneration: generation,
    ...writeOptions(options),
  })
  const result = diff.length === 0 ? 'UNCHANGED' : 'UPDATED'
  const write = { ...options, wait: false, timeout: 0 }
  await reportApplied(context, client, {
    applied: [{ object: written, result, warnings: [] }],
    options: write,
  })
}

interface Restored {
  object: AnyObject
  spec: Record<string, unknown>
  /** The generation that had the spec. */
  generation: number
}

function beforeLast(object: AnyObject, revisions: readonly Revision[]): Restored[] {
  const last = revisions.at(-1)
  if (last?.before === undefined)
    throw new PlatformError('NOT_FOUND', `${nounAndName(object)} has no earlier revision in the change log`)
  return [{ object: last.object, spec: last.before, generation: last.entry.generation - 1 }]
}

/** Returns each object as it was at a revision, without those that have not changed since. */
function asOf(revisions: readonly Revision[], number: number): Restored[] {
  revisionOf(revisions, number)
  const upTo = new Map(
    revisions.filter((each) => each.number <= number).map((each) => [each.object.id, each]),
  )
  const changedSince = new Set(
    revisions.filter((each) => each.number > number).map(({ object }) => object.id),
  )
  return [...upTo.values()]
    .filter(({ object }) => changedSince.has(object.id))
    .map(({ object, after, entry: { generation } }) => ({ object, spec: after, generation }))
}

function revisionOf(revisions: readonly Revision[], number: number): Revision {
  const found = revisions.find((each) => each.number === number)
  if (found !== undefined) return found
  const known = revisions.slice(-10).map((each) => each.number)
  throw new PlatformError(
    'NOT_FOUND',
    `there is no revision ${number}. The last are ${known.join(', ')}; see \`qleetctl rollout history\`.`,
  )
}
