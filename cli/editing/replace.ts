import type { CommandContext } from '../context.ts'
import { parseFormat } from '../objects/formats.ts'
import { readNamedFiles, type FilesInput } from '../objects/files.ts'
import { storedObjects } from '../objects/stored.ts'
import { applyAndReport, documentOf, type WriteInput } from '../objects/write.ts'

interface ReplaceInput {
  options: WriteInput & FilesInput
}

/** Replaces existing objects by what files describe, including what the files omit. */
export async function replace({ options }: ReplaceInput, context: CommandContext): Promise<void> {
  parseFormat(options.output)
  const desired = await readNamedFiles(context, 'replace', options)
  const { client } = await context.connect()
  const remedy = 'Create it with `qleetctl create` or `qleetctl apply`.'
  const stored = await storedObjects(client, desired, remedy)
  const documents = stored.map(([each, { version }]) => ({
    labels: {},
    annotations: {},
    ...documentOf(each),
    expectedVersion: version,
  }))
  await applyAndReport(context, { desired, documents }, options)
}
