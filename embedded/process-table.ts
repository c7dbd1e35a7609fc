import { execFile } from 'node:child_process'
import { readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** One running process as the operating system sees it. */
export interface ProcessEntry {
  pid: number
  /** The command line: one item per argument where the system tells them apart, else a single item. */
  args: readonly string[]
  /** Working directory; absent where it may not be read. */
  cwd?: string
  /** Opaque; two processes that got the same pid differ in it. */
  startedAt: string
}

/** The process with this pid, or undefined when there is none or it is dead and merely not yet collected. */
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
    // The second field is the program's name in brackets, which may itself hold spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const state = fields[0]
    if (state === 'Z' || state === 'X') return undefined
    const args = commandLine.split('\0').filter((arg) => arg !== '')
    return { pid, args, startedAt: fields[19] ?? '', ...(cwd === undefined ? {} : { cwd }) }
  } catch {
    return undefined
  }
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

/** Whether the process was started with this text as one of its arguments. */
export function hasArgument(entry: ProcessEntry, argument: string): boolean {
  if (entry.args.length > 1) return entry.args.includes(argument)
  return ` ${entry.args[0] ?? ''} `.includes(` ${argument} `)
}
