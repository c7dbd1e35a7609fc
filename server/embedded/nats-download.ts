import { execFile } from 'node:child_process'
import { chmod, copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { PlatformError } from '../../schema/errors.ts'
import type { Log } from './child-process.ts'

const run = promisify(execFile)

/**
 * Puts Debian's (or Ubuntu's) nats-server at `target`. Nothing is installed and no folder of the system is
 * written, so any user may. Several at the same time each do it for themselves; the last one's file stays.
 */
export async function downloadNatsServer(target: string, log?: Log): Promise<void> {
  const startedAt = performance.now()
  log?.('downloading nats-server with apt, this once')
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(dirname(target), '.nats-download-'))
  try {
    const archive = await downloadPackage(folder)
    const unpacked = join(folder, 'unpacked')
    await run('dpkg-deb', ['-x', archive, unpacked])
    const binary = join(folder, 'nats-server')
    await copyFile(join(unpacked, 'usr/sbin/nats-server'), binary)
    await chmod(binary, 0o755)
    await rename(binary, target)
    log?.('nats-server is in the cache', { file: target, ms: Math.round(performance.now() - startedAt) })
  } catch (cause) {
    throw new PlatformError(
      'UNAVAILABLE',
      `nats-server could not be downloaded with apt: install it yourself, or set QLEET_NATS_SERVER to its path.\n${describe(cause)}`,
      { cause },
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function downloadPackage(folder: string): Promise<string> {
  // With the lists this machine has, it takes a second. An image that was slimmed has none, or old ones that
  // name a package the mirror has replaced since: then with lists of our own.
  const lists = join(folder, 'lists')
  const cache = join(folder, 'cache')
  await mkdir(join(lists, 'partial'), { recursive: true })
  await mkdir(join(cache, 'archives/partial'), { recursive: true })
  const ownCache = ['-o', `Dir::Cache=${cache}`]
  const ownLists = [...ownCache, '-o', `Dir::State::Lists=${lists}`]
  try {
    await apt(folder, [...ownCache, 'download', 'nats-server'])
  } catch {
    await apt(folder, [...ownLists, 'update'])
    await apt(folder, [...ownLists, 'download', 'nats-server'])
  }
  const archive = (await readdir(folder)).find((name) => name.endsWith('.deb'))
  if (archive === undefined) throw new Error('apt-get download left no package behind')
  return join(folder, archive)
}

async function apt(folder: string, args: readonly string[]): Promise<void> {
  // As root, apt would hand the download to a user `_apt`, who cannot write here.
  const quiet = ['-qq', '-o', 'APT::Sandbox::User=root', '-o', 'Acquire::Retries=2']
  const timeouts = ['-o', 'Acquire::http::Timeout=30', '-o', 'Acquire::https::Timeout=30']
  await run('apt-get', [...quiet, ...timeouts, ...args], { cwd: folder, timeout: 300_000 })
}

function describe(error: unknown): string {
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
  return output === '' ? String(error) : output
}
