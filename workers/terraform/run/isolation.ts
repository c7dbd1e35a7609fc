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

/** Returns the strongest isolation that the machine allows. */
export async function findIsolation(): Promise<Isolation> {
  const isolated = isolatedBy(hiddenFolders())
  if (process.platform !== 'linux') return limited
  try {
    const { program, args } = isolated.wrap({ program: 'true', args: [] })
    await promisify(execFile)(program, [...args], { timeout: 10_000 })
    return isolated
  } catch {
    // Many container runtimes forbid namespaces within containers.
    return limited
  }
}

const limits = `ulimit -f ${maxFileBlocks}; ulimit -c 0`

const limited: Isolation = {
  name: 'none',
  wrap: ({ program, args }) => ({
    program: 'sh',
    args: ['-c', `${limits}; exec "$0" "$@"`, program, ...args],
  }),
}

function isolatedBy(hidden: readonly string[]): Isolation {
  const hide = hidden.map((folder) => `mount -t tmpfs -o ro tmpfs ${quoted(folder)} && `).join('')
  return {
    name: 'namespaces',
    wrap: ({ program, args }) => ({
      program: 'unshare',
      args: [...unshare, 'sh', '-c', `${hide}${limits}; exec "$0" "$@"`, program, ...args],
    }),
  }
}

/** Returns the folders in which the machine of the worker may have credentials. */
function hiddenFolders(): string[] {
  const own = ['.aws', '.azure', '.config', '.docker', '.kube', '.ssh'].map((name) => join(homedir(), name))
  return [...own, '/run/secrets', '/var/run/secrets'].filter((folder) => existsSync(folder))
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
