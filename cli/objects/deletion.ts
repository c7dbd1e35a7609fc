import type { AnyObject, Client } from '../../client-sdk/index.ts'
import { counted } from '../../schema/counted.ts'
import { isPlatformError } from '../../schema/errors.ts'
import type { CommandContext } from '../context.ts'
import { formatTarget, kindByNoun, type Target } from '../kind-names.ts'
import { promptYesOrNo } from '../terminal/prompt.ts'

export interface DeletionOptions {
  dryRun?: boolean
  force?: boolean
  reason?: string
}

/** Requests the deletion of all targets or of none, and returns them. */
export async function requestDeletion(
  client: Client,
  targets: readonly Target[],
  options: DeletionOptions,
): Promise<AnyObject[]> {
  const requested = targets.map(({ kind, name, project }) => ({
    kind: kind.kind,
    name,
    project: project ?? null,
  }))
  return client.objects.delete(requested, options).catch((error: unknown) => {
    // The message names the objects; their indices in the request mean nothing to users.
    if (isPlatformError(error)) error.message = error.message.replaceAll(/targets\[\d+\](\.\w+)?: /g, '')
    throw error
  })
}

export function targetOf({ kind, name, projectName }: AnyObject): Target {
  return { kind: kindByNoun(kind), name, project: projectName ?? undefined }
}

/** Lists what a command is about to delete and prompts, unless confirmed by --yes. Returns false if the reply is no. */
export async function confirmDeletion(
  { io }: CommandContext,
  { targets, reason, yes }: { targets: readonly Target[]; reason: string; yes: boolean },
): Promise<boolean> {
  const count = counted(targets.length, 'object')
  io.stderr.write(`${count} ${reason} will be deleted:\n${targets.map(lineOf).join('')}`)
  if (yes) return true
  const withoutTerminal = 'nothing was changed: confirm this list with --yes'
  if (await promptYesOrNo(io, { prompt: 'Delete them?', withoutTerminal })) return true
  io.stderr.write('Nothing was changed.\n')
  return false
}

function lineOf(target: Target): string {
  const { kind, project } = target
  return `  ${formatTarget(target)}${kind.scope === 'global' ? '' : ` in project ${project ?? 'default'}`}\n`
}
