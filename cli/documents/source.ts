import { readFile, readdir, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { PlatformError } from '../../schema/errors.ts'
import type { Io } from '../terminal/io.ts'

/** A file, or stdin, that contains documents. */
export interface Source {
  /** Path as displayed in messages. */
  displayName: string
  text: string
  /** Absolute path; undefined for stdin. */
  path: string | undefined
  /** Folder that relative paths in documents are resolved against. */
  folder: string
  /** True if found in a folder rather than named by the user. */
  isFound: boolean
}

const extensions = /\.(ya?ml|json)$/i

/** Reads the sources that `-f` names: files, folders with all YAML and JSON files below them, or `-` for stdin. */
export async function readSources(io: Io, names: readonly string[]): Promise<Source[]> {
  const sources: Source[] = []
  for (const name of names) {
    if (name === '-') sources.push(await readStdin(io))
    else sources.push(...(await readPath(io, name)))
  }
  return sources
}

async function readStdin(io: Io): Promise<Source> {
  const chunks: Buffer[] = []
  for await (const chunk of io.stdin) chunks.push(Buffer.from(chunk as Uint8Array | string))
  const text = Buffer.concat(chunks).toString('utf8')
  return { displayName: '<stdin>', text: withoutBom(text), path: undefined, folder: io.cwd, isFound: false }
}

async function readPath(io: Io, name: string): Promise<Source[]> {
  const path = resolve(io.cwd, name)
  const found = await stat(path).catch((cause: unknown) => {
    throw new PlatformError('INVALID_INPUT', `there is no file or folder ${name}`, { cause })
  })
  if (!found.isDirectory()) return [await readOne(io, path, false)]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && extensions.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  if (files.length === 0)
    throw new PlatformError('INVALID_INPUT', `the folder ${name} contains no .yaml, .yml or .json file`)
  return Promise.all(files.map((file) => readOne(io, file, true)))
}

async function readOne(io: Io, path: string, isFound: boolean): Promise<Source> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new PlatformError('INVALID_INPUT', `cannot read ${displayPath(io, path)}: ${reason}`, { cause })
  })
  return {
    displayName: displayPath(io, path),
    text: withoutBom(text),
    path,
    folder: dirname(path),
    isFound,
  }
}

/** Returns a path relative to the working directory if that is shorter. */
export function displayPath(io: Io, path: string): string {
  const short = relative(io.cwd, path)
  return short.length < path.length ? short : path
}

/** Removes the byte order mark that some editors write. */
function withoutBom(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}
