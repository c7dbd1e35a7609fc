import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CommandFailure, exits } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { TaskList } from '../terminal/task-list.ts'
import { saveInstance } from './context-entry.ts'
import { readInfo, type ControlPlaneInfo, type LocalLocation } from './location.ts'
import { isAlive } from './process.ts'
import { programName, setUp, type RunningControlPlane } from './running.ts'

interface Attach {
  location: LocalLocation
  options: { foreground: boolean; sample: boolean; empty: boolean }
  /** Of the supervisor that has the folder. */
  pid: number
  /** When waiting ends, as `performance.now()` tells time. */
  deadline: number
}

/**
 * Uses a control plane that somebody has started before; what is asked for in it happens all the same. Undefined when it
 * has ended meanwhile.
 */
export async function attach(
  context: CommandContext,
  attached: Attach,
): Promise<RunningControlPlane | undefined> {
  const { io, config } = context
  const { location, options, pid, deadline } = attached
  const { name } = location
  const stays = options.foreground
    ? ` It goes on when this ends; to stop it: ${programName(io)} down --name ${name}`
    : ''
  io.stderr.write(
    (await infoOf(attached)) === undefined
      ? `Control plane "${name}" is being started or stopped already (process ${pid}): waiting for that.\n`
      : `Control plane "${name}" is running already (process ${pid}).${stays}\n`,
  )
  const info = await untilReady(context, attached)
  if (info !== undefined) {
    const tasks = new TaskList(io)
    await saveInstance(config, info.name, info)
    try {
      const { sample, empty } = options
      const running = await setUp({ io, tasks, info, sample, empty, deadline })
      if ((await infoOf(attached)) !== undefined) return running
    } catch (error) {
      if (io.signal.aborted || (await infoOf(attached)) !== undefined) throw error
    } finally {
      tasks.end()
    }
    await untilEnded(context, attached)
  }
  io.stderr.write(`Control plane "${name}" has ended: starting it.\n`)
  return undefined
}

/** What it has written down once it was ready. That goes first when it is to stop; a killed one leaves its own behind. */
async function infoOf({ location, pid }: Attach): Promise<ControlPlaneInfo | undefined> {
  const info = await readInfo(location.dataDir)
  return info?.pid === pid && isAlive(pid) ? info : undefined
}

/** Undefined when the process ends instead. */
async function untilReady({ io }: CommandContext, attached: Attach): Promise<ControlPlaneInfo | undefined> {
  while (isAlive(attached.pid)) {
    const info = await infoOf(attached)
    if (info !== undefined) return info
    if (performance.now() > attached.deadline) throw late(attached, 'neither become ready nor ended')
    await sleep(100, undefined, { signal: io.signal })
  }
  return undefined
}

async function untilEnded({ io }: CommandContext, attached: Attach): Promise<void> {
  while (isAlive(attached.pid)) {
    if (performance.now() > attached.deadline) throw late(attached, 'not ended')
    await sleep(100, undefined, { signal: io.signal })
  }
}

function late({ pid, location }: Attach, what: string): CommandFailure {
  const logs = join(location.dataDir, 'logs')
  return new CommandFailure(exits.timeout, `process ${pid} has ${what} in time. The logs are in ${logs}.`)
}
