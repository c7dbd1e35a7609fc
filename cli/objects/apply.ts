import type { CommandContext } from '../context.ts'
import { parseFormat } from './formats.ts'
import { readNamedFiles, type FilesInput } from './files.ts'
import { applyPruning, type PruneInput } from './prune.ts'
import { applyAndReport, documentOf, type WriteInput } from './write.ts'

interface ApplyInput {
  options: WriteInput & FilesInput & PruneInput
}

export async function apply({ options }: ApplyInput, context: CommandContext): Promise<void> {
  parseFormat(options.output)
  const desired = await readNamedFiles(context, 'apply', options)
  const documents = desired.map(documentOf)
  const write = (): Promise<void> => applyAndReport(context, { desired, documents }, options)
  await applyPruning(context, { desired, options, write })
}
