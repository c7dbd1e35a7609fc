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
import { pinnedNode, supervisorScript } from './process.ts'

/** What a supervisor tells of its start and its life. */
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
  /** Resolves when the process has ended, with its exit code; null where a signal ended it. */
  exited: Promise<number | null>
  hasExited(): boolean
  /** What it tells from its start on. */
  lines(signal: AbortSignal): AsyncIterable<ProgressLine>
  stop(): void
}

export interface StartOptions extends LocalLocation {
  port: number | undefined
  /** Whether it ends when this process does. */
  foreground: boolean
}

/** Starts a supervisor in a process group of its own: Ctrl-C reaches us alone, and it stops everything in order. */
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
  const begin = (await stat(logFile)).size
  const args = [supervisorScript, '--name', name, '--data', dataDir]
  if (port !== undefined) args.push('--port', String(port))
  const child = spawn(await pinnedNode(), args, {
    detached: true,
    stdio: foreground ? ['ignore', 'pipe', log, 'ipc'] : ['ignore', log, log],
  })
  closeSync(log)
  const { pid } = child
  if (pid === undefined) throw await spawnError(child)
  if (!foreground) child.unref()
  let ended = false
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      ended = true
      resolve(code)
    })
  })
  return {
    pid,
    exited,
    hasExited: () => ended,
    lines: (signal) =>
      child.stdout === null
        ? followFile(logFile, { pid, begin, signal, hasEnded: () => ended })
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
    // The log of a control plane is the same, whichever way it was started.
    writeFileSync(logFile, `${text}\n`, { flag: 'a' })
    const line = parseLine(text)
    if (line !== undefined) yield line
  }
}

/** In the background it writes into its log, which outlives us. */
async function* followFile(
  path: string,
  {
    pid,
    begin,
    signal,
    hasEnded,
  }: { pid: number; begin: number; signal: AbortSignal; hasEnded: () => boolean },
): AsyncGenerator<ProgressLine> {
  const file = await open(path, 'r')
  let rest = ''
  let at = begin
  try {
    while (!signal.aborted) {
      const isLast = hasEnded()
      const buffer = Buffer.alloc(65_536)
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
      at += bytesRead
      const parts = (rest + buffer.toString('utf8', 0, bytesRead)).split('\n')
      rest = parts.pop() ?? ''
      // Another one that was started at the same moment writes into the same log.
      for (const line of parts.map((text) => parseLine(text, pid))) if (line !== undefined) yield line
      if (bytesRead > 0) continue
      if (isLast) return
      await sleep(50)
    }
  } finally {
    await file.close()
  }
}

/** A line of progress, of any process or of this one; logs, and what programs print, are none. */
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
