import { setTimeout as sleep } from 'node:timers/promises'
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

/** Several streams of lines as one, in the order of time as far as they come together. */
export interface MergedLines {
  /** Adds a source, which is read until it ends. It throws nothing. */
  add(lines: AsyncIterable<LogLine>): void
  /** Says that no source will be added any more. */
  close(): void
  batches(): AsyncGenerator<readonly LogLine[]>
}

/** @param waits Whether a source that is silent is waited for until it ends: then the order is perfect. */
export function mergeLines({ waits, signal }: { waits: boolean; signal: AbortSignal }): MergedLines {
  const sources = new Set<Source>()
  let closed = false
  let trigger: () => void = () => undefined

  const read = async (source: Source, lines: AsyncIterable<LogLine>): Promise<void> => {
    for await (const line of lines) {
      source.lines.push(line)
      source.size += line.text.length + overhead
      trigger()
      while (source.size > roomOfSource && !signal.aborted)
        await new Promise<void>((resolve) => (source.taken = resolve))
      if (signal.aborted) return
    }
  }

  /** The earliest line, where none that is earlier can be expected. */
  const take = (): LogLine | undefined => {
    const now = performance.now()
    let first: Source | undefined
    for (const source of sources) {
      const [line] = source.lines
      if (line === undefined) {
        if (source.ended) sources.delete(source)
        else if (waits || now - source.emptySince < quietAfter) return undefined
        continue
      }
      if (first === undefined || line.time < (first.lines[0]?.time ?? '')) first = source
    }
    const line = first?.lines.shift()
    if (first === undefined || line === undefined) return undefined
    first.size -= line.text.length + overhead
    if (first.lines.length === 0) first.emptySince = now
    first.taken()
    return line
  }

  return {
    add: (lines) => {
      const source: Source = {
        lines: [],
        size: 0,
        ended: false,
        emptySince: performance.now(),
        taken: () => undefined,
      }
      sources.add(source)
      void read(source, lines).finally(() => {
        source.ended = true
        trigger()
      })
      trigger()
    },
    close: () => {
      closed = true
      trigger()
    },
    async *batches() {
      signal.addEventListener('abort', () => {
        trigger()
        for (const { taken } of sources) taken()
      })
      while (!signal.aborted) {
        const lines: LogLine[] = []
        for (let size = 0; lines.length < batch.lines && size < batch.characters;) {
          const line = take()
          if (line === undefined) break
          size += line.text.length + overhead
          lines.push(line)
        }
        if (lines.length > 0) yield lines
        else if (closed && sources.size === 0) return
        else {
          const isHeld = !waits && [...sources].some((source) => source.lines.length > 0)
          const ended = new AbortController()
          const news = new Promise<void>((resolve) => (trigger = resolve))
          const late = isHeld
            ? [sleep(quietAfter / 4, undefined, { signal: ended.signal }).catch(() => undefined)]
            : []
          await Promise.race([news, ...late])
          ended.abort()
        }
      }
    },
  }
}

/** Characters that a line takes besides its text, roughly. */
const overhead = 150
