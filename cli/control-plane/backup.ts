import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { counted } from '../../schema/counted.ts'
import { PlatformError } from '../../schema/errors.ts'
import { usageError } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { reasonOfFile } from '../documents/text-file.ts'
import { inspectBackup, transfer } from './backup-transfer.ts'

interface BackupInput {
  args: { file: string }
  options: { force: boolean }
}

export async function backup({ args, options }: BackupInput, context: CommandContext): Promise<void> {
  const { io } = context
  const file = resolve(io.cwd, args.file)
  if (!options.force && (await sizeOf(file)) !== undefined)
    throw usageError(`${args.file} already exists. Choose another name, or overwrite it: --force`)
  const connection = await context.connect()
  const partial = `${file}.partial`
  try {
    const response = await transfer(connection, { method: 'GET', path: '/v1/backup', signal: io.signal })
    await pipeline(response, createWriteStream(partial, { mode: 0o600 }), { signal: io.signal })
    const found = await inspectBackup(partial)
    if (found === undefined) throw new PlatformError('UNAVAILABLE', 'the backup is truncated. Try again.')
    await rename(partial, file)
    const { Object: objects = 0, Change: changes = 0 } = found.rows
    const size = Math.ceil(((await sizeOf(file)) ?? 0) / 1000).toLocaleString('en')
    io.stdout.write(
      `${args.file} has ${counted(objects, 'object')} and ${counted(changes, 'entry', 'entries')} of the change log as of ${found.takenAt} (${size} kB)\n`,
    )
    io.stderr.write(
      `Its secrets are encrypted. Back up the key too: ${keyLocation(connection.instance?.DataDir)}.\n`,
    )
  } catch (error) {
    await rm(partial, { force: true })
    throw fileFailure(error, args.file)
  }
}

function keyLocation(dataDir: string | undefined): string {
  return dataDir === undefined ? 'QLEET_ENCRYPTION_KEY of the servers' : join(dataDir, 'encryption-key')
}

async function sizeOf(file: string): Promise<number | undefined> {
  return stat(file).then(
    ({ size }) => size,
    () => undefined,
  )
}

/** Converts an error of the file system into a usage error. Returns any other error unchanged. */
export function fileFailure(error: unknown, file: string): unknown {
  const isOfFile = error instanceof Error && 'syscall' in error && 'path' in error
  return isOfFile ? usageError(`cannot use ${file}: ${reasonOfFile(error)}`) : error
}
