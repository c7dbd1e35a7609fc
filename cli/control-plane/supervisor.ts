import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { PlatformError } from '../../schema/errors.ts'
import { isRecord } from '../../schema/manifests.ts'
import { ControlPlaneInfo, type LocalLocation } from './location.ts'
import { commandOf, supervisorSource } from './process.ts'

/** A line of progress that a supervisor writes while starting and running. */
const ProgressLine = z.union([
  z.object({
    step: z.string(),
    title: z.string(),
    state: z.enum(['started', 'done', 'failed', 'restarted']),
    detail: z.string().optional(),
  }),
  z.object({ ready: z.literal(true), info: ControlPlaneInfo }),
  z.object({
    failed: z.literal(true),
    code: z.string().optional(),
    message: z.string(),
    remedy: z.string().optional(),
  }),
])
export type ProgressLine = z.infer<typeof ProgressLine>
export type StepLine = Extract<ProgressLine, { step: string }>

export interface Supervisor {
  pid: number
  /** Waits until the process has exited, and returns its exit code; null if a signal ended it. */
  waitForExit(): Promise<number | null>
  hasExited(): boolean
  /** Yields progress from the start of the process. */
  lines(signal: AbortSignal): AsyncIterable<ProgressLine>
  stop(): void
}

export interface StartOptions extends LocalLocation {
  port: number | undefined
  /** Ties the supervisor to this process: it stops when this process exits. */
  foreground: boolean
}

/** Starts a supervisor in its own process group, so that Ctrl-C reaches only this process and shutdown stays ordered. */
export async function startSupervisor({
  name,
  dataDir,
  port,
  foreground,
}: StartOptions): Promise<Supervisor> {
  const logs = join(dataDir, 'logs')
  mkdirSync(logs, { recursive: true, mode: 0o700 })
  const logFile = join(logs, 'supervisor.log')
  const log = openSync(logFile, 'a', 0o600)
  const startOffset = (await stat(logFile)).size
  const [node, program] = await commandOf(supervisorSource)
  const args = [program, '--name', name, '--data', dataDir]
  if (port !== undefined) args.push('--port', String(port))
  const child = spawn(node, args, {
    detached: true,
    // Also of the processes that it starts. Users may have set a cache of compiled modules for all their programs.
    env: { NODE_COMPILE_CACHE: join(dataDir, 'compile-cache'), ...process.env },
    stdio: foreground ? ['ignore', 'pipe', log, 'ipc'] : ['ignore', log, log],
  })
  closeSync(log)
  const { pid } = child
  if (pid === undefined) throw await spawnError(child)
  if (!foreground) child.unref()
  let hasExited = false
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      hasExited = true
      resolve(code)
    })
  })
  return {
    pid,
    waitForExit: () => {
      // A background process does not keep this one alive, except while this one waits for it.
      if (!hasExited) child.ref()
      return exited
    },
    hasExited: () => hasExited,
    lines: (signal) =>
      child.stdout === null
        ? followFile(logFile, { pid, startOffset, signal, hasExited: () => hasExited })
        : linesOf(child, logFile),
    stop: () => void child.kill('SIGTERM'),
  }
}

function spawnError(child: ChildProcess): Promise<Error> {
  return new Promise((resolve) => {
    child.once('error', (cause) => {
      resolve(new PlatformError('UNAVAILABLE', `cannot start the control plane: ${cause.message}`, { cause }))
    })
  })
}

async function* linesOf({ stdout }: ChildProcess, logFile: string): AsyncGenerator<ProgressLine> {
  if (stdout === null) return
  for await (const text of createInterface({ input: stdout })) {
    // In the background the supervisor itself writes the log.
    writeFileSync(logFile, `${text}\n`, { flag: 'a' })
    const line = parseLine(text)
    if (line !== undefined) yield line
  }
}

/** Yields progress from the log of a background supervisor, which outlives this process. */
async function* followFile(
  path: string,
  {
    pid,
    startOffset,
    signal,
    hasExited,
  }: { pid: number; startOffset: number; signal: AbortSignal; hasExited: () => boolean },
): AsyncGenerator<ProgressLine> {
  const file = await open(path, 'r')
  let rest = ''
  let position = startOffset
  try {
    while (!signal.aborted) {
      const isLast = hasExited()
      const buffer = Buffer.alloc(65_536)
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position)
      position += bytesRead
      const texts = (rest + buffer.toString('utf8', 0, bytesRead)).split('\n')
      rest = texts.pop() ?? ''
      // A supervisor started concurrently writes to the same log: filter by pid.
      for (const line of texts.map((text) => parseLine(text, pid))) if (line !== undefined) yield line
      if (bytesRead > 0) continue
      if (isLast) return
      await sleep(50)
    }
  } finally {
    await file.close()
  }
}

/** Parses a line of progress, optionally only of one process. Returns undefined for logs and other output. */
export function parseLine(text: string, pid?: number): ProgressLine | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    const isOfAnother = pid !== undefined && isRecord(value) && value['pid'] !== pid
    return isOfAnother ? undefined : ProgressLine.safeParse(value).data
  } catch {
    return undefined
  }
}
