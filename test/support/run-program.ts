import { spawn, spawnSync } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const repository = fileURLToPath(new URL('../../', import.meta.url))
export const qleetctl = join(repository, 'bin/qleetctl')

export interface ProgramRun {
  /** Undefined when a signal ended it. */
  exit: number | null
  stdout: string
  stderr: string
}

export interface ProgramOptions {
  /** Home of who runs it: settings and data of control planes are below it. */
  home: string
  cwd?: string
  env?: Record<string, string>
  /** Called with what is written to either output; `signal` reaches the program. */
  onOutput?: (text: string, signal: (name: NodeJS.Signals) => void) => void
}

/** Runs a program as a person does, in a process of its own, and waits for its end. */
export async function runProgram(argv: readonly string[], options: ProgramOptions): Promise<ProgramRun> {
  const { home, cwd = repository, env = {}, onOutput = () => undefined } = options
  const [program = '', ...args] = argv
  const child = spawn(program, args, {
    cwd,
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      // Programs that were downloaded once are not downloaded again.
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

/** What `bin/qleetctl` runs is made of the sources as they are now. */
export async function buildQleetctl(home: string): Promise<void> {
  const { exit, stderr } = await runProgram([process.execPath, 'tools/bootstrap.mjs'], { home })
  if (exit !== 0) throw new Error(`cannot build qleetctl:\n${stderr}`)
}

/** Documents show kubectl, which not every machine has; their commands without it are tried anywhere. */
export const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0
