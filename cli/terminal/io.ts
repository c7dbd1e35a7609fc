import type { Readable } from 'node:stream'
import { safeText } from './escapes.ts'

/**
 * Where text goes: what cannot be seen in it is escaped, but for sequences of our own (./escapes.ts). Bytes go as they
 * are, for what others wrote and whoever reads it wants unchanged.
 */
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

/** Escapes what commands write. Everything that qleetctl prints passes here, so no command has to think of it. */
export function guarded(io: Io): Io {
  return { ...io, stdout: guardedSink(io.stdout), stderr: guardedSink(io.stderr) }
}

export function guardedSink(sink: Sink): Sink {
  return {
    write: (data) => sink.write(typeof data === 'string' ? safeText(data) : data),
    get isTTY() {
      return sink.isTTY
    },
    get columns() {
      return sink.columns
    },
    get rows() {
      return sink.rows
    },
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
