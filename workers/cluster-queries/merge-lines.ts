import { pause } from '../../schema/retry.ts'
import type { LogLine } from '../../schema/cluster-queries.ts'

/** Characters that wait of one source, at most; its cluster is held up until some are taken. */
const roomOfSource = 32_000
/** Lines and characters that are told at once: a message of the broker has a limit. */
const batch = { lines: 500, characters: 60_000 }
/** Milliseconds without a line after which a source is not waited for any more. */
const quietAfter = 100

interface Source {
  lines: LogLine[]
  size: number
  ended: boolean
  /** Since when it has had nothing to give. */
  emptySince: number
  /** Called when there is room again. */
  taken: () => void
}

export interface MergedLinesOptions {
  /** Whether a source that is silent is waited for until it ends: then the order is perfect. */
  waits: boolean
  signal: AbortSignal
}

/** Several streams of lines as one, in the order of time as far as they come together. */
export class MergedLines {
  readonly #waits: boolean
  readonly #signal: AbortSignal
  readonly #sources = new Set<Source>()
  #isClosed = false
  #notify: () => void = () => undefined

  constructor({ waits, signal }: MergedLinesOptions) {
    this.#waits = waits
    this.#signal = signal
  }

  /** Adds a source, which is read until it ends. It throws nothing. */
  add(lines: AsyncIterable<LogLine>): void {
    const source: Source = {
      lines: [],
      size: 0,
      ended: false,
      emptySince: performance.now(),
      taken: () => undefined,
    }
    this.#sources.add(source)
    void this.#read(source, lines).finally(() => {
      source.ended = true
      this.#notify()
    })
    this.#notify()
  }

  /** Says that no source will be added any more. */
  close(): void {
    this.#isClosed = true
    this.#notify()
  }

  async *batches(): AsyncGenerator<readonly LogLine[]> {
    this.#signal.addEventListener('abort', () => {
      this.#notify()
      for (const { taken } of this.#sources) taken()
    })
    while (!this.#signal.aborted) {
      const lines = this.#takeBatch()
      if (lines.length > 0) yield lines
      else if (this.#isClosed && this.#sources.size === 0) return
      else await this.#news()
    }
  }

  async #read(source: Source, lines: AsyncIterable<LogLine>): Promise<void> {
    for await (const line of lines) {
      source.lines.push(line)
      source.size += line.text.length + overhead
      this.#notify()
      while (source.size > roomOfSource && !this.#signal.aborted)
        await new Promise<void>((resolve) => (source.taken = resolve))
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

  /** The earliest line, where none that is earlier can be expected. */
  #take(): LogLine | undefined {
    const now = performance.now()
    const first = this.#earliest(now)
    const line = first?.lines.shift()
    if (first === undefined || line === undefined) return undefined
    first.size -= line.text.length + overhead
    if (first.lines.length === 0) first.emptySince = now
    first.taken()
    return line
  }

  /** The source with the earliest line; undefined where another may still come up with an earlier one. */
  #earliest(now: number): Source | undefined {
    let first: Source | undefined
    for (const source of this.#sources) {
      const [line] = source.lines
      if (line === undefined) {
        if (source.ended) this.#sources.delete(source)
        else if (this.#waits || now - source.emptySince < quietAfter) return undefined
        continue
      }
      if (first === undefined || line.time < (first.lines[0]?.time ?? '')) first = source
    }
    return first
  }

  /** Resolves when a source has something new, or when what waits need not wait for a silent one any more. */
  async #news(): Promise<void> {
    const isHeld = !this.#waits && [...this.#sources].some((source) => source.lines.length > 0)
    const ended = new AbortController()
    const news = new Promise<void>((resolve) => (this.#notify = resolve))
    const late = isHeld ? [pause(quietAfter / 4, ended.signal)] : []
    await Promise.race([news, ...late])
    ended.abort()
  }
}

/** Characters that a line takes besides its text, roughly. */
const overhead = 150
