import { readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileEntry, type Entry } from './entry.ts'
import type { Locked, LockedPackage } from './lock.ts'

/** The folder of QleetOS in the image. */
export const home = 'opt/qleetos'

/** Returns the files of the packages that servers and workers need, as they are installed. */
export async function dependencyEntries(lock: Locked, root: string): Promise<Entry[]> {
  const entries: Entry[] = []
  for (const each of lock.production) {
    await assertInstalled(each, root)
    for (const path of await filesOf(join(root, each.path)))
      // Packages within packages have entries of their own.
      if (!/(^|\/)node_modules\//.test(path) && isUsed(each, path))
        entries.push(installed(`${each.path}/${path}`, root))
  }
  return entries
}

/** Throws when the installation differs from the lock file, which pins what the image contains. */
async function assertInstalled({ path, name, version }: LockedPackage, root: string): Promise<void> {
  const text = await readFile(join(root, path, 'package.json'), 'utf8').catch(() => '{}')
  const found = (JSON.parse(text) as { version?: string }).version
  if (found === version) return
  throw new Error(
    `${path} has version ${found ?? 'none'} of ${name}, not ${version} of package-lock.json: run npm ci`,
  )
}

/** Types, source maps, documentation, tests, and binaries for other runtimes. */
const unused = [
  /\.d\.[cm]?ts$/,
  /\.map$/,
  /\.(md|markdown|flow|tsbuildinfo)$/i,
  /(^|\/)(prebuilds|__tests__|tests?|benchmarks?|\.github)\//,
]
/** The query compilers of Prisma for other databases. */
const otherDatabases = /^runtime\/query_compiler_.*(cockroachdb|mysql|sqlite|sqlserver)/

function isUsed({ name }: LockedPackage, path: string): boolean {
  if (name === '@prisma/client' && otherDatabases.test(path)) return false
  return (
    /(^|\/)(licen[cs]e|notice|copying)[^/]*$/i.test(path) || !unused.some((pattern) => pattern.test(path))
  )
}

/** The folders and files of QleetOS that servers, workers and qleetctl need. */
const parts = [
  'CHANGELOG.md',
  'LICENSE',
  'client-sdk',
  'deploy/helm',
  'dist/web',
  'package.json',
  'prisma/client.ts',
  'prisma/generated',
  'prisma/migrate.ts',
  'prisma/migrations',
  'process',
  'schema',
  'server',
  'telemetry',
  'workers',
]
/** Other files in these folders, such as somebody's notes, do not belong into an image. */
const isSource =
  /(\.(ts|mts|mjs|js|css|html|json|sql|toml|yaml|tpl|txt|md|ttf|br|gz)|\/LICENSE|\.helmignore)$/

/** The programs, as they are bundled. */
const bundles = [
  'dist/cli/qleetctl.mjs',
  'dist/programs/server/main.mjs',
  'dist/programs/server/manifests/thread.mjs',
  'dist/programs/workers/main.mjs',
  'dist/programs/workers/terraform/run/main.mjs',
  'dist/programs/workers/thread.mjs',
]

/** Returns the files of QleetOS. */
export async function applicationEntries(root: string): Promise<Entry[]> {
  const entries: Entry[] = []
  for (const part of parts) {
    const isFolder = (await stat(join(root, part))).isDirectory()
    const paths = isFolder ? (await filesOf(join(root, part))).map((path) => `${part}/${path}`) : [part]
    for (const path of paths) if (isSource.test(`/${path}`)) entries.push(installed(path, root))
  }
  for (const path of await withChunks(bundles, root)) entries.push(installed(path, root))
  return [...entries, fileEntry('usr/local/bin/qleetctl', await readFile(launcher, 'utf8'), 0o755)]
}

/** Returns bundles with the chunks that they load. Chunks of earlier builds are left out. */
async function withChunks(files: readonly string[], root: string): Promise<Set<string>> {
  const found = new Set(files)
  for (const path of found) {
    const text = await readFile(join(root, path), 'utf8')
    for (const [, chunk = ''] of text.matchAll(/["']((?:\.\.?\/)+[\w/-]+\.mjs)["']/g))
      found.add(join(dirname(path), chunk))
  }
  return found
}

const launcher = new URL('./qleetctl.cjs', import.meta.url)

function installed(path: string, root: string): Entry {
  return { path: `${home}/${path}`, mode: 0o644, content: { read: () => readFile(join(root, path)) } }
}

/** Returns the paths of the files in a folder, relative to it. */
async function filesOf(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name).slice(folder.length + 1))
}
