import { constants } from 'node:fs'
import { mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PlatformError } from '../../schema/errors.ts'
import type { Io } from '../terminal/io.ts'
import type { Config } from './config-format.ts'

export interface ConfigFile {
  path: string
  read(): Promise<Config>
  /** Reads, changes and replaces the file while no other qleetctl does. */
  update(change: (config: Config) => void): Promise<void>
}

/** `--qleet-config`, else QLEET_CONFIG, else `qleet/config.yaml` where the user keeps settings. */
export function configFile(io: Io, given: string | undefined): ConfigFile {
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

export function homeFolder(io: Io): string {
  return nonEmpty(io.env['HOME']) ?? homedir()
}

function settingsFolder(io: Io): string {
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

/** Written beside it and renamed over it: a reader sees the old file or the new one. It may hold tokens: 0600. */
async function writeConfig(path: string, config: Config): Promise<void> {
  const { formatConfig } = await import('./config-format.ts')
  // A link, as dotfile managers put it there, stays.
  const target = await realpath(path).catch(() => path)
  const temporary = `${target}.${process.pid}.${Math.random().toString(36).slice(2)}`
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(formatConfig(config))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, target)
}

const lockIsStaleAfter = 10_000

/** A change takes milliseconds, so a lock file that is seconds old was left by a qleetctl that was killed. */
async function alone(path: string, work: () => Promise<void>): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const lock = `${path}.lock`
  for (;;) {
    const file = await open(lock, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600).catch(
      (error: unknown) => {
        if (isCode(error, 'EEXIST')) return undefined
        throw new PlatformError('INVALID_INPUT', `cannot write the config file ${path}: ${String(error)}`)
      },
    )
    if (file !== undefined) {
      await file.close()
      break
    }
    const made = await stat(lock).catch(() => undefined)
    if (made !== undefined && Date.now() - made.mtimeMs > lockIsStaleAfter) await rm(lock, { force: true })
    else await sleep(20 + Math.random() * 30)
  }
  try {
    await work()
  } finally {
    await rm(lock, { force: true })
  }
}

/** There is no such file; nor can there be where a file stands for a folder, as with the home `/dev/null` of a service account. */
export function isAbsent(error: unknown): boolean {
  return isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR')
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
