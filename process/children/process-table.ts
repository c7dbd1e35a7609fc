import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A running process, as reported by the operating system. */
export interface ProcessEntry {
  pid: number
  /** The arguments; a single item with the whole command line if the system does not separate them. */
  args: readonly string[]
  /** The working directory; absent if it cannot be read. */
  cwd?: string
  /** An opaque start time, which differs between processes that reuse a pid. */
  startedAt: string
}

/** Returns the process with this pid; undefined if there is none or if it is a zombie. */
export async function findProcess(pid: number): Promise<ProcessEntry | undefined> {
  return process.platform === 'linux' ? fromProcFolder(pid) : fromPs(pid)
}

async function fromProcFolder(pid: number): Promise<ProcessEntry | undefined> {
  try {
    const [stat, commandLine, cwd] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
      readlink(`/proc/${pid}/cwd`).catch(() => undefined),
    ])
    const fields = statFields(stat)
    const state = fields[0]
    if (state === 'Z' || state === 'X') return undefined
    const args = commandLine.split('\0').filter((arg) => arg !== '')
    return { pid, args, startedAt: fields[19] ?? '', ...(cwd === undefined ? {} : { cwd }) }
  } catch {
    return undefined
  }
}

/**
 * Returns the fields of `/proc/PID/stat` from the third one, the state. The second is the program name in brackets, which may itself
 * contain spaces and brackets. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
export function statFields(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

async function fromPs(pid: number): Promise<ProcessEntry | undefined> {
  try {
    const { stdout } = await run('ps', ['-ww', '-o', 'stat=,lstart=,command=', '-p', String(pid)])
    const found = /^(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.*)$/s.exec(stdout.trim())
    const [, state, startedAt, command] = found ?? []
    if (state === undefined || startedAt === undefined || state.startsWith('Z')) return undefined
    return { pid, args: [command ?? ''], startedAt }
  } catch {
    return undefined
  }
}

/** Reports whether the process has this argument. */
export function hasArgument(entry: ProcessEntry, argument: string): boolean {
  if (entry.args.length > 1) return entry.args.includes(argument)
  return ` ${entry.args[0] ?? ''} `.includes(` ${argument} `)
}
