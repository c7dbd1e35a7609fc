import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { isPlatformError } from '../../schema/errors.ts'
import type { KindData } from '../kind-data.ts'
import { defaultProject } from '../../schema/names.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import type { DesiredObject } from '../documents/desired.ts'
import { formatTarget, kindByNoun } from '../kind-names.ts'
import { waitWithProgress } from '../waiting/progress.ts'
import { confirmDeletion, requestDeletion, targetOf } from './deletion.ts'
import { findObjects, targetKey } from './find.ts'
import { parseSelector } from './selector.ts'
import { isDryRun, type WriteInput } from './write.ts'

/** The options of `apply` that delete what the files no longer contain. */
export interface PruneInput {
  prune: boolean
  selector: string | undefined
  all: boolean
  pruneKind: readonly string[]
  yes: boolean
}

interface Pruning {
  desired: readonly DesiredObject[]
  options: WriteInput & PruneInput
  /** Applies the files. */
  write: () => Promise<void>
}

/** Applies files and then, with --prune, deletes the objects of the same kinds and projects that they do not contain. */
export async function applyPruning(context: CommandContext, pruning: Pruning): Promise<void> {
  const { options, write } = pruning
  assertOptions(options)
  if (!options.prune) return write()
  const { client } = await context.connect()
  const surplus = (await surplusOf(client, pruning)).map(targetOf)
  const { io } = context
  if (surplus.length === 0) {
    await write()
    io.stderr.write('Nothing to prune: the files contain all selected objects.\n')
    return
  }
  if (isDryRun(options.dryRun)) {
    await write()
    io.stdout.write(surplus.map((target) => `${formatTarget(target)} pruned (dry run)\n`).join(''))
    return
  }
  const reason = 'that the files do not contain'
  if (!(await confirmDeletion(context, { targets: surplus, reason, yes: options.yes }))) return
  await write()
  const given = options.reason === undefined ? {} : { reason: options.reason }
  await requestDeletion(client, surplus, given).catch((error: unknown) => {
    if (isPlatformError(error))
      error.message = `the files were applied, but nothing was pruned: ${error.message}`
    throw error
  })
  if (options.wait) await waitWithProgress(io, surplus, { client, goal: 'deleted', timeout: options.timeout })
  const out = options.output === 'table' ? io.stdout : io.stderr
  out.write(surplus.map((target) => `${formatTarget(target)} pruned\n`).join(''))
}

function assertOptions({ prune, all, selector, pruneKind, yes, dryRun }: WriteInput & PruneInput): void {
  if (!prune) {
    const [given] = [
      ...(selector === undefined ? [] : ['-l']),
      ...(all ? ['--all'] : []),
      ...(pruneKind.length === 0 ? [] : ['--prune-kind']),
      ...(yes ? ['--yes'] : []),
    ]
    if (given !== undefined)
      throw usageError(`${given} selects what --prune deletes. Add --prune, or omit ${given}.`)
    return
  }
  if (all === (selector !== undefined))
    throw usageError('--prune needs either -l SELECTOR or --all, which select what may be deleted')
  if (dryRun === 'client') throw usageError('--prune needs the server. Use --dry-run=server.')
}

/** Returns the selected objects that the files do not contain. Objects that another one owns are its affair. */
async function surplusOf(client: Client, { desired, options }: Pruning): Promise<AnyObject[]> {
  const kept = new Set(desired.map(({ kind, name, project }) => targetKey(kind, String(name), project)))
  const labels = parseSelector(options.selector)
  const found: AnyObject[] = []
  for (const { kind, project } of scopesOf(desired, options)) {
    const objects = await findObjects(client, { kinds: [kind], names: [], project, labels })
    found.push(
      ...objects.filter(
        (object) =>
          object.deletionRequestedAt === null && !kept.has(targetKey(kind, object.name, object.projectName)),
      ),
    )
  }
  const owned = await Promise.all(found.map((object) => isOwned(client, object)))
  return found.filter((_, index) => owned[index] !== true)
}

/** Returns the kinds and projects of the files. Global kinds only count if --prune-kind names them. */
function scopesOf(
  desired: readonly DesiredObject[],
  { pruneKind }: PruneInput,
): { kind: KindData; project: string | undefined }[] {
  const named = pruneKind.flatMap((noun) => noun.split(',')).map((noun) => kindByNoun(noun))
  const ofFiles = desired.map(({ kind: { kind } }) => kindByNoun(kind))
  const kinds = named.length > 0 ? named : ofFiles.filter(({ scope }) => scope === 'project')
  const inProjects = desired.filter(({ kind }) => kind.scope === 'project')
  const projects = new Set(inProjects.map(({ project }) => String(project ?? defaultProject)))
  return [...new Set(kinds)].flatMap((kind): { kind: KindData; project: string | undefined }[] =>
    kind.scope === 'global'
      ? [{ kind, project: undefined }]
      : [...projects].map((project) => ({ kind, project })),
  )
}

async function isOwned(client: Client, object: AnyObject): Promise<boolean> {
  try {
    await requestDeletion(client, [targetOf(object)], { dryRun: true })
    return false
  } catch (error) {
    // What blocks a deletion is reported when all are deleted together: some of them may refer to others.
    return isPlatformError(error) && error.code === 'OWNED'
  }
}
