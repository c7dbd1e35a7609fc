import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Reads one of Kubernetes' published files by its path in the repository. */
export type ReadPublished = (path: string) => Promise<string>

/** The address of the repository's files at a version's tag. */
export function publishedAddress(version: string): string {
  return `https://raw.githubusercontent.com/kubernetes/kubernetes/${version}`
}

/** @param source a folder laid out as the repository, or the address of one */
export function readFrom(source: string): ReadPublished {
  if (!/^https?:\/\//.test(source)) return (path) => readFile(join(source, path), 'utf8')
  return async (path) => {
    const address = `${source.replace(/\/$/, '')}/${path}`
    const response = await fetch(address)
    if (!response.ok) throw new Error(`${address} could not be read: ${response.status}`)
    return await response.text()
  }
}
