import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { fileFailure } from './backup.ts'
import { inspectBackup, textOf, transfer } from './backup-transfer.ts'

interface Restored {
  takenAt: string
  objects: number
  changes: number
}

export async function restore({ args }: { args: { file: string } }, context: CommandContext): Promise<void> {
  const { io } = context
  const file = resolve(io.cwd, args.file)
  const body = createReadStream(file)
  try {
    await new Promise((opened, failed) => body.once('open', opened).once('error', failed))
    if ((await inspectBackup(file)) === undefined)
      throw usageError(`${args.file} is not a whole backup: it is damaged, cut off, or something else.`)
    const connection = await context.connect()
    const answer = await transfer(connection, {
      method: 'POST',
      path: '/v1/restore',
      body,
      signal: io.signal,
    })
    const { takenAt, objects, changes } = JSON.parse(await textOf(answer)) as Restored
    io.stdout.write(`Restored ${objects} objects and ${changes} entries of the change log as of ${takenAt}\n`)
    io.stderr.write(
      'Every object is being compared with its cluster now: qleetctl get all -A\n' +
        'What was made after that time still runs, and nobody knows it: apply its documents again, and it is taken back.\n' +
        'What nobody owns: qleetctl orphans\n',
    )
  } catch (error) {
    throw fileFailure(error, args.file)
  } finally {
    body.destroy()
  }
}
