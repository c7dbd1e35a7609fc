import { Readable } from 'node:stream'
import type { Io } from '../../cli/terminal/io.ts'

/** Returns the environment of a command in a folder, which is its home too. It prints nothing. */
export function quietIo(folder: string, env: Io['env'] = {}): Io {
  const sink = { write: () => undefined, isTTY: false, columns: undefined }
  return {
    stdout: sink,
    stderr: sink,
    stdin: Readable.from(['']),
    env: { HOME: folder, PATH: process.env['PATH'], ...env },
    cwd: folder,
    signal: new AbortController().signal,
  }
}
