import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PlatformError } from '../../schema/errors.ts'
import { unlessAborted } from '../unless-aborted.ts'
import { readSmallFile, writeSmallFile } from './data-folder.ts'
import { findProcess, hasArgument } from './process-table.ts'

/** Writes a log entry with fields. */
export type Log = (message: string, fields?: Record<string, unknown>) => void

export interface ChildSpec {
  /** The name of the pid file `<dataDir>/NAME.pid` and of the log `<dataDir>/logs/NAME.log`. */
  name: string
  dataDir: string
  command: string
  args: readonly string[]
  /** An argument that contains the data folder; a later run recognises the process by it. */
  ownArgument: string
  /** The account to run under. @default the account of this process */
  account?: { uid: number; gid: number } | undefined
  env?: NodeJS.ProcessEnv
  /** Returns settings that are not known yet. The child loads its modules until they are, and reads them with `receiveSettings`. */
  settings?: () => Promise<Record<string, string>>
  /** Resolves once the child is ready. Retried while it rejects. */
  probe: () => Promise<void>
  /** From the start of the child, or from when it has its settings. @default 10_000 */
  readyWithinMs?: number
  /** The signal that requests a graceful exit. @default 'SIGTERM' */
  stopSignal?: NodeJS.Signals
  /** Milliseconds between that signal and SIGKILL. @default 10_000 */
  graceMs?: number
  /** Stops the child if it is not ready yet. */
  signal?: AbortSignal | undefined
  log?: Log | undefined
}

export interface ExitStatus {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface Child {
  pid: number
  /** Resolves when the process exits, expectedly or not. */
  exited: Promise<ExitStatus>
  /** Stops the process; resolves when it has exited. Idempotent. */
  stop(): Promise<void>
}

/**
 * Starts a child process and waits until it is ready. Its output goes directly to a file, so that it can outlive this
 * process without a broken pipe. It has its own process group, so that Ctrl-C in the terminal reaches only this process,
 * which then stops its children in the right order.
 *
 * Throws `UNAVAILABLE`, with the last lines of its log, when it exits or times out before it is ready.
 */
export async function startChild(spec: ChildSpec): Promise<Child> {
  const logFile = join(spec.dataDir, 'logs', `${spec.name}.log`)
  const output = openLog(logFile)
  const logStart = statSync(logFile).size
  const options: SpawnOptions = {
    detached: true,
    stdio: [spec.settings === undefined ? 'ignore' : 'pipe', output, output],
    cwd: '/',
    env: spec.env ?? process.env,
    ...spec.account,
  }
  const startedAt = performance.now()
  const child = spawn(spec.command, spec.args, options)
  closeSync(output)

  let status: ExitStatus | undefined
  let spawnError: Error | undefined
  const exited = new Promise<ExitStatus>((resolve) => {
    function onExit(code: number | null, signal: NodeJS.Signals | null): void {
      status = { code, signal }
      resolve(status)
    }
    child.once('exit', onExit)
    child.once('error', (error) => {
      spawnError = error
      onExit(null, null)
    })
  })
  const pid = child.pid
  if (pid === undefined) {
    await exited
    throw new PlatformError('UNAVAILABLE', `'${spec.command}' cannot be run`, { cause: spawnError })
  }
  const pidFile = pidFileOf(spec)
  await writeSmallFile(pidFile, `${pid}\n${spec.ownArgument}`)

  async function stopOnce(): Promise<void> {
    if (status === undefined) child.kill(spec.stopSignal ?? 'SIGTERM')
    const exit = await Promise.race([exited, delay(spec.graceMs ?? 10_000, undefined, { ref: false })])
    if (exit === undefined) child.kill('SIGKILL')
    await exited
    await rm(pidFile, { force: true })
  }
  let stopping: Promise<void> | undefined
  function stop(): Promise<void> {
    return (stopping ??= stopOnce())
  }

  await sendSettings(child, { ...spec, exited }).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const deadline = performance.now() + (spec.readyWithinMs ?? 10_000)
  for (;;) {
    try {
      await spec.probe()
      if (status === undefined) break
    } catch (cause) {
      const isStopped = spec.signal?.aborted === true
      if (status === undefined && performance.now() < deadline && !isStopped) {
        await Promise.race([exited, delay(15)])
        continue
      }
      const why =
        status === undefined
          ? isStopped
            ? 'was stopped before it was ready'
            : 'did not become ready in time'
          : `exited during startup (${describeExit(status)})`
      await stop()
      const tail = await lastLines(logFile, logStart)
      throw new PlatformError('UNAVAILABLE', `${spec.name} ${why}. Last lines of '${logFile}':\n${tail}`, {
        cause,
      })
    }
  }
  const fields = { process: spec.name, pid }
  spec.log?.('embedded process is ready', { ...fields, ms: Math.round(performance.now() - startedAt) })
  async function logExit(): Promise<void> {
    const exit = await exited
    spec.log?.('embedded process exited', { ...fields, ...exit, expected: stopping !== undefined })
  }
  void logExit()
  return { pid, exited, stop }
}

/** Sends the settings to the child once they are known. Returns early if it ends before. Rejects if there will be no settings. */
async function sendSettings(
  { stdin }: ChildProcess,
  { settings, signal, exited }: Pick<ChildSpec, 'settings' | 'signal'> & { exited: Promise<unknown> },
): Promise<void> {
  if (stdin === null || settings === undefined) return
  // The child may exit before it has read them.
  stdin.on('error', () => undefined)
  const known = Promise.race([settings(), exited.then(() => undefined)])
  const sent = await (signal === undefined ? known : unlessAborted(known, signal)).catch((error: unknown) => {
    if (signal?.aborted !== true) throw error
  })
  if (sent !== undefined) stdin.end(JSON.stringify(sent))
}

function pidFileOf({ dataDir, name }: Pick<ChildSpec, 'dataDir' | 'name'>): string {
  return join(dataDir, `${name}.pid`)
}

/** Opens the log for appending. Rotates a log larger than 10 MB first, replacing the previously rotated one. */
function openLog(file: string): number {
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > 10_000_000) renameSync(file, `${file}.1`)
  return openSync(file, 'a', 0o600)
}

