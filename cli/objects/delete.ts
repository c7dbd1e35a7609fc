import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { defined } from '../../schema/defined.ts'
import { defaultProject } from '../../schema/names.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { readDocuments } from '../documents/read.ts'
import { formatTarget, kindByNoun, nounAndName, nounOf, targetsOf, type Target } from '../kind-names.ts'
import type { DryRun } from '../settings/options.ts'
import { waitWithProgress } from '../waiting/progress.ts'
import { nounInFiles } from './create.ts'
import { printDeletionPlan } from './deletion-plan.ts'
import { confirmDeletion, requestDeletion, targetOf } from './deletion.ts'
import { findObjects, findTargets, lookUp } from './find.ts'
import { parseFormat, printValue } from './formats.ts'
import { recordOf } from './record.ts'
import { parseSelector } from './selector.ts'
import { isDryRun } from './write.ts'

interface DeleteInput {
  args: { kind: string | undefined; names: readonly string[] }
  options: {
    file: readonly string[]
    config: string | undefined
    recursive: boolean
    kustomize: string | undefined
    selector: string | undefined
    all: boolean
    yes: boolean
    cascade: string
    wait: boolean
    timeout: number
    ignoreNotFound: boolean
    force: boolean
    plan: boolean
    dryRun: DryRun
    project: string | undefined
    reason: string | undefined
    output: string
  }
}

export async function remove(input: DeleteInput, context: CommandContext): Promise<void> {
  const { io } = context
  const { options } = input
  const { force, reason, timeout } = options
  const dryRun = isDryRun(options.dryRun)
  const format = parseFormat(options.output, ['table', 'json', 'yaml', 'name'])
  assertOptions(input)
  const targets = await chosenTargets(input, context)
  if (targets.length === 0) io.stderr.write('No objects are selected.\n')
  const { client } = await context.connect()
  const existing = await findExisting(client, targets, options.ignoreNotFound)
  const missing = targets.filter((target) => !existing.includes(target))
  for (const target of missing) io.stderr.write(`${formatTarget(target)} not found\n`)
  if (existing.length === 0) return
  const written = { force, ...defined({ reason }) }
  if (options.plan) return printDeletionPlan(io, client, { ...written, targets: existing, format })
  if (options.all && !dryRun) {
    const confirmed = { targets: existing, reason: 'selected by --all', yes: options.yes }
    if (!(await confirmDeletion(context, confirmed))) return
  }
  const objects = await requestDeletion(client, existing, { ...written, dryRun })
  const outcome = dryRun ? 'would be deleted (dry run)' : options.wait ? 'deletion requested' : 'deleted'
  const lines = objects
    .map((object) => `${nounAndName(object)} ${options.wait ? outcome : outcomeOf(object, outcome)}\n`)
    .join('')
  const isData = format.as === 'table'
  if (isData && (!options.wait || dryRun)) io.stdout.write(lines)
  if (options.wait && !dryRun) {
    const awaited = existing.map((target) => {
      const id = objects.find(({ kind, name }) => kind === target.kind.kind && name === target.name)?.id
      return { ...target, ...(id === undefined ? {} : { id }) }
    })
    await waitWithProgress(io, awaited, { client, goal: 'deleted', timeout })
    if (isData) io.stdout.write(existing.map((target) => `${formatTarget(target)} deleted\n`).join(''))
  }
  if (format.as === 'name') io.stdout.write(objects.map((object) => `${nounAndName(object)}\n`).join(''))
  else if (!isData) await printValue(io, format, { items: objects.map(recordOf) })
}

function assertOptions({ args, options }: DeleteInput): void {
  const { selector, all, yes, cascade, file, config, kustomize } = options
  if (cascade === 'orphan')
    throw usageError(
      '--cascade=orphan is not supported: an object is deleted with its resources in the clusters. ' +
        'To keep resources of an unreachable cluster, use --force; see `qleetctl abandoned`.',
    )
  const hasFiles = file.length > 0 || config !== undefined || kustomize !== undefined
  if (yes && !all) throw usageError('--yes confirms --all. Omit it.')
  if (!all && selector === undefined) return
  const option = all ? '--all' : '-l'
  if (all && selector !== undefined) throw usageError('--all and -l cannot be used together')
  if (hasFiles) throw usageError(`${option} and files cannot be used together`)
  if (args.kind === undefined) throw usageError(`name the kind: qleetctl delete KIND ${option}`)
  if (args.names.length > 0) throw usageError(`${option} and names cannot be used together`)
}

/** Returns the outcome of one object. Objects of a reconciled kind are deleted only after their resources. */
function outcomeOf({ kind }: AnyObject, outcome: string): string {
  return outcome === 'deleted' && kindByNoun(kind).reconciled ? 'deletion requested' : outcome
}

async function chosenTargets({ args, options }: DeleteInput, context: CommandContext): Promise<Target[]> {
  const { recursive, kustomize, project } = options
  const files = [...options.file, ...(options.config === undefined ? [] : [options.config])]
  if (files.length > 0 || kustomize !== undefined) {
    if (args.names.length > 0) throw usageError('names and a file cannot be used together')
    const expects = args.kind === undefined ? undefined : nounInFiles(args.kind)
    const read = { project, expects, recursive, kustomize, identityOnly: true }
    const desired = await readDocuments(context.io, files, read)
    return desired.map(({ kind, name, project: own }) => {
      return {
        kind: kindByNoun(kind.kind),
        name: String(name),
        project: own === undefined ? undefined : String(own),
      }
    })
  }
  if (args.kind === undefined) throw usageError('name what to delete: KIND NAME, KIND/NAME, or -f FILE')
  if (options.all || options.selector !== undefined) return selectedTargets(context, args.kind, options)
  const targets = targetsOf([args.kind, ...args.names], project)
  if (targets.length > 0) return targets
  const noun = nounOf(kindByNoun(args.kind))
  throw usageError(`name the ${noun} to delete: qleetctl delete ${noun} NAME, or --all`)
}

async function selectedTargets(
  context: CommandContext,
  words: string,
  { selector, project = defaultProject }: DeleteInput['options'],
): Promise<Target[]> {
  const kinds = words.split(',').map((word) => kindByNoun(word))
  const { client } = await context.connect()
  const objects = await findObjects(client, { kinds, names: [], project, labels: parseSelector(selector) })
  return objects.map(targetOf)
}

async function findExisting(
  client: Client,
  targets: readonly Target[],
  ignoreNotFound: boolean,
): Promise<Target[]> {
  if (!ignoreNotFound) {
    await findTargets(client, targets)
    return [...targets]
  }
  const found = await lookUp(client, targets)
  return targets.filter((_, index) => found[index] !== undefined)
}
