import type { CommandContext } from '../context.ts'
import { readDocuments } from '../documents/read.ts'
import { nameOfId } from './find.ts'
import { parseFormat } from './formats.ts'
import { applyDesired, documentOf, reportApplied, writeOptions, type WriteInput } from './write.ts'

interface ApplyInput {
  options: WriteInput & { file: readonly string[] }
}

export async function apply({ options }: ApplyInput, context: CommandContext): Promise<void> {
  parseFormat(options.output)
  const desired = await readDocuments(context.io, options.file, {
    project: options.project,
    nameOfId: nameOfId(context),
  })
  const { client } = await context.connect()
  const documents = desired.map(documentOf)
  const applied = await applyDesired(client, { desired, documents }, writeOptions(options))
  await reportApplied(context, client, { applied, options })
}
