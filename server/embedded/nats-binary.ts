import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { PlatformError } from '../../schema/errors.ts'
import type { Log } from './child-process.ts'
import { downloadNatsServer } from './nats-download.ts'

const run = promisify(execFile)

/** Debian 12 has it. Older ones lack what our streams rely on. */
export const oldestNats = '2.9.10'

export interface NatsServer {
  path: string
  version: string
}

export interface NatsSearch {
  cacheDir: string
  log?: Log | undefined
  /** @default process.env */
  env?: NodeJS.ProcessEnv
}

/**
 * A nats-server to run: the one QLEET_NATS_SERVER names, else the one in PATH, Homebrew's, or the one in our
 * cache, else Debian's package, downloaded with apt and unpacked into our cache, which needs no root.
 *
 * Thrown when there is none that is new enough: `UNAVAILABLE`, saying what to install.
 */
export async function findNatsServer({ cacheDir, log, env = process.env }: NatsSearch): Promise<NatsServer> {
  const named = env['QLEET_NATS_SERVER']
  if (named !== undefined && named !== '') return newEnough(named, 'QLEET_NATS_SERVER names')

  const folders = [
    ...(env['PATH'] ?? '').split(delimiter),
    '/usr/sbin',
    '/usr/local/bin',
    '/opt/homebrew/bin',
  ]
  const cached = join(cacheDir, `nats-server-${process.platform}-${process.arch}`)
  const refused: unknown[] = []
  for (const path of [...folders.map((folder) => join(folder, 'nats-server')), cached]) {
    if (!(await isExecutable(path))) continue
    try {
      return await newEnough(path, 'found')
    } catch (error) {
      refused.push(error)
    }
  }
  if (process.platform === 'linux' && (await isExecutable('/usr/bin/apt-get'))) {
    await downloadNatsServer(cached, log)
    return newEnough(cached, 'the package of this distribution is')
  }
  const install = process.platform === 'darwin' ? "'brew install nats-server'" : 'your package manager'
  throw new PlatformError(
    'UNAVAILABLE',
    `There is no nats-server ${oldestNats} or newer: install it with ${install}, or set QLEET_NATS_SERVER to its path`,
    { cause: refused[0] },
  )
}

async function newEnough(path: string, how: string): Promise<NatsServer> {
  const version = await versionOf(path)
  if (version !== undefined && !isOlder(version, oldestNats)) return { path, version }
  const what = version === undefined ? 'is not a nats-server that runs here' : `is version ${version}`
  throw new PlatformError(
    'UNAVAILABLE',
    `${how} '${path}', which ${what}: set QLEET_NATS_SERVER to the path of nats-server ${oldestNats} or newer`,
  )
}

async function versionOf(path: string): Promise<string | undefined> {
  try {
    const { stdout } = await run(path, ['--version'], { timeout: 10_000 })
    return /v(\d+\.\d+\.\d+)/.exec(stdout)?.[1]
  } catch {
    return undefined
  }
}

function isOlder(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) < 0
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}
