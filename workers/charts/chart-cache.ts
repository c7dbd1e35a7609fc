import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { digestOf } from '../../process/oci-registry.ts'

/**
 * A folder of chart archives by digest, which all threads and all workers of a machine may share. An archive appears by
 * an atomic rename, so no reader sees a part of one. The least recently used archives are deleted beyond the size limit.
 */
export class ChartCache {
  readonly #folder: string
  readonly #maxBytes: number

  constructor(folder: string, maxBytes: number) {
    this.#folder = folder
    this.#maxBytes = maxBytes
  }

  /** Returns the path of an archive; undefined if the cache does not have it. */
  async find(digest: string): Promise<string | undefined> {
    const path = this.#pathOf(digest)
    const now = new Date()
    // The time of the last use decides what is deleted first.
    return utimes(path, now, now).then(
      () => path,
      () => undefined,
    )
  }

  /** Stores an archive and returns its path. */
  async store(archive: Buffer): Promise<string> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const path = this.#pathOf(digestOf(archive))
    const temporary = join(this.#folder, `.${randomBytes(8).toString('hex')}.part`)
    try {
      const file = await open(temporary, 'wx', 0o600)
      try {
        await file.writeFile(archive)
        // Without it, the name could survive a power failure without the content.
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(temporary, path)
    } finally {
      await rm(temporary, { force: true })
    }
    await this.#evict(path)
    return path
  }

  #pathOf(digest: string): string {
    return join(this.#folder, `${digest.replace(/^sha256:/, '')}.tgz`)
  }

  async #evict(kept: string): Promise<void> {
    const names = await readdir(this.#folder)
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(this.#folder, name)
        // Another worker may have deleted it.
        const found = await stat(path).catch(() => undefined)
        return found === undefined ? [] : [{ path, size: found.size, usedAt: found.mtimeMs }]
      }),
    )
    const byUse = files.flat().toSorted((a, b) => a.usedAt - b.usedAt)
    let total = byUse.reduce((sum, { size }) => sum + size, 0)
    for (const { path, size, usedAt } of byUse) {
      const isAbandoned = path.endsWith('.part') && Date.now() - usedAt > abandonedAfter
      if (path === kept || (path.endsWith('.part') && !isAbandoned)) continue
      if (total <= this.#maxBytes && !isAbandoned) continue
      await rm(path, { force: true })
      total -= size
    }
  }
}

/** Milliseconds after which a partial archive is of a worker that no longer runs. */
const abandonedAfter = 10 * 60_000
