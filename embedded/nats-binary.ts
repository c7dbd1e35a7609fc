import { chmod, copyFile, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PlatformError } from '../schema/errors.ts'
import type { Log } from '../process/children/child-process.ts'
import { isLocked, lockFile, type KernelLock } from './kernel-lock.ts'
import { aptNext, aptRelease } from './nats-apt.ts'
import { natsRemedy } from './nats-remedy.ts'
import type { NatsSource } from './nats-source.ts'
import { pypi } from './nats-wheel.ts'
import { isExecutable, isOlder, pathFolders, versionOf } from './programs.ts'

/** The minimum version, which Debian 12 has. Older ones lack features that our streams need. */
export const oldestNats = '2.9.10'

/** The minimum version without known vulnerabilities: NATS advisories 2026-16 and 2026-18. */
export const patchedNats = '2.12.7'

export interface NatsServer {
  path: string
  version: string
  /** The source of the program, for users. */
  origin: string
  /** A one-sentence warning with its remedy. */
  notice?: string
}

export interface NatsSearch {
  cacheDir: string
  log?: Log | undefined
  /** @default process.env */
  env?: NodeJS.ProcessEnv
  /** Install folders of package managers, searched in addition to the PATH. */
  usualFolders?: readonly string[]
}

/**
 * Finds a nats-server: the one in QLEET_NATS_SERVER, otherwise an installed one, otherwise one from a package manager, which
 * is cached. Returns one with known vulnerabilities only if no package manager has a newer one, and with a notice.
 *
 * Throws `UNAVAILABLE`, with the remedy, when none is new enough.
 */
export async function findNatsServer(search: NatsSearch): Promise<NatsServer> {
  const {
    log,
    env = process.env,
    usualFolders = ['/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin'],
  } = search
  const cacheDir = resolve(search.cacheDir)
  const named = env['QLEET_NATS_SERVER']
  if (named !== undefined && named !== '') return withNotice(await namedServer(named), env)

  const folders = [...pathFolders(env), ...usualFolders]
  const patched = (await installedServers(folders, cacheDir)).find(isPatched)
  if (patched !== undefined) return patched
  const lock = await lockDownloads(cacheDir, log)
  try {
    // Another start may have downloaded one in the meantime.
    return await findOrFetch(await installedServers(folders, cacheDir), { cacheDir, log, env })
  } finally {
    lock.release()
  }
}

/** Waits for the downloads of other starts, which end within minutes, or with their process. */
async function lockDownloads(cacheDir: string, log: Log | undefined): Promise<KernelLock> {
  await mkdir(cacheDir, { recursive: true, mode: 0o700 })
  for (let isFirst = true; ; isFirst = false) {
    try {
      return lockFile(join(cacheDir, 'nats-server.lock'))
    } catch (error) {
      if (!isLocked(error)) throw error
      if (isFirst) log?.('waiting for another start, which downloads nats-server', { folder: cacheDir })
      await sleep(200)
    }
  }
}

async function findOrFetch(
  found: readonly NatsServer[],
  search: Required<Pick<NatsSearch, 'env'>> & NatsSearch,
): Promise<NatsServer> {
  const { cacheDir, env } = search
  const [best] = found.toSorted((a, b) => (isOlder(a.version, b.version) ? 1 : -1))
  const patched = found.find(isPatched)
  if (patched !== undefined) return patched
  // If an old version is available, downloads are attempted once a day, so that a missing network does not delay every start.
  if (best === undefined || (await isFirstTryToday(cacheDir))) {
    for (const source of [pypi, aptNext]) {
      const server = await fetchFrom(source, search)
      if (server !== undefined && isPatched(server)) return server
    }
  }
  const old = best ?? (await fetchFrom(aptRelease, search))
  if (old !== undefined) return withNotice(old, env)
  throw new PlatformError(
    'UNAVAILABLE',
    `No nats-server ${oldestNats} or newer was found: ${await natsRemedy(env)}`,
  )
}

async function namedServer(path: string): Promise<NatsServer> {
  const version = await natsVersion(path)
  if (version !== undefined && !isOlder(version, oldestNats))
    return { path, version, origin: 'QLEET_NATS_SERVER' }
  const what = version === undefined ? 'is not a nats-server that runs here' : `is version ${version}`
  throw new PlatformError(
    'UNAVAILABLE',
    `QLEET_NATS_SERVER is '${path}', which ${what}: set it to the path of nats-server ${oldestNats} or newer`,
  )
}

/** Returns the servers in the folders and in the cache. */
async function installedServers(folders: readonly string[], cacheDir: string): Promise<NatsServer[]> {
  const candidates = [
    ...[...new Set(folders)].map((folder) => ({ path: join(folder, 'nats-server'), origin: 'installed' })),
    ...[pypi, aptNext, aptRelease].map((source) => ({
      path: cachedFile(cacheDir, source),
      origin: source.origin,
    })),
  ]
  const servers: NatsServer[] = []
  for (const { path, origin } of candidates) {
    const version = (await isExecutable(path)) ? await natsVersion(path) : undefined
    if (version !== undefined && !isOlder(version, oldestNats)) servers.push({ path, version, origin })
  }
  return servers
}

function cachedFile(cacheDir: string, { id }: NatsSource): string {
  return join(cacheDir, `nats-server-${id}-${process.platform}-${process.arch}`)
}

/**
 * Downloads a server into the cache atomically. Returns undefined if the source is missing or fails, or if the server does
 * not run here.
 */
async function fetchFrom(
  source: NatsSource,
  { cacheDir, log, env }: Required<Pick<NatsSearch, 'env'>> & NatsSearch,
): Promise<NatsServer | undefined> {
  const startedAt = performance.now()
  const { origin } = source
  const folder = await mkdtemp(join(cacheDir, '.nats-download-'))
  try {
    const unpacked = await source.fetch(folder, env)
    if (unpacked === undefined) return undefined
    const binary = join(folder, 'nats-server')
    await copyFile(unpacked, binary)
    await chmod(binary, 0o755)
    const version = await natsVersion(binary)
    if (version === undefined || isOlder(version, oldestNats))
      throw new Error(version === undefined ? 'it does not run here' : `version ${version} is too old`)
    const path = cachedFile(cacheDir, source)
    await rename(binary, path)
    log?.('nats-server was downloaded', {
      origin,
      file: path,
      ms: Math.round(performance.now() - startedAt),
    })
    return { path, version, origin }
  } catch (error) {
    log?.('cannot download nats-server', { origin, error: describe(error) })
    return undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function describe(error: unknown): string {
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
  return output === '' ? String(error) : output
}

async function isFirstTryToday(cacheDir: string): Promise<boolean> {
  const file = join(cacheDir, 'nats-server-tried')
  const last = await stat(file).catch(() => undefined)
  if (last !== undefined && Date.now() - last.mtimeMs < 86_400_000) return false
  await writeFile(file, '')
  return true
}

function isPatched({ version }: NatsServer): boolean {
  return !isOlder(version, patchedNats)
}

async function withNotice(server: NatsServer, env: NodeJS.ProcessEnv): Promise<NatsServer> {
  if (isPatched(server)) return server
  const what = `nats-server ${server.version} has known vulnerabilities, which ${patchedNats} fixes`
  return { ...server, notice: `${what}: ${await natsRemedy(env)}` }
}

async function natsVersion(path: string): Promise<string | undefined> {
  return versionOf(path, /v(\d+\.\d+\.\d+)/)
}
