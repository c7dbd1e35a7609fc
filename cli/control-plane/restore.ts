import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { counted } from '../../schema/counted.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { fileFailure } from './backup.ts'
import { inspectBackup, textOf, transfer } from './backup-transfer.ts'

interface RestoreResult {
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
      throw usageError(`${args.file} is not a complete backup: it is damaged, truncated or another file.`)
    const connection = await context.connect()
    const response = await transfer(connection, {
      method: 'POST',
      path: '/v1/restore',
      body,
      signal: io.signal,
    })
    const { takenAt, objects, changes } = JSON.parse(await textOf(response)) as RestoreResult
    io.stdout.write(
      `Restored ${counted(objects, 'object')} and ${counted(changes, 'entry', 'entries')} of the change log as of ${takenAt}\n`,
    )
    io.stderr.write(
      'Every object is now being compared with its cluster: qleetctl get all -A\n' +
        'Resources created after that time still run without an object: apply their documents again to re-adopt them.\n' +
        'To list them: qleetctl orphans\n',
    )
  } catch (error) {
    throw fileFailure(error, args.file)
  } finally {
    body.destroy()
  }
}
