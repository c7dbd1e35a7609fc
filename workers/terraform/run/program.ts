import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
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
  /** Files that the program must not see, besides those that none does. */
  hidden: readonly string[]
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
const maxErrors = 1024 * 1024

/** Runs a command to its end. Rejects only if it cannot be started, or prints too much. */
export async function runProgram(
  { program, folder, env, isolation, hidden, signal }: ProgramOptions,
  args: readonly string[],
  onLine?: (line: string) => void,
): Promise<Ended> {
  const command = isolation.wrap({ program, args }, hidden)
  const child = spawn(command.program, [...command.args], {
    cwd: folder,
    env: { ...env },
    // A process group of its own, so that signals reach the program within its namespaces, and its providers.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const unwatch = stopWith(signal, child)
  const stdout = new Output(maxOutput)
  const stderr = new Output(maxErrors)
  if (onLine === undefined) stdout.take(child.stdout)
  else createInterface({ input: child.stdout }).on('line', onLine)
  stderr.take(child.stderr)
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    if (code === 127 && /: not found|No such file/.test(stderr.text)) throw programMissing(program)
    if (stdout.isCut)
      throw new RunError('TooLarge', `${program} ${args[0]} prints more than ${maxOutput} characters.`)
    return { code, stdout: stdout.text, stderr: stderr.text }
  } catch (error) {
    throw isProgramMissing(error) ? programMissing(program) : error
  } finally {
    unwatch()
  }
}

/** Interrupts a program once the signal is aborted, and kills it when that has no effect. Returns how to forget both. */
function stopWith(signal: AbortSignal, child: ChildProcess): () => void {
  const timers: NodeJS.Timeout[] = []
  const stop = (): void => {
    signalGroup(child, 'SIGINT')
    timers.push(setTimeout(() => signalGroup(child, 'SIGKILL'), killAfter))
  }
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  return () => {
    signal.removeEventListener('abort', stop)
    for (const timer of timers) clearTimeout(timer)
  }
}

function signalGroup({ pid, exitCode }: ChildProcess, name: NodeJS.Signals): void {
  if (pid === undefined || exitCode !== null) return
  try {
    process.kill(-pid, name)
  } catch {
    // It has ended meanwhile.
  }
}

/** The text of a stream, up to a limit. */
class Output {
  readonly #limit: number
  #chunks: string[] = []
  #length = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  take(stream: Readable): void {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      this.#length += chunk.length
      if (!this.isCut) this.#chunks.push(chunk)
    })
  }

  /** Reports whether there was more than the limit. */
  get isCut(): boolean {
    return this.#length > this.#limit
  }

  get text(): string {
    return this.#chunks.join('')
  }
}

export function programMissing(program: string): RunError {
  const message =
    `The worker finds no executable program ${JSON.stringify(program)}: install Terraform or OpenTofu on the machine of the ` +
    'worker (https://opentofu.org/docs/intro/install/), or set QLEET_TERRAFORM to its path.'
  return new RunError('TerraformNotInstalled', message)
}
