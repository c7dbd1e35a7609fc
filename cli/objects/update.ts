import { isRecord } from '../../schema/manifests.ts'
import { fileErrors } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { errorAt } from '../documents/source-location.ts'
import { readDocuments } from '../documents/read.ts'
import { nameOfId } from './find.ts'
import { nounInFiles, type FileInput } from './create.ts'
import { parseFormat } from './formats.ts'
import { applyAndReport, documentOf } from './write.ts'

/** Updates existing objects. Keeps fields that the file omits, and fails rather than overwriting a concurrent change. */
export async function update({ args, options }: FileInput, context: CommandContext): Promise<void> {
  parseFormat(options.output)
  const expects = nounInFiles(args.kind)
  const desired = await readDocuments(context.io, [options.config], {
    project: options.project,
    expects,
    changesOnly: true,
    nameOfId: nameOfId(context),
  })
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
    const remedy = `Create it: qleetctl create ${args.kind} --config ${options.config}`
    throw fileErrors(
      missing.map(({ kind, name, locations }) =>
        errorAt(locations.name, {
          code: 'NOT_FOUND',
          message: `there is no ${kind.kind} "${String(name)}"`,
          remedy,
        }),
      ),
      { code: 'NOT_FOUND' },
    )
  }
  const documents = desired.map((each, index) => {
    const document = documentOf(each)
    const existing = stored[index]
    const spec = { ...(isRecord(existing?.manifestSpec) ? existing.manifestSpec : {}), ...each.spec }
    return { labels: existing?.labels, ...document, spec, expectedVersion: existing?.version ?? null }
  })
  await applyAndReport(context, { desired, documents }, options)
}
