import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/*
 * Configurations run programs: providers, provisioners and external data sources. They get no environment of the worker, and on
 * Linux namespaces of their own, in which they see no process but theirs and none of the credentials of the worker.
 */

/** A command as it is started. */
export interface Command {
  program: string
  args: readonly string[]
}

export interface Isolation {
  /** For users. */
  name: 'namespaces' | 'none'
  wrap(command: Command): Command
}

/** The maximum size of a file that a configuration may write, in blocks of 512 bytes: 8 GiB. */
const maxFileBlocks = 16 * 1024 * 1024

const unshare = ['--user', '--map-root-user', '--mount', '--pid', '--mount-proc', '--fork', '--kill-child']

/**
 * Returns the strongest isolation that the machine allows.
 *
 * @param memoryMegabytes The memory that each process may use.
 */
export async function findIsolation(memoryMegabytes: number): Promise<Isolation> {
  const ends = (await works(endsWithParent({ program: 'true', args: [] }))) ? endsWithParent : unchanged
  const hidden = hiddenFolders()
  const limits = limitsOf(memoryMegabytes)
  const isolate = (command: Command): Command => ends(inNamespaces(command, { hidden, limits }))
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
  const memory = process.platform === 'linux' ? `; ulimit -d ${memoryMegabytes * 1024}` : ''
  return `ulimit -f ${maxFileBlocks}; ulimit -c 0${memory}`
}

function limited({ program, args }: Command, limits: string): Command {
  return { program: 'sh', args: ['-c', `${limits}; exec "$0" "$@"`, program, ...args] }
}

function inNamespaces(
  { program, args }: Command,
  { hidden, limits }: { hidden: readonly string[]; limits: string },
): Command {
  const hide = hidden.map((folder) => `mount -t tmpfs -o ro tmpfs ${quoted(folder)} && `).join('')
  const script = `${hide}${limits}; exec "$0" "$@"`
  return { program: 'unshare', args: [...unshare, 'sh', '-c', script, program, ...args] }
}

/** Returns the folders in which the machine of the worker may have credentials. */
function hiddenFolders(): string[] {
  const own = ['.aws', '.azure', '.config', '.docker', '.kube', '.ssh'].map((name) => join(homedir(), name))
  return [...own, '/run/secrets', '/var/run/secrets'].filter((folder) => existsSync(folder))
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
