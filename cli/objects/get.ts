import type { AnyObject, Client } from '../../client-sdk/index.ts'
import type { KindData } from '../kind-data.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { kindByNoun, nounAndName, wordsOf } from '../kind-names.ts'
import type { Io } from '../terminal/io.ts'
import { findObjects, findTargets, isSelected, type Selection } from './find.ts'
import { isTable, parseFormat, printItems, printValue, withHeaders, type Format } from './formats.ts'
import { selectionOf, type GetInput } from './get-selection.ts'
import { objectTable, type LabelColumns } from './object-table.ts'
import { isReady, listOf, recordOf } from './record.ts'
import { findNextTries } from './next-try.ts'
import { sortObjects } from './sort.ts'
import { findStuck, stuckTable } from './stuck.ts'

export async function get(input: GetInput, context: CommandContext): Promise<number | void> {
  const { args, options } = input
  const { io } = context
  const format = formatOf(options)
  if (options.stuck) return getStuck(input, context)
  const { selection, targets } = await selectionOf(input, context)
  if (options.sortBy !== undefined) {
    const { assertField } = await import('../documents/field-path.ts')
    assertField(selection.kinds, options.sortBy, '--sort-by')
  }
  const { client } = await context.connect()
  const labels = { all: options.showLabels, keys: labelKeys(options.labelColumns) }
  if (options.watch) {
    if (targets !== undefined) throw usageError('--watch and --file cannot be used together')
    const { watchObjects } = await import('./watch.ts')
    return watchObjects({ client, io, selection, format, labels, noHeaders: options.noHeaders })
  }
  const objects =
    targets === undefined
      ? await findLimited(client, io, { selection, options })
      : (await findTargets(client, targets)).filter((object) => isSelected(selection, object))
  if (options.sortBy !== undefined) sortObjects(objects, options.sortBy)
  const named =
    targets?.length ?? (args.kind?.includes('/') === true ? args.names.length + 1 : args.names.length)
  const [only] = objects
  if (isTable(format)) printTables(io, { selection, objects, format, labels, noHeaders: options.noHeaders })
  else if (named === 1 && only !== undefined && format.as !== 'name')
    await printValue(io, format, recordOf(only))
  else await printItems(io, format, { items: objects, nameOf: nounAndName, toList: listOf })
}

function formatOf({ output, noHeaders }: GetInput['options']): Format {
  return withHeaders(parseFormat(output), !noHeaders)
}

function labelKeys(given: readonly string[]): string[] {
  return given.flatMap((keys) => keys.split(',')).filter((key) => key !== '')
}

/** Returns the selected objects, at most `--limit`, and reports on stderr if there are more. */
async function findLimited(
  client: Client,
  io: Io,
  { selection, options }: { selection: Selection; options: GetInput['options'] },
): Promise<AnyObject[]> {
  const { limit = Infinity, chunkSize, sortBy } = options
  const pageSize = chunkSize === undefined || chunkSize === 0 ? undefined : chunkSize
  // The first objects in another order are known only when all have been read.
  const most = sortBy === undefined ? limit + 1 : Infinity
  const objects = await findObjects(client, selection, { pageSize, limit: most })
  if (sortBy !== undefined) sortObjects(objects, sortBy)
  if (objects.length <= limit) return objects
  io.stderr.write(
    `Only ${limit === 1 ? 'the first object is' : `the first ${limit} objects are`} listed, as --limit demands.\n`,
  )
  return objects.slice(0, limit)
}

/** Prints stuck objects, by default of all projects and kinds. */
async function getStuck({ args, options }: GetInput, context: CommandContext): Promise<void> {
  if (args.names.length > 0 || options.watch || options.search !== undefined)
    throw usageError('--stuck cannot be used with names, --search or --watch')
  const kinds =
    args.kind === undefined || args.kind === 'all' ? undefined : args.kind.split(',').map(kindByNoun)
  const { client } = await context.connect()
  const objects = await findStuck(client, { kinds, project: options.project })
  const format = formatOf(options)
  const { io } = context
  if (!isTable(format)) await printItems(io, format, { items: objects, nameOf: nounAndName, toList: listOf })
  else if (objects.length === 0) io.stderr.write('Nothing is stuck.\n')
  else {
    const nextTries = await findNextTries(client, objects)
    const showProject = options.project === undefined
    const wide = format.as === 'wide'
    io.stdout.write(
      stuckTable(io, { objects, nextTries, showHeaders: !options.noHeaders, showProject, wide }),
    )
  }
}

interface Tables {
  selection: Selection
  objects: readonly AnyObject[]
  format: Format
  labels: LabelColumns
  noHeaders: boolean
}

function printTables(io: Io, { selection, objects, format, labels, noHeaders }: Tables): void {
  const { kinds, project } = selection
  const wide = format.as === 'wide'
  const filled = kinds.filter((kind) => objects.some((object) => object.kind === kind.kind))
  if (filled.length === 0) io.stderr.write(`${noObjectsText(kinds, project)}\n`)
  filled.forEach((kind, index) => {
    const rows = objects.filter((object) => object.kind === kind.kind)
    if (filled.length > 1) io.stdout.write(`${index === 0 ? '' : '\n'}${wordsOf(kind).toUpperCase()}\n`)
    const showMessage = wide || rows.some((object) => !isReady(object))
    const showProject = project === undefined && kind.scope !== 'global'
    const table = { kind, wide, showProject, showHeaders: !noHeaders, showMessage, labels }
    io.stdout.write(objectTable(io, rows, table))
  })
}

function noObjectsText(kinds: readonly KindData[], project: string | undefined): string {
  const [kind, another] = kinds
  const what = kind === undefined || another !== undefined ? 'objects' : wordsOf(kind)
  const isInProject = project !== undefined && kind?.scope !== 'global'
  return `No ${what} found${isInProject ? ` in project ${project}` : ''}.`
}
