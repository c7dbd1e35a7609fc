import { spawn, spawnSync } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defined } from '../../schema/defined.ts'

export const repository = fileURLToPath(new URL('../../', import.meta.url))
export const qleetctl = join(repository, 'bin/qleetctl')

export interface ProgramRun {
  /** The exit code; undefined if a signal ended the program. */
  exit: number | null
  stdout: string
  stderr: string
}

export interface ProgramOptions {
  /** The home of the user, which contains settings and data of control planes. */
  home: string
  cwd?: string
  env?: Record<string, string>
  /** Called with output on either stream; `signal` sends a signal to the program. */
  onOutput?: (text: string, signal: (name: NodeJS.Signals) => void) => void
}

/** Runs a program as a user does, in a separate process, and waits for its end. */
export async function runProgram(argv: readonly string[], options: ProgramOptions): Promise<ProgramRun> {
  const { home, cwd = repository, env = {}, onOutput = () => undefined } = options
  const [program = '', ...args] = argv
  const child = spawn(program, args, {
    cwd,
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      // Programs that were downloaded before are not downloaded again, and modules not compiled again.
      ...defined({ NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }),
      XDG_CACHE_HOME: process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text
      onOutput(text, (signal) => void child.kill(signal))
    })
  }
  const exit = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return { exit, ...written }
}

/** Builds the bundle that `bin/qleetctl` runs from the current sources. */
export async function buildQleetctl(home: string): Promise<void> {
  const { exit, stderr } = await runProgram([process.execPath, 'tools/bootstrap.mjs'], { home })
  if (exit !== 0) throw new Error(`cannot build qleetctl:\n${stderr}`)
}

/**
 * Reports whether kubectl is installed. Documents show it, but not every machine has it; their other commands run
 * anywhere.
 */
export const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0
