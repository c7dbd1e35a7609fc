import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { PlatformError } from '../../schema/errors.ts'
import { maxRequestBytes } from '../../schema/limits.ts'
import type { Io } from '../terminal/io.ts'
import { showDuration } from '../terminal/time.ts'

/** Milliseconds for a build, which may download remote bases. */
const timeout = 120_000

/** The programs that build a kustomization, by preference. */
const programs = [
  { program: 'kustomize', args: ['build'] },
  { program: 'kubectl', args: ['kustomize'] },
] as const

/** Builds the kustomization in a folder with the `kustomize` or `kubectl` of this machine. */
export async function buildKustomization(io: Io, folder: string): Promise<string> {
  for (const { program, args } of programs) {
    const built = await run(io, program, [...args, resolve(io.cwd, folder)])
    if (built === undefined) continue
    if ('text' in built) return built.text
    const message = `cannot build the kustomization in ${folder}: ${built.failure}`
    throw new PlatformError('INVALID_INPUT', message)
  }
  const message = '-k needs kustomize or kubectl, and neither is in the PATH'
  throw new PlatformError('INVALID_INPUT', `${message}. Install one: https://kubectl.docs.kubernetes.io`)
}

/** Runs a program. Returns undefined if it does not exist or may not be executed. */
function run(
  io: Io,
  program: string,
  args: readonly string[],
): Promise<{ text: string } | { failure: string } | undefined> {
  const options = {
    cwd: io.cwd,
    env: { ...io.env },
    timeout,
    signal: io.signal,
    maxBuffer: maxRequestBytes,
  }
  return new Promise((done, fail) => {
    execFile(program, [...args], options, (error, stdout, stderr) => {
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
  })
}
