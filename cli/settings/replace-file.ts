import { mkdir, open, realpath, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file beside it and renames it over it: a reader sees the old one or the new one. It may hold credentials, so
 * only its owner can read it. A link, as dotfile managers put it there, stays.
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
