import { createHash } from 'node:crypto'

/** What happened, for people, and in one number for comparing. */
export interface Trace {
  add(who: string, what: string): void
  /** The last lines. */
  lines(): readonly string[]
  /** Equal for equal traces. */
  digest(): string
}

const kept = 4000

/** @param elapsed Virtual milliseconds since the beginning. */
export function createTrace(elapsed: () => number): Trace {
  let lines: string[] = []
  const hash = createHash('sha256')
  return {
    add: (who, what) => {
      const line = `${(elapsed() / 1000).toFixed(3).padStart(9)}  ${who.padEnd(10)} ${what}`
      hash.update(line)
      lines.push(line)
      if (lines.length > kept * 2) lines = lines.slice(-kept)
    },
    lines: () => lines.slice(-kept),
    digest: () => hash.copy().digest('hex'),
  }
}
