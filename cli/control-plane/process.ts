import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { installation, programFile } from '../../process/installation.ts'
import { readPid } from './location.ts'

/**
 * Returns the pinned Node.js, whichever runs qleetctl, and one of our programs, for it to run. In a checkout, bundles that are older than
 * their sources are built first. Throws if there is no Node.js for this platform.
 *
 * @param source As of `programFile`
 */
export async function commandOf(source: string): Promise<[node: string, file: string]> {
  const file = programFile(source)
  const script = join(installation, 'tools/bootstrap.mjs')
  // An image contains the Node.js and the programs.
  if (!existsSync(script)) return [process.execPath, file]
  // Imported from the checkout rather than bundled, since npm scripts share it.
  const bootstrap = (await import(pathToFileURL(script).href)) as {
    ensurePrograms(): Promise<void>
    pinnedNode(): string
  }
  if (!file.endsWith('.ts')) await bootstrap.ensurePrograms()
  return [bootstrap.pinnedNode(), file]
}

export const supervisorSource = 'embedded/main.ts'

/** Returns the pid of the running supervisor of a data directory. Ignores a pid that another program has reused. */
export async function findSupervisor(dataDir: string): Promise<number | undefined> {
  const pid = await readPid(dataDir)
  if (pid === undefined || !isAlive(pid)) return undefined
  const command = await commandLine(pid)
  return /embedded\/main\.(ts|mjs)/.test(command) && command.includes(dataDir) ? pid : undefined
}

/** Waits until a process has exited. Returns false if it is still running after `timeout` milliseconds. */
export async function waitUntilExited(pid: number, timeout: number): Promise<boolean> {
  const deadline = performance.now() + timeout
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false
    await sleep(50)
  }
  return true
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function commandLine(pid: number): Promise<string> {
  const fromProc = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
  if (fromProc !== undefined) return fromProc.replaceAll('\0', ' ')
  return new Promise((resolve) => {
    execFile('ps', ['-ww', '-o', 'command=', '-p', String(pid)], (_, stdout) => resolve(stdout))
  })
}
