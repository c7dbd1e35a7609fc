import type { AnyObject } from '../../client-sdk/index.ts'
import { allKinds } from '../../schema/kinds/index.ts'
import type { Kind } from '../../schema/kinds/kind.ts'
import { defaultProject } from '../../schema/names.ts'
import { usageError } from '../cli-error.ts'
import type { Input } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { kindByNoun, formatTarget, targetsOf, wordsOf } from '../kind-names.ts'
import type { Io } from '../terminal/io.ts'
import { findObjects, type Selection } from './find.ts'
import { isTable, parseFormat, printItems, printValue, type Format } from './formats.ts'
import { objectTable } from './object-table.ts'
import { parseSelector } from './selector.ts'
import { isReady, recordOf, valueAt } from './record.ts'
import { findNextTries } from './next-try.ts'
import { findStuck, stuckTable } from './stuck.ts'

interface GetInput extends Input {
  args: { kind: string | undefined; names: readonly string[] }
  options: {
    selector: string | undefined
    project: string | undefined
    allProjects: boolean
    watch: boolean
    stuck: boolean
    sortBy: string | undefined
    noHeaders: boolean
    output: string
  }
}

export async function get({ args, options }: GetInput, context: CommandContext): Promise<number | void> {
  const { io } = context
  const format = parseFormat(options.output)
  if (options.stuck) return getStuck({ args, options }, context)
  const selection = selectionOf(args, options)
  const { client } = await context.connect()
  if (options.watch) {
    const { watchObjects } = await import('./watch.ts')
    return watchObjects({ client, io, selection, format, noHeaders: options.noHeaders })
  }
  const objects = await findObjects(client, selection)
  if (options.sortBy !== undefined) sortBy(objects, options.sortBy)
  const [only] = objects
  const isOne = selection.names.length === 1 && selection.kinds.length === 1 && only !== undefined
  if (isTable(format)) printTables(io, { selection, objects, format, noHeaders: options.noHeaders })
  else if (isOne && format.as !== 'name') await printValue(io, format, recordOf(only))
  else await printItems(io, format, { items: objects, nameOf, toValue: recordOf })
}

/** Prints stuck objects, by default of all projects and kinds. */
async function getStuck({ args, options }: GetInput, context: CommandContext): Promise<void> {
  if (args.names.length > 0 || options.watch) throw usageError('--stuck cannot be used with names or --watch')
  const kinds =
    args.kind === undefined || args.kind === 'all' ? undefined : args.kind.split(',').map(kindByNoun)
  const { client } = await context.connect()
  const objects = await findStuck(client, { kinds, project: options.project })
  const format = parseFormat(options.output)
  const { io } = context
  if (!isTable(format)) await printItems(io, format, { items: objects, nameOf, toValue: recordOf })
  else if (objects.length === 0) io.stderr.write('Nothing is stuck.\n')
  else {
    const nextTries = await findNextTries(client, objects)
    io.stdout.write(stuckTable(io, { objects, nextTries, showHeaders: !options.noHeaders }))
  }
}

function selectionOf(args: GetInput['args'], options: GetInput['options']): Selection {
  if (args.kind === undefined)
    throw usageError('name a kind, such as workloads, or use --stuck to list stuck objects')
  const labels = parseSelector(options.selector)
  const project = options.allProjects ? undefined : (options.project ?? defaultProject)
  if (options.allProjects && options.project !== undefined)
    throw usageError('--project and --all-projects cannot be used together')
  if (args.kind.includes('/')) {
    const targets = targetsOf([args.kind, ...args.names], project)
    const kinds = [...new Set(targets.map(({ kind }) => kind))]
    if (kinds.length > 1) throw usageError('the objects are of several kinds. Name objects of one kind only.')
    return { kinds, names: targets.map(({ name }) => name), project, labels }
  }
  const kinds = args.kind === 'all' ? allKinds : args.kind.split(',').map(kindByNoun)
  if (kinds.length > 1 && args.names.length > 0)
    throw usageError('names cannot be combined with several kinds. Name one kind.')
  return { kinds, names: args.names, project, labels }
}

function printTables(
  io: Io,
  {
    selection: { kinds, project },
    objects,
    format,
    noHeaders,
  }: { selection: Selection; objects: readonly AnyObject[]; format: Format; noHeaders: boolean },
): void {
  const wide = format.as === 'wide'
  const filled = kinds.filter((kind) => objects.some((object) => object.kind === kind.kind))
  if (filled.length === 0) io.stderr.write(`${noObjectsText(kinds, project)}\n`)
  filled.forEach((kind, index) => {
    const rows = objects.filter((object) => object.kind === kind.kind)
    if (filled.length > 1) io.stdout.write(`${index === 0 ? '' : '\n'}${wordsOf(kind).toUpperCase()}\n`)
    const showMessage = wide || rows.some((object) => !isReady(object))
    const showProject = project === undefined && kind.scope !== 'global'
    io.stdout.write(objectTable(io, rows, { kind, wide, showProject, showHeaders: !noHeaders, showMessage }))
  })
}

function noObjectsText(kinds: readonly Kind[], project: string | undefined): string {
  const [kind, another] = kinds
  const what = kind === undefined || another !== undefined ? 'objects' : wordsOf(kind)
  const where = project === undefined || kind?.scope === 'global' ? '' : ` in project ${project}`
  return `No ${what} found${where}.`
}

function nameOf({ kind, name }: AnyObject): string {
  return formatTarget({ kind: kindByNoun(kind), name })
}

function sortBy(objects: AnyObject[], path: string): void {
  const field = path.replace(/^\{?\.?/, '').replace(/\}$/, '')
  const key = (object: AnyObject): unknown => valueAt(recordOf(object), field)
  objects.sort((a, b) => {
    const [one, other] = [key(a), key(b)]
    if (typeof one === 'number' && typeof other === 'number') return one - other
    return String(one ?? '').localeCompare(String(other ?? ''))
  })
}
