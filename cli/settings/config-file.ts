import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { withShortLock } from '../../process/short-lock.mjs'
import { PlatformError } from '../../schema/errors.ts'
import { reasonOfFile } from '../file-error.ts'
import type { Io } from '../terminal/io.ts'
import type { Config } from './config-format.ts'
import { replaceFile } from './replace-file.ts'

export interface ConfigFile {
  path: string
  read(): Promise<Config>
  /** Returns a sentence about the file if the user chose it and it does not exist. */
  missing(): Promise<string | undefined>
  /** Reads, changes and replaces the file under a lock against other qleetctl processes. */
  update(change: (config: Config) => void): Promise<void>
}

/** Returns the config file: `--qleet-config`, else QLEET_CONFIG, else `qleet/config.yaml` in the user's config folder. */
export function configFile(io: Pick<Io, 'env' | 'cwd'>, given: string | undefined): ConfigFile {
  const chosen = given ?? nonEmpty(io.env['QLEET_CONFIG'])
  const path = chosen === undefined ? join(configFolder(io), 'qleet', 'config.yaml') : resolve(io.cwd, chosen)
  return {
    path,
    read: () => readConfig(path),
    missing: async () => {
      if (chosen === undefined || existsSync(path)) return undefined
      const source = given === undefined ? 'QLEET_CONFIG' : '--qleet-config'
      return `the config file ${path} of ${source} does not exist`
    },
    update: (change) =>
      withLock(path, async () => {
        const config = await readConfig(path)
        change(config)
        await writeConfig(path, config)
      }),
  }
}

export function homeFolder(io: Pick<Io, 'env'>): string {
  return nonEmpty(io.env['HOME']) ?? homedir()
}

function configFolder(io: Pick<Io, 'env'>): string {
  return nonEmpty(io.env['XDG_CONFIG_HOME']) ?? join(homeFolder(io), '.config')
}

/** Returns undefined for an empty string, as environment variables may be set to one. */
export function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text
}

async function readConfig(path: string): Promise<Config> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isAbsent(error)) return undefined
    throw new PlatformError('INVALID_INPUT', `cannot read the config file ${path}: ${reasonOfFile(error)}`)
  })
  if (text === undefined || text.trim() === '') return { QleetOSInstances: [] }
  if (text.includes('\0'))
    throw new PlatformError('INVALID_INPUT', `the config file ${path} is not a text file`)
  const { parseConfig } = await import('./config-format.ts')
  return parseConfig(text, path)
}

async function writeConfig(path: string, config: Config): Promise<void> {
  const { formatConfig } = await import('./config-format.ts')
  await replaceFile(path, formatConfig(config))
}

/** Runs `work` while holding the lock of the file. */
async function withLock(path: string, work: () => Promise<void>): Promise<void> {
  let isLocked = false
  try {
    await withShortLock(
      `${path}.lock.d`,
      () => {
        isLocked = true
        return work()
      },
      { every: 20 },
    )
  } catch (error) {
    if (isLocked) throw error
    throw new PlatformError('INVALID_INPUT', `cannot write the config file ${path}: ${reasonOfFile(error)}`)
  }
}

/** Reports whether the file does not exist. Includes a parent that is no folder, as with the home `/dev/null` of service accounts. */
export function isAbsent(error: unknown): boolean {
  return isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR')
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
