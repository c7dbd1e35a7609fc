import { execFile } from 'node:child_process'

/**
 * Runs an ES module script in a separate Node process, which kills itself at the end without any cleanup, and returns
 * its output. The script must use absolute imports.
 */
export async function runAndKill(script: string): Promise<string> {
  const suicide = `${script}\nprocess.stdout.write('\\n', () => process.kill(process.pid, 'SIGKILL'))`
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ['--input-type=module', '-e', suicide],
      { env: process.env },
      (error, stdout, stderr) => {
        if (error?.signal === 'SIGKILL') resolve(stdout.trim())
        else reject(new Error(`the script did not reach its end: ${stderr}`, { cause: error }))
      },
    )
  })
}
