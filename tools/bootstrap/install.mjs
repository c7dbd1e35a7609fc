import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { libc } from './libc.mjs'
import { withProgress } from './progress.mjs'
import { runQuietly } from './run.mjs'

/**
 * Reports whether node_modules matches package-lock.json on this platform. A manual installation counts too: it is
 * verified once and stamped.
 */
export function isInstalled(repository) {
  const desired = stampText(repository)
  if (readIfExists(stampFile(repository)) === desired) return true
  if (!agreesWithLock(repository)) return false
  ifWritable(() => writeFileSync(stampFile(repository), desired))
  return true
}

export async function install(repository) {
  await withProgress('Installing dependencies', async () => {
    try {
      await npm(repository, ['ci'])
    } catch (error) {
      // `npm ci` refuses a lock file that was written with a registry without builds for other platforms
      // (tools/complete-lock.mjs). `npm install` accepts it.
      if (!error.message.includes('EUSAGE')) throw error
      removeIfInterrupted(repository)
      await npm(repository, ['install', '--no-save'])
    }
  })
  writeFileSync(stampFile(repository), stampText(repository))
}

/** Removes an interrupted installation, of which `npm install` would keep partially written packages. */
function removeIfInterrupted(repository) {
  const folder = join(repository, 'node_modules')
  if (!existsSync(join(folder, '.package-lock.json'))) rmSync(folder, { recursive: true, force: true })
}

function npm(repository, args) {
  // npm sets this for scripts that it runs, and that npm is known to work. The current Node may be one that `npm ci`
  // has just removed.
  const cli = process.env.npm_execpath
  const isUsable = cli?.endsWith('npm-cli.js') && existsSync(process.execPath)
  const program = isUsable ? [process.execPath, cli] : ['npm']
  // Installs all dependencies whatever NODE_ENV or the user's settings exclude. No install script is required: that of
  // Prisma would attempt a download, and the links of the Postgres package are created at its first start.
  const whole = ['--include=dev', '--include=optional', '--include=peer', '--ignore-scripts']
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  const [command, ...all] = [...program, ...args, '--prefix', repository, ...whole, ...quiet]
  return runQuietly(command, all, { what: `npm ${args[0]}`, cwd: repository })
}

/**
 * Links programs into the folder in which npm and npx look for them: qleetctl, because npm links only programs of
 * dependencies, and Node, whose link npm 10 removes together with the Nodes of other platforms.
 */
export function linkPrograms(repository) {
  const programs = join(repository, 'node_modules/.bin')
  link(join(programs, 'qleetctl'), '../../bin/qleetctl')
  if (existsSync(join(programs, 'node'))) return
  const { optionalDependencies = {} } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
  const nodes = Object.keys(optionalDependencies).map((name) => `../${name}/bin/node`)
  const installed = nodes.find((target) => existsSync(join(programs, target)))
  if (installed === undefined) return
  ifWritable(() => chmodSync(join(programs, installed), 0o755))
  link(join(programs, 'node'), installed)
}

function link(path, target) {
  try {
    if (readlinkSync(path) === target) return
  } catch {
    // The path does not exist or is not a link.
  }
  ifWritable(() => {
    rmSync(path, { force: true })
    symlinkSync(target, path)
  })
}

/**
 * Ignores that a file cannot be written: the installation of another user works without it, and a concurrent start
 * writes the same content.
 */
function ifWritable(write) {
  try {
    write()
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'EEXIST'].includes(error.code)) throw error
  }
}

function stampFile(repository) {
  return join(repository, 'node_modules/.qleet-install-stamp')
}

function stampText(repository) {
  const lock = readFileSync(join(repository, 'package-lock.json'))
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`
}

/**
 * Reports whether npm's record of the installation matches the lock file. npm writes it last, so an interrupted
 * installation has none.
 */
function agreesWithLock(repository) {
  const record = readIfExists(join(repository, 'node_modules/.package-lock.json'))
  if (record === undefined) return false
  const installed = JSON.parse(record).packages
  const { '': project, ...desired } = JSON.parse(
    readFileSync(join(repository, 'package-lock.json'), 'utf8'),
  ).packages
  return Object.entries(desired).every(([path, entry]) => {
    const found = installed[path]
    if (found !== undefined) return found.version === entry.version && found.integrity === entry.integrity
    const isOurs = Object.hasOwn(project.optionalDependencies ?? {}, path.replace('node_modules/', ''))
    return (entry.optional || entry.peer) && !(isOurs && isForThisPlatform(entry))
  })
}

function isForThisPlatform(entry) {
  const isForLibc = entry.libc === undefined || entry.libc.includes(libc())
  return (
    [entry.os].flat().includes(process.platform) && [entry.cpu].flat().includes(process.arch) && isForLibc
  )
}

function readIfExists(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}
