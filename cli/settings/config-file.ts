import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { withShortLock } from '../../process/short-lock.mjs'
import { PlatformError } from '../../schema/errors.ts'
import type { Io } from '../terminal/io.ts'
import type { Config } from './config-format.ts'
import { replaceFile } from './replace-file.ts'

export interface ConfigFile {
  path: string
  read(): Promise<Config>
  /** Reads, changes and replaces the file while no other qleetctl does. */
  update(change: (config: Config) => void): Promise<void>
}

/** `--qleet-config`, else QLEET_CONFIG, else `qleet/config.yaml` where the user keeps settings. */
export function configFile(io: Pick<Io, 'env' | 'cwd'>, given: string | undefined): ConfigFile {
  const chosen = given ?? nonEmpty(io.env['QLEET_CONFIG'])
  const path =
    chosen === undefined ? join(settingsFolder(io), 'qleet', 'config.yaml') : resolve(io.cwd, chosen)
  return {
    path,
    read: () => readConfig(path),
    update: (change) =>
      alone(path, async () => {
        const config = await readConfig(path)
        change(config)
        await writeConfig(path, config)
      }),
  }
}

export function homeFolder(io: Pick<Io, 'env'>): string {
  return nonEmpty(io.env['HOME']) ?? homedir()
}

function settingsFolder(io: Pick<Io, 'env'>): string {
  return nonEmpty(io.env['XDG_CONFIG_HOME']) ?? join(homeFolder(io), '.config')
}

export function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text
}

async function readConfig(path: string): Promise<Config> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isAbsent(error)) return undefined
    throw new PlatformError('INVALID_INPUT', `cannot read the config file ${path}: ${String(error)}`)
  })
  if (text === undefined || text.trim() === '') return { QleetOSInstances: [] }
  const { parseConfig } = await import('./config-format.ts')
  return parseConfig(text, path)
}

async function writeConfig(path: string, config: Config): Promise<void> {
  const { formatConfig } = await import('./config-format.ts')
  await replaceFile(path, formatConfig(config))
}

/** Runs the work while no other qleetctl changes the file. */
async function alone(path: string, work: () => Promise<void>): Promise<void> {
  let isAlone = false
  try {
    await withShortLock(
      `${path}.lock.d`,
      () => {
        isAlone = true
        return work()
      },
      { every: 20 },
    )
  } catch (error) {
    if (isAlone) throw error
    throw new PlatformError('INVALID_INPUT', `cannot write the config file ${path}: ${String(error)}`)
  }
}

/** There is no such file; nor can there be where a file stands for a folder, as with the home `/dev/null` of a service account. */
export function isAbsent(error: unknown): boolean {
  return isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR')
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
