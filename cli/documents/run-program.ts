import { execFile } from 'node:child_process'
import { maxRequestBytes } from '../../schema/limits.ts'
import type { Io } from '../terminal/io.ts'
import { showDuration } from '../terminal/time.ts'

/** Milliseconds for a program, which may download much. */
const timeout = 120_000

export interface ProgramOptions {
  args: readonly string[]
  /** The working directory. @default that of the command */
  cwd?: string
  /** Variables in addition to those of the command; undefined removes one. */
  env?: Readonly<Record<string, string | undefined>>
  /** The text on its standard input. @default none */
  input?: string
}

/**
 * Runs a program of this machine. Resolves with its output, with the reason why it failed, or with undefined if it does not
 * exist or may not be executed.
 */
export function runProgram(
  io: Io,
  program: string,
  { args, cwd = io.cwd, env = {}, input = '' }: ProgramOptions,
): Promise<{ text: string } | { failure: string } | undefined> {
  const options = {
    cwd,
    env: { ...io.env, ...env },
    timeout,
    signal: io.signal,
    maxBuffer: maxRequestBytes,
  }
  return new Promise((done, fail) => {
    const child = execFile(program, [...args], options, (error, stdout, stderr) => {
      if (error === null) return done({ text: stdout })
      if (io.signal.aborted) return fail(error)
      if (error.code === 'ENOENT' || error.code === 'EACCES') return done(undefined)
      if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
        return done({
          failure: `${program} returned more than ${maxRequestBytes.toLocaleString('en')} bytes`,
        })
      if (error.killed === true)
        return done({ failure: `${program} did not finish within ${showDuration(timeout)}` })
      done({ failure: stderr.trim().replace(/^Error: /, '') || `${program} failed: ${error.message}` })
    })
    // The program may exit without reading its input.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })
}
