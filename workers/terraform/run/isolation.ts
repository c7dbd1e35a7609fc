import { execFile } from 'node:child_process'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { promisify } from 'node:util'

/*
 * Configurations run programs: providers, provisioners and external data sources. They get no environment of the worker, and on
 * Linux namespaces of their own, in which they see no process but theirs, no file of another run, and none of the credentials of the
 * worker. They have no capabilities in these namespaces, with which they could undo that.
 */

/** A command as it is started. */
export interface Command {
  program: string
  args: readonly string[]
}

export interface Isolation {
  /** For users. */
  name: 'namespaces' | 'none'
  /** @param hidden Further files and folders that the command must not see. */
  wrap(command: Command, hidden?: readonly string[]): Command
}

export interface Limits {
  /** The folder of the run; those of other runs are beside it. */
  folder: string
  /** The memory that each process may use. */
  memoryMegabytes: number
  /** Files and folders that programs must not see, besides the usual ones. */
  hidden: readonly string[]
}

/** The maximum size of a file that a configuration may write, in blocks of 512 bytes: 8 GiB. */
const maxFileBlocks = 16 * 1024 * 1024

const unshare = ['--user', '--map-root-user', '--mount', '--pid', '--mount-proc', '--fork', '--kill-child']

/** Takes the capabilities of a command, which would let it unmount what hides files. */
const powerless = ['setpriv', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--']

/** Returns the strongest isolation that the machine allows. */
export async function findIsolation({ folder, memoryMegabytes, hidden: given }: Limits): Promise<Isolation> {
  const ends = (await works(endsWithParent({ program: 'true', args: [] }))) ? endsWithParent : unchanged
  const usual = [...credentialPaths(), ...given]
  const limits = limitsOf(memoryMegabytes)
  const isolate = (command: Command, hidden: readonly string[] = []): Command =>
    ends(inNamespaces(command, { folder, hidden: [...usual, ...hidden], limits }))
  // Many container runtimes forbid namespaces within containers.
  return (await works(isolate({ program: 'true', args: [] })))
    ? { name: 'namespaces', wrap: isolate }
    : { name: 'none', wrap: (command) => ends(limited(command, limits)) }
}

async function works({ program, args }: Command): Promise<boolean> {
  if (process.platform !== 'linux') return false
  return promisify(execFile)(program, [...args], { timeout: 10_000 }).then(
    () => true,
    () => false,
  )
}

function unchanged(command: Command): Command {
  return command
}

/** Ends a command with the run that has started it, however that ends: the next run must not find it at work. */
function endsWithParent({ program, args }: Command): Command {
  return { program: 'setpriv', args: ['--pdeathsig', 'KILL', '--', program, ...args] }
}

/** Returns the commands of a shell that limit all processes that it starts. */
function limitsOf(memoryMegabytes: number): string {
  // The data of a process: its address space would include what programs in Go reserve without using it.
  const memory = process.platform === 'linux' ? ` && ulimit -d ${memoryMegabytes * 1024}` : ''
  return `ulimit -f ${maxFileBlocks} && ulimit -c 0${memory}`
}

function limited({ program, args }: Command, limits: string): Command {
  return { program: 'sh', args: ['-c', `${limits} && exec "$0" "$@"`, program, ...args] }
}

interface Namespaces {
  folder: string
  hidden: readonly string[]
  limits: string
}

function inNamespaces({ program, args }: Command, { folder, hidden, limits }: Namespaces): Command {
  const script = [
    'here=$(pwd)',
    // The folder of the run stays the working directory while other mounts cover it.
    `cd ${quoted(folder)}`,
    ...outermost(hidden).map(hide),
    `mkdir -p ${quoted(dirname(folder))}`,
    `${emptyFolder} ${quoted(dirname(folder))}`,
    `mkdir -p ${quoted(folder)}`,
    `mount --no-canonicalize --bind . ${quoted(folder)}`,
    'cd "$here"',
    limits,
    `exec ${powerless.join(' ')} "$0" "$@"`,
  ].join(' && ')
  return { program: 'unshare', args: [...unshare, 'sh', '-c', script, program, ...args] }
}

const emptyFolder = 'mount -t tmpfs -o size=64k tmpfs'

/** Returns the paths that exist, without links and without those within others, which are not there any more once these are covered. */
function outermost(paths: readonly string[]): string[] {
  const real = new Set(paths.filter((path) => existsSync(path)).map((path) => realpathSync(path)))
  return [...real].filter((path) => ![...real].some((other) => path.startsWith(`${other}${sep}`)))
}

/** Returns the command of a shell that covers a folder or a file with an empty one. */
function hide(path: string): string {
  return statSync(path).isDirectory()
    ? `${emptyFolder} ${quoted(path)}`
    : `mount --bind /dev/null ${quoted(path)}`
}

/** Returns the files and folders in which the machine of the worker may have credentials. */
function credentialPaths(): string[] {
  const folders = ['.aws', '.azure', '.config', '.docker', '.gnupg', '.kube', '.ssh', '.terraform.d']
  const files = ['.git-credentials', '.netrc', '.npmrc', '.pypirc', '.terraformrc', '.tofurc', '.vault-token']
  return [...[...folders, ...files].map((name) => join(homedir(), name)), '/run/secrets', '/var/run/secrets']
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
