import type { KindData } from '../kind-data.ts'
import { kebabCase } from '../../schema/names.ts'
import type { CommandContext } from '../context.ts'
import { readDocuments } from '../documents/read.ts'
import { kindByNoun, pairs, type Pair } from '../kind-names.ts'
import { nameOfId } from './find.ts'
import { parseFormat } from './formats.ts'
import { applyAndReport, documentOf, type WriteInput } from './write.ts'

export interface FileInput {
  args: { kind: string }
  options: WriteInput & { config: string }
}

export async function create({ args, options }: FileInput, context: CommandContext): Promise<void> {
  parseFormat(options.output)
  const expects = nounInFiles(args.kind)
  const desired = await readDocuments(context.io, [options.config], {
    project: options.project,
    expects,
    nameOfId: nameOfId(context),
  })
  // Expected version 0: the object must not exist.
  const documents = desired.map((each) => ({ ...documentOf(each), expectedVersion: 0 }))
  await applyAndReport(context, { desired, documents }, options)
}

/** Returns the kind that a noun requires of the documents in a file, or the pair for nouns such as `workload`. */
export function nounInFiles(noun: string): KindData | Pair {
  const plain = noun.toLowerCase().replaceAll(/[-_]/g, '')
  const pair = pairs.find(({ name }) =>
    [name, `${name}s`].some((each) => kebabCase(each).replaceAll('-', '') === plain),
  )
  return pair ?? kindByNoun(noun)
}
