import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { removeDataFolder } from '../../process/children/data-folder.ts'
import { PlatformError } from '../../schema/errors.ts'
import { CommandFailure, exits } from '../cli-error.ts'
import type { CommandContext } from '../context.ts'
import { TaskList } from '../terminal/task-list.ts'
import { removeInstance } from './context-entry.ts'
import { localLocation, type LocalLocation } from './location.ts'
import { commandOf, findSupervisor, supervisorSource, waitUntilExited } from './process.ts'

interface DownOptions {
  name: string | undefined
  data: string | undefined
  purge: boolean
}

export async function down({ options }: { options: DownOptions }, context: CommandContext): Promise<void> {
  const location = await localLocation(context, options)
  if (!existsSync(location.dataDir)) {
    const { QleetOSInstances: instances } = await context.config.read()
    const isKnown = instances.some(
      ({ Name, DataDir }) => Name === location.name && DataDir === location.dataDir,
    )
    if (!isKnown)
      throw new PlatformError(
        'NOT_FOUND',
        `there is no control plane "${location.name}" on this machine, in ${location.dataDir}`,
      )
  } else {
    assertDataFolder(location)
    await stopControlPlane(context, location)
    if (options.purge) await removeDataFolder(location.dataDir)
  }
  const { stdout } = context.io
  if (!options.purge)
    stdout.write(`Control plane "${location.name}" stopped. Its data is kept in ${location.dataDir}.\n`)
  else {
    await removeInstance(context.config, location)
    stdout.write(`Control plane "${location.name}" and its data deleted.\n`)
  }
}

/** Throws unless the folder contains the data of a control plane, so that no other folder is ever deleted. */
function assertDataFolder({ dataDir }: LocalLocation): void {
  const knownFiles = ['admin-token', 'control-plane.lock', 'postgres', 'progress.jsonl', 'logs']
  if (knownFiles.some((file) => existsSync(join(dataDir, file)))) return
  throw new PlatformError('INVALID_INPUT', `${dataDir} contains no data of a control plane`)
}

/** Stops a control plane gracefully, including processes that a killed supervisor left behind. */
async function stopControlPlane({ io }: CommandContext, { name, dataDir }: LocalLocation): Promise<void> {
  const pid = await findSupervisor(dataDir)
  const wasKilled =
    pid === undefined && ['control-plane.pid', 'state.json'].some((file) => existsSync(join(dataDir, file)))
  if (pid === undefined && !wasKilled) {
    io.stderr.write(`Control plane "${name}" is not running.\n`)
    return
  }
  const tasks = new TaskList(io)
  const title = `Stopping control plane "${name}"`
  tasks.set('stop', { title, state: 'running' })
  try {
    if (pid !== undefined) await stopSupervisor(pid, dataDir)
    else await stopStaleProcesses(dataDir)
    tasks.set('stop', { title, state: 'done' })
  } catch (error) {
    tasks.set('stop', { title, state: 'failed' })
    throw error
  } finally {
    tasks.end()
  }
}

async function stopSupervisor(pid: number, dataDir: string): Promise<void> {
  process.kill(pid, 'SIGTERM')
  if (await waitUntilExited(pid, 40_000)) return
  process.kill(pid, 'SIGKILL')
  if (!(await waitUntilExited(pid, 5000)))
    throw new CommandFailure(exits.failed, `process ${pid} does not stop`)
  await stopStaleProcesses(dataDir)
}

async function stopStaleProcesses(dataDir: string): Promise<void> {
  const [node, program] = await commandOf(supervisorSource)
  await promisify(execFile)(node, [program, '--data', dataDir, '--stop'], {
    timeout: 120_000,
  }).catch((cause: unknown) => {
    const message = `cannot stop the processes that a killed control plane left in ${dataDir}: ${String(cause)}`
    throw new PlatformError('UNAVAILABLE', message, { cause })
  })
}
