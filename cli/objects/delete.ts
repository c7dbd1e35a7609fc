import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { isPlatformError } from '../../schema/errors.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { readDocuments } from '../documents/read.ts'
import { kindByNoun, nounOf, formatTarget, targetsOf, type Target } from '../kind-names.ts'
import { waitWithProgress } from '../waiting/progress.ts'
import { nounInFiles } from './create.ts'
import { notFoundWithHint } from './find.ts'
import { parseFormat, printValue } from './formats.ts'
import { recordOf } from './record.ts'

interface DeleteInput {
  args: { kind: string | undefined; names: readonly string[] }
  options: {
    file: readonly string[]
    config: string | undefined
    wait: boolean
    timeout: number
    ignoreNotFound: boolean
    force: boolean
    dryRun: boolean
    project: string | undefined
    reason: string | undefined
    output: string
  }
}

export async function remove({ args, options }: DeleteInput, context: CommandContext): Promise<void> {
  const { io } = context
  const { dryRun, force, reason, timeout } = options
  const format = parseFormat(options.output, ['table', 'json', 'yaml', 'name'])
  const targets = await chosenTargets({ args, options }, context)
  const { client } = await context.connect()
  const existing = await findExisting(client, targets, options.ignoreNotFound)
  const missing = targets.filter((target) => !existing.includes(target))
  for (const target of missing) io.stderr.write(`${formatTarget(target)} not found\n`)
  if (existing.length === 0) return
  const requested = existing.map(({ kind, name, project }) => ({
    kind: kind.kind,
    name,
    project: project ?? null,
  }))
  const objects = await deleteAll(client, requested, {
    dryRun,
    force,
    ...(reason === undefined ? {} : { reason }),
  })
  const outcome = dryRun ? 'would be deleted (dry run)' : options.wait ? 'deletion requested' : 'deleted'
  const lines = objects
    .map((object) => `${targetText(object)} ${options.wait ? outcome : outcomeOf(object, outcome)}\n`)
    .join('')
  const isData = format.as === 'table'
  if (isData && !options.wait) io.stdout.write(lines)
  if (options.wait && !dryRun) {
    const awaited = existing.map((target) => {
      const id = objects.find(({ kind, name }) => kind === target.kind.kind && name === target.name)?.id
      return { ...target, ...(id === undefined ? {} : { id }) }
    })
    await waitWithProgress(io, awaited, { client, goal: 'deleted', timeout })
    if (isData) io.stdout.write(existing.map((target) => `${formatTarget(target)} deleted\n`).join(''))
  }
  if (format.as === 'name') io.stdout.write(objects.map((object) => `${targetText(object)}\n`).join(''))
  else if (!isData) await printValue(io, format, { items: objects.map(recordOf) })
}

/** Returns the outcome of one object. Objects of a reconciled kind are deleted only after their resources. */
function outcomeOf({ kind }: AnyObject, outcome: string): string {
  return outcome === 'deleted' && kindByNoun(kind).reconciled ? 'deletion requested' : outcome
}

async function deleteAll(
  client: Client,
  targets: { kind: string; name: string; project: string | null }[],
  write: { dryRun: boolean; force: boolean; reason?: string },
): Promise<AnyObject[]> {
  return client.objects.delete(targets, write).catch((error: unknown) => {
    // The message names the objects; their indices in the request mean nothing to users.
    if (isPlatformError(error)) error.message = error.message.replaceAll(/targets\[\d+\](\.\w+)?: /g, '')
    throw error
  })
}

async function chosenTargets({ args, options }: DeleteInput, { io }: CommandContext): Promise<Target[]> {
  const files = [...options.file, ...(options.config === undefined ? [] : [options.config])]
  if (files.length > 0) {
    if (args.names.length > 0) throw usageError('names and a file cannot be used together')
    const expects = args.kind === undefined ? undefined : nounInFiles(args.kind)
    const desired = await readDocuments(io, files, { project: options.project, expects, identityOnly: true })
    return desired.map(({ kind, name, project }) => {
      return { kind, name: String(name), project: project === undefined ? undefined : String(project) }
    })
  }
  if (args.kind === undefined) throw usageError('name what to delete: KIND NAME, KIND/NAME, or -f FILE')
  const targets = targetsOf([args.kind, ...args.names], options.project)
  if (targets.length > 0) return targets
  const noun = nounOf(kindByNoun(args.kind))
  throw usageError(`name the ${noun} to delete: qleetctl delete ${noun} NAME`)
}

async function findExisting(
  client: Client,
  targets: readonly Target[],
  ignoreNotFound: boolean,
): Promise<Target[]> {
  const found = await Promise.all(
    targets.map(async (target) => {
      const { kind, name, project } = target
      const object = await client.objects.get({ kind: kind.kind, name, project })
      if (object === undefined && !ignoreNotFound)
        throw await notFoundWithHint(client, kind, { names: [name], project })
      return object === undefined ? [] : [target]
    }),
  )
  return found.flat()
}

function targetText({ kind, name }: AnyObject): string {
  return formatTarget({ kind: kindByNoun(kind), name })
}
