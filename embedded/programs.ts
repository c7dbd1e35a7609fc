import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Reports whether this user may execute the file; false if it does not exist or cannot be reached. */
export async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

/** Returns the path of the program in the PATH; undefined if it is not installed. */
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

/** Returns the version in the output of `PROGRAM --version`, by the first group of the pattern; undefined if it does not run. */
export async function versionOf(path: string, pattern: RegExp): Promise<string | undefined> {
  try {
    const { stdout } = await run(path, ['--version'], { timeout: 10_000 })
    return pattern.exec(stdout)?.[1]
  } catch {
    return undefined
  }
}

/** Compares versions of numbers separated by dots. */
export function isOlder(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) < 0
}
