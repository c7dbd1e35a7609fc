import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Whether this user may run the file. A folder on the way that may not be read answers like a file that is not there. */
export async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

/** Where the PATH has the program; undefined where it is not installed. */
export async function findProgram(name: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  for (const folder of pathFolders(env)) {
    const path = join(folder, name)
    if (await isExecutable(path)) return path
  }
  return undefined
}

export function pathFolders(env: NodeJS.ProcessEnv): string[] {
  return (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
}

/** The version that `PROGRAM --version` prints, as the pattern's first group finds it; undefined where it does not run. */
export async function versionOf(path: string, pattern: RegExp): Promise<string | undefined> {
  try {
    const { stdout } = await run(path, ['--version'], { timeout: 10_000 })
    return pattern.exec(stdout)?.[1]
  } catch {
    return undefined
  }
}

/** Compares numbers separated by dots. */
export function isOlder(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) < 0
}
