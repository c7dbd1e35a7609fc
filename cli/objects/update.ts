import type { CommandContext } from '../context.ts'
import { appliedShapeOf } from '../documents/applied-shape.ts'
import { readDocuments } from '../documents/read.ts'
import { nameOfId } from './find.ts'
import { nounInFiles, type FileInput } from './create.ts'
import { parseFormat } from './formats.ts'
import { storedObjects } from './stored.ts'
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
  const remedy = `Create it: qleetctl create ${args.kind} --config ${options.config}`
  const stored = await storedObjects(client, desired, remedy)
  const documents = stored.map(([each, existing]) => {
    const spec = { ...appliedShapeOf(existing).spec, ...each.spec }
    return { labels: existing.labels, ...documentOf(each), spec, expectedVersion: existing.version }
  })
  await applyAndReport(context, { desired, documents }, options)
}
