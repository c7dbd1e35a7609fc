import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { isProgramMissing } from '../../program-failure.ts'
import type { Isolation } from './isolation.ts'
import { RunError } from './failure.ts'

/* Terraform and OpenTofu as programs: https://developer.hashicorp.com/terraform/internals/machine-readable-ui */

export interface ProgramOptions {
  program: string
  folder: string
  /** All environment variables of the program. */
  env: Readonly<Record<string, string>>
  isolation: Isolation
  /** Stops the program as Ctrl+C does, and kills it when that has no effect. */
  signal: AbortSignal
}

/** What a program has printed. */
export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Milliseconds between the interrupt of a program and its end by force. Terraform first finishes the changes in progress. */
const killAfter = 10 * 60_000

const maxOutput = 256 * 1024 * 1024

/** Runs a command to its end. Rejects only if it cannot be started. */
export function runProgram(
  { program, folder, env, isolation, signal }: ProgramOptions,
  args: readonly string[],
  onLine?: (line: string) => void,
): Promise<Ended> {
  const command = isolation.wrap({ program, args })
  return new Promise((resolve, reject) => {
    const child = spawn(command.program, [...command.args], {
      cwd: folder,
      env: { ...env },
      // A process group of its own, so that signals reach the program within its namespaces, and its providers.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [stdout, stderr, size] = ['', '', 0]
    const kill = (name: NodeJS.Signals): void => {
      if (child.pid === undefined || child.exitCode !== null) return
      try {
        process.kill(-child.pid, name)
      } catch {
        // It has ended meanwhile.
      }
    }
    let force: NodeJS.Timeout | undefined
    const stop = (): void => {
      kill('SIGINT')
      force = setTimeout(() => kill('SIGKILL'), killAfter)
    }
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    child.stdout.setEncoding('utf8')
    child.stderr.setEncoding('utf8')
    if (onLine === undefined)
      child.stdout.on('data', (chunk: string) => {
        size += chunk.length
        if (size <= maxOutput) stdout += chunk
      })
    else createInterface({ input: child.stdout }).on('line', onLine)
    child.stderr.on('data', (chunk: string) => (stderr = (stderr + chunk).slice(-100_000)))
    child.once('error', (error) => {
      clearTimeout(force)
      reject(isProgramMissing(error) ? programMissing(program) : error)
    })
    child.once('close', (code) => {
      clearTimeout(force)
      signal.removeEventListener('abort', stop)
      if (code === 127 && /: not found|No such file/.test(stderr)) reject(programMissing(program))
      else resolve({ code, stdout, stderr })
    })
  })
}

export function programMissing(program: string): RunError {
  const message =
    `The worker finds no executable program ${JSON.stringify(program)}: install Terraform or OpenTofu on the machine of the ` +
    'worker (https://opentofu.org/docs/intro/install/), or set QLEET_TERRAFORM to its path.'
  return new RunError('TerraformNotInstalled', message)
}
