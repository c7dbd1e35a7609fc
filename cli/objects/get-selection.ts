import { defaultProject, supportServiceLabel } from '../../schema/names.ts'
import { usageError } from '../cli-error.ts'
import type { Input } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { allKinds } from '../kind-data.ts'
import { kindByNoun, targetsOf, type Target } from '../kind-names.ts'
import type { Selection } from './find.ts'
import { parseFieldSelector, parseSelector, type Selector } from './selector.ts'

export interface GetInput extends Input {
  args: { kind: string | undefined; names: readonly string[] }
  options: {
    file: readonly string[]
    selector: string | undefined
    fieldSelector: string | undefined
    search: string | undefined
    project: string | undefined
    allProjects: boolean
    watch: boolean
    stuck: boolean
    sortBy: string | undefined
    limit: number | undefined
    chunkSize: number | undefined
    noHeaders: boolean
    supportServices: boolean
    showLabels: boolean
    labelColumns: readonly string[]
    output: string
  }
}

/** What a command line selects. */
export interface Selected {
  selection: Selection
  /** The objects that files name, which may be of several kinds. */
  targets?: Target[]
}

/** Returns the project that a command line selects; undefined for all. */
export function selectedProject({
  project,
  allProjects,
}: {
  project: string | undefined
  allProjects: boolean
}): string | undefined {
  if (allProjects && project !== undefined)
    throw usageError('--project and --all-projects cannot be used together')
  return allProjects ? undefined : (project ?? defaultProject)
}

/** Returns what a command line selects. Throws a usage error for contradictions and unknown fields. */
export async function selectionOf(input: GetInput, context: CommandContext): Promise<Selected> {
  const { args, options } = input
  const project = selectedProject(options)
  assertSearch(input)
  const labels = parseSelector(options.selector)
  const fields = parseFieldSelector(options.fieldSelector)
  if (options.file.length > 0) return selectionOfFiles(input, context, { labels, fields })
  if (args.kind === undefined)
    throw usageError('name a kind, such as workloads, or use --stuck to list stuck objects')
  const named = namedSelection(args.kind, args.names, project)
  const selection = {
    ...named,
    labels: [...labels, ...(hidesSupportServices(named, labels, options) ? [ofNoSupportService] : [])],
    fields,
    ...(options.search !== undefined && { search: options.search }),
  }
  await assertFields(selection)
  return { selection }
}

/** Selects objects that no support service consists of. */
export const ofNoSupportService = { key: supportServiceLabel, operator: '!exists', values: [] } as const

/** Reports whether a list leaves out what support services consist of: nobody who lists workloads has declared those. */
function hidesSupportServices(
  { kinds, names }: Selection,
  labels: Selector,
  { supportServices }: GetInput['options'],
): boolean {
  if (supportServices || names.length > 0 || labels.some(({ key }) => key === supportServiceLabel))
    return false
  return !kinds.some(({ kind }) => kind === 'SupportServiceInstance')
}

/** Throws if a search is combined with what selects single objects, or with a watch, which only the server can search. */
function assertSearch({ args, options }: GetInput): void {
  if (options.search === undefined) return
  const isNamed = args.names.length > 0 || args.kind?.includes('/') === true
  const other = isNamed ? 'names' : options.file.length > 0 ? '--file' : options.watch ? '--watch' : undefined
  if (other !== undefined) throw usageError(`--search and ${other} cannot be used together`)
}

async function selectionOfFiles(
  { args, options }: GetInput,
  { io }: CommandContext,
  { labels, fields }: { labels: Selector; fields: Selector },
): Promise<Selected> {
  if (args.kind !== undefined) throw usageError('a kind and a file cannot be used together')
  const { readDocuments } = await import('../documents/read.ts')
  const desired = await readDocuments(io, options.file, { project: options.project, identityOnly: true })
  const targets = desired.map(({ kind, name, project }) => ({
    kind: kindByNoun(kind.kind),
    name: String(name),
    project: project === undefined ? undefined : String(project),
  }))
  const kinds = [...new Set(targets.map(({ kind }) => kind))]
  // Objects of files may be in several projects, so tables show the project.
  const selection = { kinds, names: [], project: options.project, labels, fields }
  await assertFields(selection)
  return { selection, targets }
}

function namedSelection(noun: string, names: readonly string[], project: string | undefined): Selection {
  if (noun.includes('/')) {
    const targets = targetsOf([noun, ...names], project)
    const kinds = [...new Set(targets.map(({ kind }) => kind))]
    if (kinds.length > 1) throw usageError('the objects are of several kinds. Name objects of one kind only.')
    return { kinds, names: targets.map(({ name }) => name), project }
  }
  const kinds = noun === 'all' ? allKinds : noun.split(',').map(kindByNoun)
  if (kinds.length > 1 && names.length > 0)
    throw usageError('names cannot be combined with several kinds. Name one kind.')
  return { kinds, names, project }
}

async function assertFields({ kinds, fields = [] }: Selection): Promise<void> {
  if (fields.length === 0) return
  const { assertField } = await import('../documents/field-path.ts')
  for (const { key } of fields) assertField(kinds, key, '--field-selector')
}
