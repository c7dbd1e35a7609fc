import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a control plane tells of its start and its life, one JSON line each. */
export type ProgressLine =
  | { step: string; title: string; state: 'started' | 'done' | 'failed' | 'restarted'; detail?: string }
  | { ready: true; info: ControlPlaneInfo }
  | { failed: true; message: string; remedy?: string }

/** How a running control plane is reached. */
export interface ControlPlaneInfo {
  name: string
  pid: number
  dataDir: string
  serverUrl: string
  workerUrl: string
  simulatorUrl: string
  /** File with the token of the administrator. */
  tokenFile: string
  startedAt: string
  /** Postgres and NATS, by name. */
  programs: Record<string, ForeignProgram>
}

/** A program that is not ours. */
export interface ForeignProgram {
  version: string
  /** Where it comes from. */
  origin: string
  /** One sentence on what is wrong with it and what to do. */
  notice?: string
}

/** Tells on stdout and in `progress.jsonl`, which begins anew with each start. */
export function createProgress(dataDir: string): (line: ProgressLine) => void {
  const file = join(dataDir, 'progress.jsonl')
  writeFileSync(file, '', { mode: 0o600 })
  return (line) => {
    const text = `${JSON.stringify({ ...line, pid: process.pid })}\n`
    appendFileSync(file, text)
    process.stdout.write(text)
  }
}
