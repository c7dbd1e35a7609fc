import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PlatformError } from '../../schema/errors.ts'
import { CommandFailure, exits } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { TaskList } from '../terminal/task-list.ts'
import { saveInstance } from './context-entry.ts'
import type { FirstRuntimeProvider } from './first-runtime.ts'
import { readInfo, type ControlPlaneInfo, type LocalLocation } from './location.ts'
import { isAlive } from './process.ts'
import { programName, setUp, type RunningControlPlane } from './running.ts'

interface Attach {
  location: LocalLocation
  options: {
    foreground: boolean
    sample: boolean
    empty: boolean
    runtime: FirstRuntimeProvider | undefined
    port: number | undefined
  }
  /** Pid of the supervisor that holds the data directory. */
  pid: number
  /** Deadline on the clock of `performance.now()`. */
  deadline: number
}

/**
 * Attaches to a control plane that is already running or starting, and sets it up as requested. Returns undefined if it
 * has exited in the meantime.
 */
export async function attach(
  context: CommandContext,
  attached: Attach,
): Promise<RunningControlPlane | undefined> {
  const { io, config } = context
  const { location, options, pid, deadline } = attached
  const { name } = location
  const stays = options.foreground
    ? ` It keeps running after this command. To stop it: ${programName(io)} down --name ${name}`
    : ''
  io.stderr.write(
    (await infoOf(attached)) === undefined
      ? `Control plane "${name}" is being started or stopped by process ${pid}; waiting.\n`
      : `Control plane "${name}" is already running (process ${pid}).${stays}\n`,
  )
  const info = await untilReady(context, attached)
  if (info !== undefined) {
    refuseOtherPort(info, options.port)
    const tasks = new TaskList(io)
    await saveInstance(config, info.name, info)
    try {
      const { sample, empty, runtime: provider } = options
      const running = await setUp({ io, tasks, info, sample, empty, provider, deadline })
      if ((await infoOf(attached)) !== undefined) return running
    } catch (error) {
      if (io.signal.aborted || (await infoOf(attached)) !== undefined) throw error
    } finally {
      tasks.end()
    }
    await untilExited(context, attached)
  }
  io.stderr.write(`Control plane "${name}" has exited; starting it.\n`)
  return undefined
}

/** Refuses a port that the running server does not have. Without a restart it would have no effect. */
function refuseOtherPort({ name, serverUrl }: ControlPlaneInfo, port: number | undefined): void {
  const current = Number(new URL(serverUrl).port)
  if (port === undefined || port === 0 || port === current) return
  throw new PlatformError(
    'CONFLICT',
    `control plane "${name}" is already running on port ${current}, so it cannot listen on port ${port}. ` +
      `To change its port: qleetctl down --name ${name} && qleetctl up --name ${name} --port ${port}`,
  )
}

/** Returns the info of the running supervisor. It deletes the file first when stopping; a killed one leaves a stale file. */
async function infoOf({ location, pid }: Attach): Promise<ControlPlaneInfo | undefined> {
  const info = await readInfo(location.dataDir)
  return info?.pid === pid && isAlive(pid) ? info : undefined
}

/** Waits until the control plane is ready. Returns undefined if the process exits instead. */
async function untilReady({ io }: CommandContext, attached: Attach): Promise<ControlPlaneInfo | undefined> {
  while (isAlive(attached.pid)) {
    const info = await infoOf(attached)
    if (info !== undefined) return info
    if (performance.now() > attached.deadline) throw timeoutError(attached, 'neither become ready nor exited')
    await sleep(100, undefined, { signal: io.signal })
  }
  return undefined
}

async function untilExited({ io }: CommandContext, attached: Attach): Promise<void> {
  while (isAlive(attached.pid)) {
    if (performance.now() > attached.deadline) throw timeoutError(attached, 'not exited')
    await sleep(100, undefined, { signal: io.signal })
  }
}

function timeoutError({ pid, location }: Attach, what: string): CommandFailure {
  const logs = join(location.dataDir, 'logs')
  return new CommandFailure(exits.timeout, `process ${pid} has ${what} in time. See the logs in ${logs}.`)
}
