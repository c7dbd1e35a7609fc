import { spawn } from 'node:child_process'
import { Problem } from './problem.mjs'

/**
 * Runs a program without showing its output. Throws a Problem with the output if it fails.
 *
 * @param {{ what: string, cwd: string, env?: NodeJS.ProcessEnv }} options `what` is the subject of the error message
 */
export async function runQuietly(command, args, { what, cwd, env = process.env }) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = () => child.kill()
  process.once('exit', stop)
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const failure = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : (signal ?? `exit code ${code}`)))
  })
  process.off('exit', stop)
  if (failure !== undefined) throw new Problem(`${what} failed (${failure}):\n\n${output.trim()}`)
}
