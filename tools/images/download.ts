import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A file that is known by its digest, so it may come from anywhere. */
export interface PinnedFile {
  /** What it is, for messages. */
  name: string
  /** The digest in hexadecimal digits. */
  sha256: string
  /** Ways to fetch it, which are tried in this order. */
  sources: readonly { from: string; fetch: () => Promise<Buffer> }[]
}

/** Returns the content of a file, from the cache or from the first source that has it with its digest. */
export async function fetchPinned({ name, sha256, sources }: PinnedFile, cache: string): Promise<Buffer> {
  const file = join(cache, sha256)
  const cached = await readFile(file).catch(() => undefined)
  if (cached !== undefined && digestOf(cached) === sha256) return cached
  const failures: string[] = []
  for (const { from, fetch } of sources) {
    try {
      const content = await fetch()
      const digest = digestOf(content)
      if (digest !== sha256) throw new Error(`its digest is ${digest}`)
      await mkdir(cache, { recursive: true })
      await writeFile(`${file}.${process.pid}`, content)
      await rename(`${file}.${process.pid}`, file)
      return content
    } catch (error) {
      failures.push(`  ${from}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  throw new Error(`${name} with the digest ${sha256} is not available:\n${failures.join('\n')}`)
}

/** Fetches a URL over HTTP. */
export async function fetchUrl(url: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(300_000) }).catch((error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw new Error(cause instanceof Error ? cause.message : String(cause), { cause: error })
  })
  if (!response.ok) throw new Error(`HTTP status ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

function digestOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
