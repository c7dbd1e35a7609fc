import { mkdir, open, realpath, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Replaces a file atomically: readers see the old or the new content. The file may contain credentials, so only its owner
 * can read it. A symbolic link, as dotfile managers create, is preserved.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const target = await realpath(path).catch(() => path)
  const temporary = `${target}.${process.pid}.${Math.random().toString(36).slice(2)}`
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, target)
}
