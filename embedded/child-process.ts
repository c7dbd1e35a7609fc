import { spawn, type SpawnOptions } from 'node:child_process'
import { closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { PlatformError } from '../schema/errors.ts'
import { readSmallFile, writeSmallFile } from './data-folder.ts'
import { findProcess, hasArgument } from './process-table.ts'

/** Where the building blocks say what they do. */
export type Log = (message: string, fields?: Record<string, unknown>) => void

export interface ChildSpec {
  /** Names the pid file and the log: `<dataDir>/NAME.pid`, `<dataDir>/logs/NAME.log`. */
  name: string
  dataDir: string
  command: string
  args: readonly string[]
  /** An argument that names our data folder: by which a later run recognises the process. */
  ownArgument: string
  /** Account to run under, where it is not our own. */
  account?: { uid: number; gid: number } | undefined
  env?: NodeJS.ProcessEnv
  /** Resolves when the child serves; while it throws it is called again. */
  probe: () => Promise<void>
  /** @default 10_000 */
  readyWithinMs?: number
  /** What asks the child to end. @default 'SIGTERM' */
  stopSignal?: NodeJS.Signals
  /** From asking to SIGKILL. @default 10_000 */
  graceMs?: number
  log?: Log | undefined
}

export interface ExitStatus {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface Child {
  pid: number
  /** Resolves when the process is gone, for whatever reason. */
  exited: Promise<ExitStatus>
  /** Idempotent; resolves when the process is gone. */
  stop(): Promise<void>
}

/**
 * Starts a child and waits until it serves. Its output goes straight to a file, so that it outlives us
 * without a broken pipe, and it has a process group of its own, so that Ctrl-C in the terminal reaches only
 * us and we stop the children in the right order.
 *
 * Thrown when it ends or the time is over before it serves: `UNAVAILABLE`, with the last lines of its log.
 */
export async function startChild(spec: ChildSpec): Promise<Child> {
  const logFile = join(spec.dataDir, 'logs', `${spec.name}.log`)
  const output = openLog(logFile)
  const logStart = statSync(logFile).size
  const options: SpawnOptions = {
    detached: true,
    stdio: ['ignore', output, output],
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
    function ended(code: number | null, signal: NodeJS.Signals | null): void {
      status = { code, signal }
      resolve(status)
    }
    child.once('exit', ended)
    child.once('error', (error) => {
      spawnError = error
      ended(null, null)
    })
  })
  const pid = child.pid
  if (pid === undefined) {
    await exited
    throw new PlatformError('UNAVAILABLE', `'${spec.command}' cannot be run`, { cause: spawnError })
  }
  const pidFile = pidFileOf(spec)
  await writeSmallFile(pidFile, String(pid))

  async function stopOnce(): Promise<void> {
    if (status === undefined) child.kill(spec.stopSignal ?? 'SIGTERM')
    const inTime = await Promise.race([exited, delay(spec.graceMs ?? 10_000, undefined, { ref: false })])
    if (inTime === undefined) child.kill('SIGKILL')
    await exited
    await rm(pidFile, { force: true })
  }
  let stopping: Promise<void> | undefined
  function stop(): Promise<void> {
    return (stopping ??= stopOnce())
  }

  const deadline = startedAt + (spec.readyWithinMs ?? 10_000)
  for (;;) {
    try {
      await spec.probe()
      if (status === undefined) break
    } catch (cause) {
      if (status === undefined && performance.now() < deadline) {
        await Promise.race([exited, delay(15)])
        continue
      }
      const why = status === undefined ? 'did not serve in time' : `ended at once (${describeExit(status)})`
      await stop()
      const tail = await lastLines(logFile, logStart)
      throw new PlatformError('UNAVAILABLE', `${spec.name} ${why}. The end of '${logFile}':\n${tail}`, {
        cause,
      })
    }
  }
  const about = { process: spec.name, pid }
  spec.log?.('embedded process serves', { ...about, ms: Math.round(performance.now() - startedAt) })
  async function reportEnd(): Promise<void> {
    const exit = await exited
    spec.log?.('embedded process ended', { ...about, ...exit, expected: stopping !== undefined })
  }
  void reportEnd()
  return { pid, exited, stop }
}

function pidFileOf({ dataDir, name }: Pick<ChildSpec, 'dataDir' | 'name'>): string {
  return join(dataDir, `${name}.pid`)
}

/** Appends; a log that has grown past 10 MB is set aside first, replacing the one set aside before. */
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

/** What an earlier run may have left behind. */
export interface StaleProcess {
  /** First line: the pid. */
  pidFile: string
  /** {@link ChildSpec.ownArgument} of that run. */
  ownArgument: string
  /** @default 'SIGTERM' */
  stopSignal?: NodeJS.Signals
  /** @default 10_000 */
  graceMs?: number
  log?: Log | undefined
}

/** Describes the process that an earlier run of {@link startChild} may have left. */
export function staleProcessOf(spec: Omit<ChildSpec, 'command' | 'args' | 'probe'>): StaleProcess {
  return { ...spec, pidFile: pidFileOf(spec) }
}

/**
 * Stops the process of an earlier run that was killed before it could do so, and removes its pid file. The
 * pid may belong to a stranger by now: only a process with our own argument is touched.
 */
export async function stopStaleProcess(stale: StaleProcess): Promise<void> {
  const { pidFile, ownArgument } = stale
  const pid = Number.parseInt((await readSmallFile(pidFile)) ?? '', 10)
  if (Number.isNaN(pid)) return
  const found = await findProcess(pid)
  if (found !== undefined && hasArgument(found, ownArgument)) {
    stale.log?.('stopping a process left by an earlier run', { pid })
    const isGone = async () => (await findProcess(pid))?.startedAt !== found.startedAt
    sendSignal(pid, stale.stopSignal ?? 'SIGTERM')
    if (!(await becomesTrue(isGone, stale.graceMs ?? 10_000))) {
      sendSignal(pid, 'SIGKILL')
      await becomesTrue(isGone, 5_000)
    }
  }
  await rm(pidFile, { force: true })
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It ended by itself between looking and asking.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Asks every few milliseconds until the answer is yes or the time is over. */
export async function becomesTrue(question: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs
  while (!(await question())) {
    if (performance.now() > deadline) return false
    await delay(10)
  }
  return true
}
