import type { CommandContext } from '../context.ts'
import { fileErrors } from '../cli-error.ts'
import { errorAt } from '../documents/source-location.ts'
import { parseFormat } from '../objects/formats.ts'
import { readNamedFiles, type FilesInput } from '../objects/files.ts'
import { applyAndReport, documentOf, type WriteInput } from '../objects/write.ts'

interface ReplaceInput {
  options: WriteInput & FilesInput
}

/** Replaces existing objects by what files describe, including what the files omit. */
export async function replace({ options }: ReplaceInput, context: CommandContext): Promise<void> {
  parseFormat(options.output)
  const desired = await readNamedFiles(context, 'replace', options)
  const { client } = await context.connect()
  const stored = await Promise.all(
    desired.map(({ kind, name, project }) =>
      client.objects.get({
        kind: kind.kind,
        name: String(name),
        project: project === undefined ? undefined : String(project),
      }),
    ),
  )
  const missing = desired.filter((_, index) => stored[index] === undefined)
  if (missing.length > 0) {
    throw fileErrors(
      missing.map(({ kind, name, locations }) =>
        errorAt(locations.name, {
          code: 'NOT_FOUND',
          message: `there is no ${kind.kind} "${String(name)}"`,
          remedy: 'Create it: qleetctl create, or qleetctl apply.',
        }),
      ),
      { code: 'NOT_FOUND' },
    )
  }
  const documents = desired.map((each, index) => ({
    labels: {},
    ...documentOf(each),
    expectedVersion: stored[index]?.version ?? null,
  }))
  await applyAndReport(context, { desired, documents }, options)
}
