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
 * Whether node_modules is what package-lock.json says, for this platform. An installation by hand counts too;
 * it is recognised once and stamped.
 */
export function isInstalled(repository) {
  const desired = stampText(repository)
  if (readIfThere(stampFile(repository)) === desired) return true
  if (!agreesWithLock(repository)) return false
  ifWritable(() => writeFileSync(stampFile(repository), desired))
  return true
}

export async function install(repository) {
  await withProgress('Installing dependencies', async () => {
    try {
      await npm(repository, ['ci'])
    } catch (error) {
      // A lock file written where the registry lacks builds for other platforms (tools/complete-lock.mjs) is
      // refused by `npm ci`. `npm install` takes what it names and passes over what it lacks.
      if (!error.message.includes('EUSAGE')) throw error
      removeIfInterrupted(repository)
      await npm(repository, ['install', '--no-save'])
    }
  })
  writeFileSync(stampFile(repository), stampText(repository))
}

/** `npm install` would keep a package of which only half was written. */
function removeIfInterrupted(repository) {
  const folder = join(repository, 'node_modules')
  if (!existsSync(join(folder, '.package-lock.json'))) rmSync(folder, { recursive: true, force: true })
}

function npm(repository, args) {
  // npm sets this for the scripts it runs; the npm that runs us is one that works. The Node that runs us may
  // have been one of those just removed.
  const cli = process.env.npm_execpath
  const isUsable = cli?.endsWith('npm-cli.js') && existsSync(process.execPath)
  const program = isUsable ? [process.execPath, cli] : ['npm']
  // Whatever NODE_ENV or the user's settings leave out. No script of a dependency is needed: Prisma's would
  // try a download, and links in the Postgres package are made when it first starts.
  const whole = ['--include=dev', '--include=optional', '--include=peer', '--ignore-scripts']
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  const [command, ...all] = [...program, ...args, '--prefix', repository, ...whole, ...quiet]
  return runQuietly(command, all, { what: `npm ${args[0]}`, cwd: repository })
}

/**
 * Puts programs where npm and npx look for them: our own, which npm does for dependencies only, and Node, whose
 * link npm 10 removes again together with the Nodes for other platforms.
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
    // Not there, or not a link.
  }
  ifWritable(() => {
    rmSync(path, { force: true })
    symlinkSync(target, path)
  })
}

/** An installation of another user serves as well without our marks; two starts at once make the same ones. */
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

/** npm writes down what it installed when it is done, so an interrupted installation has no such file. */
function agreesWithLock(repository) {
  const written = readIfThere(join(repository, 'node_modules/.package-lock.json'))
  if (written === undefined) return false
  const installed = JSON.parse(written).packages
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

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}
