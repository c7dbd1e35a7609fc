import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A progress report of a control plane, written as one JSON line. */
export type ProgressLine =
  | { step: string; title: string; state: 'started' | 'done' | 'failed' | 'restarted'; detail?: string }
  | { ready: true; info: ControlPlaneInfo }
  | { failed: true; message: string; remedy?: string }

/** The addresses and files of a running control plane. */
export interface ControlPlaneInfo {
  name: string
  pid: number
  dataDir: string
  serverUrl: string
  workerUrl: string
  simulatorUrl: string
  /** The file with the token of the administrator. */
  tokenFile: string
  startedAt: string
  /** Postgres and NATS, by name. */
  programs: Record<string, ForeignProgram>
}

/** A third-party program. */
export interface ForeignProgram {
  version: string
  /** The source of the program. */
  origin: string
  /** A one-sentence warning with its remedy. */
  notice?: string
}

/** Returns a function that reports on stdout and in `progress.jsonl`, which each start truncates. */
export function createProgress(dataDir: string): (line: ProgressLine) => void {
  const file = join(dataDir, 'progress.jsonl')
  writeFileSync(file, '', { mode: 0o600 })
  return (line) => {
    const output = `${JSON.stringify({ ...line, pid: process.pid })}\n`
    appendFileSync(file, output)
    process.stdout.write(output)
  }
}
