import type { Readable } from 'node:stream'
import { safeText } from './escapes.ts'

/**
 * An output stream. Strings are escaped except for trusted sequences (./escapes.ts); bytes are written unchanged, for
 * the output of other programs.
 */
export interface Sink {
  write(data: string | Uint8Array): void
  readonly isTTY: boolean
  /** Width in characters; undefined unless a terminal. */
  readonly columns: number | undefined
  /** Height in lines; undefined unless a terminal. */
  readonly rows?: number | undefined
}

/** The process environment of a command; tests pass their own. */
export interface Io {
  /** Results. */
  stdout: Sink
  /** Progress, notes and errors. */
  stderr: Sink
  /** Prompts, which --quiet does not suppress. @default stderr */
  prompts?: Sink
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

/** Escapes the output of all commands in one place, so that no command has to. */
export function guarded(io: Io): Io {
  return { ...io, stdout: guardedSink(io.stdout), stderr: guardedSink(io.stderr) }
}

/** Drops what is written to stderr, except prompts. Errors are reported by the original one. */
export function quietIo(io: Io): Io {
  const { isTTY, columns } = io.stderr
  return { ...io, stderr: { write: () => undefined, isTTY, columns }, prompts: io.stderr }
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
      return sizeOf(stream, 'columns')
    },
    get rows() {
      return sizeOf(stream, 'rows')
    },
  }
}

/** Returns the size of a terminal; undefined if it has none yet, which it reports as 0: `docker exec -t` starts like that. */
function sizeOf(stream: NodeJS.WriteStream, side: 'columns' | 'rows'): number | undefined {
  return stream.isTTY && stream[side] > 0 ? stream[side] : undefined
}
