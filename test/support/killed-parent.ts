import { execFile } from 'node:child_process'

/**
 * Runs a script of an ES module in a Node of its own that kills itself at the end without any farewell, and
 * returns what it printed. Absolute imports only.
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
        else reject(new Error(`the script did not come to its end: ${stderr}`, { cause: error }))
      },
    )
  })
}
