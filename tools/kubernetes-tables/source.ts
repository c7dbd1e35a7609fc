import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Reads a published file of Kubernetes by its path in the repository. */
export type ReadPublished = (path: string) => Promise<string>

/** Returns the base URL of the files of the public repository at a tag. */
export function publishedAddress(version: string): string {
  return `https://raw.githubusercontent.com/kubernetes/kubernetes/${version}`
}

/**
 * Returns a function that reads files from a source.
 *
 * @param source A folder with the layout of the repository, the folder of the module `k8s.io/kubernetes` in Go's module
 *   cache, or the base URL of the repository
 */
export function readFrom(source: string): ReadPublished {
  if (!/^https?:\/\//.test(source))
    return (path) =>
      readFile(join(source, path), 'utf8').catch(() => readFile(moduleFile(source, path), 'utf8'))
  return async (path) => {
    const address = `${source.replace(/\/$/, '')}/${path}`
    const response = await fetch(address)
    if (!response.ok) throw new Error(`cannot read ${address}: HTTP status ${response.status}`)
    return await response.text()
  }
}

/** Returns where a module cache has a file of the repository: what is staged there is a module of its own. */
function moduleFile(source: string, path: string): string {
  const [, name = '', rest = ''] = /^staging\/src\/k8s\.io\/([^/]+)\/(.*)$/.exec(path) ?? []
  return name === ''
    ? join(source, path)
    : join(dirname(source), `${name}@${basename(source).replace(/^kubernetes@v1/, 'v0')}`, rest)
}
