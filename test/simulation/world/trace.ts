import { createHash } from 'node:crypto'

/** A record of what happened, as lines for users and as a digest for comparisons. */
export interface Trace {
  add(who: string, what: string): void
  /** Returns the last lines. */
  lines(): readonly string[]
  /** Returns a digest that is equal for equal traces. */
  digest(): string
}

const kept = 4000

/** Creates a trace. @param elapsed Returns the virtual milliseconds since the start. */
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
