import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../process/children/stable-port.ts'
import { poll } from '../support/eventually.ts'
import type { Stack } from './stack.ts'

/** A server or a worker beside the one of a control plane. */
export interface FurtherProcess {
  part: 'server' | 'worker'
  pid: number
  url: string
  stop(): Promise<void>
}

const scripts = {
  server: 'dist/programs/server/main.mjs',
  worker: 'dist/programs/workers/main.mjs',
} as const
const ports = { server: 'QLEET_PORT', worker: 'QLEET_WORKER_PORT' } as const

/**
 * Starts another server or worker, with the settings of the one that runs, which only Linux shows; resolves when it is ready.
 *
 * @param env Settings that differ.
 */
export async function startFurther(
  stack: Stack,
  part: 'server' | 'worker',
  env: Readonly<Record<string, string>> = {},
): Promise<FurtherProcess> {
  const port = await freePort()
  const script = fileURLToPath(new URL(`../../${scripts[part]}`, import.meta.url))
  const settings = { ...settingsOf(await stack.pidOf(part)), [ports[part]]: String(port), ...env }
  const child = spawn(process.execPath, [script], { env: settings, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  const ready = await poll(async () => {
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    return response?.ok === true ? true : undefined
  })
  if (ready === undefined || child.pid === undefined) {
    await stopped(child)
    throw new Error(`another ${part} did not become ready`)
  }
  return { part, pid: child.pid, url, stop: () => stopped(child) }
}

function settingsOf(pid: number): Record<string, string> {
  const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean)
  return Object.fromEntries(
    entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  )
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
