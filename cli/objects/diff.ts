import { cliExits } from '../../schema/errors.ts'
import type { CommandContext } from '../context.ts'
import { differencesOf, unifiedDiff } from './differences.ts'
import { readNamedFiles, type FilesInput } from './files.ts'
import { applyDesired, documentOf } from './write.ts'

interface DiffInput {
  options: FilesInput
}

/** Prints what `apply` would change. Returns 8 if there is a difference. */
export async function diff({ options }: DiffInput, context: CommandContext): Promise<number> {
  const { io } = context
  const desired = await readNamedFiles(context, 'diff', options)
  const { client } = await context.connect()
  const documents = desired.map(documentOf)
  const applied = await applyDesired(client, { desired, documents }, { dryRun: true })
  const differences = await differencesOf(client, applied)
  for (const [index, difference] of differences.entries()) {
    io.stdout.write(`${difference.target} ${difference.state}\n`)
    const file = desired[index]?.location.source.displayName ?? 'files'
    io.stdout.write(unifiedDiff(io, difference, { before: 'on the server', after: file }))
  }
  return differences.some(({ state }) => state !== 'unchanged') ? cliExits.difference.exit : 0
}
