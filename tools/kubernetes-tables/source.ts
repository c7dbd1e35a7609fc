import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Reads a published file of Kubernetes by its path in the repository. */
export type ReadPublished = (path: string) => Promise<string>

/** Returns the base URL of the files of the public repository at a tag. */
export function publishedAddress(version: string): string {
  return `https://raw.githubusercontent.com/kubernetes/kubernetes/${version}`
}

/**
 * Returns a function that reads files from a source.
 *
 * @param source A folder with the layout of the repository, or its base URL
 */
export function readFrom(source: string): ReadPublished {
  if (!/^https?:\/\//.test(source)) return (path) => readFile(join(source, path), 'utf8')
  return async (path) => {
    const address = `${source.replace(/\/$/, '')}/${path}`
    const response = await fetch(address)
    if (!response.ok) throw new Error(`cannot read ${address}: HTTP status ${response.status}`)
    return await response.text()
  }
}
