import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns the path of the first program that the PATH has; undefined if there is none. */
export function inPath(...programs: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return programs.flatMap((program) => folders.map((folder) => join(folder, program))).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
