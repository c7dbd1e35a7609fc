import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { readDocuments } from '../../cli/documents/read.ts'
import type { ReadOptions } from '../../cli/documents/reading.ts'
import type { Io } from '../../cli/terminal/io.ts'
import { isPlatformError } from '../../schema/errors.ts'
import { temporaryFolder } from './temporary-folder.ts'

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await temporaryFolder()
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

export interface Read {
  files: Record<string, string>
  names?: string[]
  options?: ReadOptions
  stdin?: string
  /** A path below the folder. */
  cwd?: string
}

/** Reads files as the CLI does. Returns the objects, or the errors without the path of the folder. */
export async function read({
  files,
  names = Object.keys(files).slice(0, 1),
  options = {},
  stdin = '',
  cwd = '',
}: Read) {
  const folder = await folderWith(files)
  let notes = ''
  const sink = { write: (text: string) => void (notes += text), isTTY: false, columns: undefined }
  const io: Io = {
    stdout: sink,
    stderr: sink,
    stdin: Readable.from([stdin]),
    env: {},
    cwd: join(folder, cwd),
    signal: new AbortController().signal,
  }
  try {
    const desired = await readDocuments(io, names, options)
    const objects = desired.map(({ kind, name, project, labels, spec }) => {
      return {
        kind: kind.kind,
        name,
        spec,
        ...(project === undefined ? {} : { project }),
        ...(labels === undefined ? {} : { labels }),
      }
    })
    return { objects, notes, errors: [] as string[], code: undefined }
  } catch (error) {
    if (!isPlatformError(error)) throw error
    const errors = error.message
      .replaceAll(folder, '<folder>')
      .replace(/^\d+ errors:\n/, '')
      .split('\n')
    return { objects: [], notes, errors: errors.map((line) => line.trim()), code: error.code }
  }
}
