import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface FormerFiles {
  /** The paths of the files of this build. */
  except: Iterable<string>
  /** Milliseconds. Programs that are running may still load their chunks, so recent files stay. */
  olderThan: number
}

/** Removes the files of earlier builds from a folder. */
export function removeFormerFiles(folder: string, { except, olderThan }: FormerFiles): void {
  const made = new Set(except)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isFile() && !made.has(file) && Date.now() - statSync(file).mtimeMs > olderThan) rmSync(file)
  }
}
