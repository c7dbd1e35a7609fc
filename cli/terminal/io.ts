import type { Readable } from 'node:stream'

/** Where text goes, and bytes that others wrote, as they are. */
export interface Sink {
  write(data: string | Uint8Array): void
  readonly isTTY: boolean
  /** Width in characters; undefined where it is not a terminal. */
  readonly columns: number | undefined
  /** Height in lines; undefined where it is not a terminal. */
  readonly rows?: number | undefined
}

/** Everything a command knows of the process it runs in; tests give their own. */
export interface Io {
  /** Data. */
  stdout: Sink
  /** Talk. */
  stderr: Sink
  stdin: Readable & { isTTY?: boolean; setRawMode?: (raw: boolean) => void }
  env: Readonly<Record<string, string | undefined>>
  cwd: string
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
}

export function processIo(signal: AbortSignal): Io {
  return {
    stdout: sinkOf(process.stdout),
    stderr: sinkOf(process.stderr),
    stdin: process.stdin,
    env: process.env,
    cwd: process.cwd(),
    signal,
  }
}

function sinkOf(stream: NodeJS.WriteStream): Sink {
  return {
    write: (data) => void stream.write(data),
    get isTTY() {
      return stream.isTTY
    },
    get columns() {
      return stream.isTTY ? stream.columns : undefined
    },
    get rows() {
      return stream.isTTY ? stream.rows : undefined
    },
  }
}
