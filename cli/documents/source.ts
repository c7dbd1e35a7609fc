import { readdir, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { PlatformError } from '../../schema/errors.ts'
import type { Io } from '../terminal/io.ts'
import { buildKustomization } from './kustomize.ts'
import { downloadText, isUrl, shownAddress } from './remote.ts'
import { assertSize, readTextFile, reasonOfFile, textOf } from './text-file.ts'

/** A file, a URL or stdin that contains documents. */
export interface Source {
  /** Path as displayed in messages. */
  displayName: string
  text: string
  /** Absolute path; undefined unless a file. */
  path: string | undefined
  /** Folder that relative paths in documents are resolved against. */
  folder: string
  /** True if found in a folder rather than named by the user. */
  isFound: boolean
}

export interface SourceOptions {
  /** Includes the folders within folders. @default false */
  recursive?: boolean
  /** A folder with a kustomization, built in addition. */
  kustomize?: string | undefined
}

const extensions = /\.(ya?ml|json)$/i

/** Reads the sources that `-f` and `-k` name: files, folders, URLs, `-` for stdin, and a kustomization. */
export async function readSources(
  io: Io,
  names: readonly string[],
  { recursive = false, kustomize }: SourceOptions = {},
): Promise<Source[]> {
  const sources: Source[] = []
  for (const name of names) {
    if (name === '-') sources.push(withoutFile(io, '<stdin>', textOf(await readStdin(io), '<stdin>')))
    else if (isUrl(name)) sources.push(withoutFile(io, shownAddress(name), await downloadText(io, name)))
    else sources.push(...(await readPath(io, name, recursive)))
  }
  if (kustomize !== undefined)
    sources.push(withoutFile(io, `kustomize ${kustomize}`, await buildKustomization(io, kustomize)))
  return sources
}

/** Reads all of stdin, up to the size of a request. */
export async function readStdin(io: Io): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of io.stdin) {
    const bytes = Buffer.from(chunk as Uint8Array | string)
    assertSize((size += bytes.length), '<stdin>')
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

function withoutFile(io: Io, displayName: string, text: string): Source {
  return { displayName, text, path: undefined, folder: io.cwd, isFound: false }
}

async function readPath(io: Io, name: string, recursive: boolean): Promise<Source[]> {
  const path = resolve(io.cwd, name)
  const found = await stat(path).catch((cause: unknown) => {
    throw new PlatformError('INVALID_INPUT', `cannot read ${name}: ${reasonOfFile(cause)}`, { cause })
  })
  if (!found.isDirectory()) return [await readOne(io, path, false)]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const all = entries
    .filter((entry) => entry.isFile() && extensions.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const files = recursive ? all : all.filter((file) => dirname(file) === path)
  if (files.length > 0) return Promise.all(files.map((file) => readOne(io, file, true)))
  const below = all.length === 0 ? '' : `. Folders within it do: add -R`
  throw new PlatformError('INVALID_INPUT', `the folder ${name} contains no .yaml, .yml or .json file${below}`)
}

async function readOne(io: Io, path: string, isFound: boolean): Promise<Source> {
  const displayName = displayPath(io, path)
  const text = await readTextFile(path, displayName)
  return { displayName, text, path, folder: dirname(path), isFound }
}

/** Returns a path relative to the working directory if that is shorter. */
export function displayPath(io: Io, path: string): string {
  const short = relative(io.cwd, path)
  return short.length < path.length ? short : path
}
