import { pause } from '../../schema/retry.ts'
import type { LogLine } from '../../schema/cluster-queries.ts'

/** The most buffered characters per source. Beyond that the source is paused, which puts backpressure on its cluster. */
const maxBuffered = 32_000
/** The limits of one batch, below the message size limit of the broker. */
const batch = { lines: 500, characters: 60_000 }
/** Milliseconds without a line after which the merge no longer waits for a source. */
const idleAfter = 100

interface Source {
  lines: LogLine[]
  size: number
  ended: boolean
  /** The time since which its buffer is empty, from `performance.now`. */
  emptySince: number
  /** Called when the buffer has space again. */
  resume: () => void
}

export interface MergedLinesOptions {
  /** Reports whether the merge waits for idle sources until they end, which guarantees the order. */
  waitForIdle: boolean
  signal: AbortSignal
}

/** Merges streams of lines into one, in the order of time as far as lines arrive together. */
export class MergedLines {
  readonly #waits: boolean
  readonly #signal: AbortSignal
  readonly #sources = new Set<Source>()
  #isClosed = false
  #notify: () => void = () => undefined

  constructor({ waitForIdle, signal }: MergedLinesOptions) {
    this.#waits = waitForIdle
    this.#signal = signal
  }

  /** Adds a source, which is read until it ends. It must not throw. */
  add(lines: AsyncIterable<LogLine>): void {
    const source: Source = {
      lines: [],
      size: 0,
      ended: false,
      emptySince: performance.now(),
      resume: () => undefined,
    }
    this.#sources.add(source)
    void this.#read(source, lines).finally(() => {
      source.ended = true
      this.#notify()
    })
    this.#notify()
  }

  /** Declares that no further source will be added. */
  close(): void {
    this.#isClosed = true
    this.#notify()
  }

  /** Yields the merged lines in batches, until all sources have ended or the signal is aborted. */
  async *batches(): AsyncGenerator<readonly LogLine[]> {
    this.#signal.addEventListener('abort', () => {
      this.#notify()
      for (const { resume } of this.#sources) resume()
    })
    while (!this.#signal.aborted) {
      const lines = this.#takeBatch()
      if (lines.length > 0) yield lines
      else if (this.#isClosed && this.#sources.size === 0) return
      else await this.#waitForLines()
    }
  }

  async #read(source: Source, lines: AsyncIterable<LogLine>): Promise<void> {
    for await (const line of lines) {
      source.lines.push(line)
      source.size += line.text.length + overhead
      this.#notify()
      while (source.size > maxBuffered && !this.#signal.aborted)
        await new Promise<void>((resolve) => (source.resume = resolve))
      if (this.#signal.aborted) return
    }
  }

  #takeBatch(): LogLine[] {
    const lines: LogLine[] = []
    for (let size = 0; lines.length < batch.lines && size < batch.characters;) {
      const line = this.#take()
      if (line === undefined) break
      size += line.text.length + overhead
      lines.push(line)
    }
    return lines
  }

  /** Takes the earliest line; undefined while an earlier one may still arrive. */
  #take(): LogLine | undefined {
    const now = performance.now()
    const first = this.#earliest(now)
    const line = first?.lines.shift()
    if (first === undefined || line === undefined) return undefined
    first.size -= line.text.length + overhead
    if (first.lines.length === 0) first.emptySince = now
    first.resume()
    return line
  }

  /** Returns the source with the earliest line; undefined while another source may still produce an earlier one. */
  #earliest(now: number): Source | undefined {
    let first: Source | undefined
    for (const source of this.#sources) {
      const [line] = source.lines
      if (line === undefined) {
        if (source.ended) this.#sources.delete(source)
        else if (this.#waits || now - source.emptySince < idleAfter) return undefined
        continue
      }
      if (first === undefined || line.time < (first.lines[0]?.time ?? '')) first = source
    }
    return first
  }

  /** Resolves when a source has a new line, or when buffered lines may no longer have to wait for an idle source. */
  async #waitForLines(): Promise<void> {
    const isBlocked = !this.#waits && [...this.#sources].some((source) => source.lines.length > 0)
    const ended = new AbortController()
    const changed = new Promise<void>((resolve) => (this.#notify = resolve))
    const timeout = isBlocked ? [pause(idleAfter / 4, ended.signal)] : []
    await Promise.race([changed, ...timeout])
    ended.abort()
  }
}

/** The approximate size of a line in characters, without its text. */
const overhead = 150