async function lastLines(file: string, from: number): Promise<string> {
  const log = await open(file)
  try {
    const size = (await log.stat()).size
    const start = Math.max(from, size - 4000)
    const { buffer, bytesRead } = await log.read(Buffer.alloc(size - start), 0, size - start, start)
    return buffer.toString('utf8', 0, bytesRead).trimEnd().split('\n').slice(-12).join('\n')
  } finally {
    await log.close()
  }
}

function describeExit({ code, signal }: ExitStatus): string {
  return signal === null ? `exit code ${code}` : `signal ${signal}`
}

/** A process that an earlier run may have left behind. */
export interface StaleProcess {
  /** The file with the pid in its first line. */
  pidFile: string
  /** {@link ChildSpec.ownArgument} of that run. */
  ownArgument: string
  /** @default 'SIGTERM' */
  stopSignal?: NodeJS.Signals
  /** @default 10_000 */
  graceMs?: number
  log?: Log | undefined
}

/** Returns the process that an earlier {@link startChild} with the same spec may have left behind. */
export function staleProcessOf(spec: Omit<ChildSpec, 'command' | 'args' | 'probe'>): StaleProcess {
  return { ...spec, pidFile: pidFileOf(spec) }
}

/**
 * Stops a process that an earlier run left behind because it was killed, and removes its pid file. The pid may have been
 * reused, so the process is only stopped if it has our own argument.
 */
export async function stopStaleProcess(stale: StaleProcess): Promise<void> {
  const { pidFile, ownArgument } = stale
  const pid = Number.parseInt((await readSmallFile(pidFile)) ?? '', 10)
  if (Number.isNaN(pid)) return
  const found = await findProcess(pid)
  if (found !== undefined && hasArgument(found, ownArgument)) {
    stale.log?.('stopping a stale process of an earlier run', { pid })
    const hasExited = async () => (await findProcess(pid))?.startedAt !== found.startedAt
    sendSignal(pid, stale.stopSignal ?? 'SIGTERM')
    if (!(await waitUntil(hasExited, stale.graceMs ?? 10_000))) {
      sendSignal(pid, 'SIGKILL')
      await waitUntil(hasExited, 5_000)
    }
  }
  await rm(pidFile, { force: true })
}

/**
 * Stops the processes of all pid files in a folder that {@link startChild} wrote and an earlier run left behind, the last started
 * first.
 */
export async function stopStaleProcessesIn(folder: string, log?: Log): Promise<void> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.pid'))
  const stale = files.map((file) => join(folder, file)).map((file) => ({ file, at: statSync(file).mtimeMs }))
  for (const { file } of stale.toSorted((one, other) => other.at - one.at)) {
    const [, ownArgument] = ((await readSmallFile(file)) ?? '').split('\n')
    if (ownArgument !== undefined) await stopStaleProcess({ pidFile: file, ownArgument, log })
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // The process exited between the check and the signal.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Polls a condition every few milliseconds. Returns false if it is not met in time. */
export async function waitUntil(condition: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs
  while (!(await condition())) {
    if (performance.now() > deadline) return false
    await delay(10)
  }
  return true
}
