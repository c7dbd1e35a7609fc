import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { parseFormat } from './formats.ts'
import { readNamedFiles, type FilesInput } from './files.ts'
import { applyPruning, type PruneInput } from './prune.ts'
import { executePlan } from './execute-plan.ts'
import { applyAndReport, documentOf, type WriteInput } from './write.ts'

interface ApplyInput {
  options: WriteInput & FilesInput & PruneInput & { plan: string | undefined }
}

export async function apply({ options }: ApplyInput, context: CommandContext): Promise<void> {
  parseFormat(options.output)
  const { plan, file, kustomize, prune } = options
  if (plan !== undefined) {
    if (file.length > 0 || kustomize !== undefined || prune)
      throw usageError('--plan names everything that is applied. Omit the files and --prune.')
    return executePlan(context, plan, options)
  }
  const desired = await readNamedFiles(context, 'apply', options)
  const documents = desired.map(documentOf)
  const write = (): Promise<void> => applyAndReport(context, { desired, documents }, options)
  await applyPruning(context, { desired, options, write })
}
