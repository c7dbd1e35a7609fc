import { dirname } from 'node:path/posix'

/** A file, folder or link of an image. */
export interface Entry {
  /** Absolute within the image, without the leading slash. */
  path: string
  /** Permission bits. */
  mode: number
  /** Owner and group. @default 0, root */
  owner?: number
  content: { folder: true } | { link: string } | { read: () => Promise<Buffer> | Buffer }
}

export function fileEntry(path: string, text: string, mode = 0o644): Entry {
  return { path, mode, content: { read: () => Buffer.from(text) } }
}

/** Returns the entries in the order of their paths, with the folders above them. Of two with the same path, the last counts. */
export function complete(entries: readonly Entry[]): Entry[] {
  const byPath = new Map<string, Entry>()
  for (const entry of entries)
    for (let folder = dirname(entry.path); folder !== '.'; folder = dirname(folder))
      byPath.set(folder, { path: folder, mode: 0o755, content: { folder: true } })
  for (const entry of entries) byPath.set(entry.path, entry)
  return [...byPath.values()].sort((one, other) => (one.path < other.path ? -1 : 1))
}
