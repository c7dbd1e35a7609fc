import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkOut } from '../support/earlier-code.ts'
import { percentile, type Figure } from './figures.ts'

interface Turns {
  /** How often each of the two is measured. */
  rounds: number
  /** Measures the code of a folder, or of this repository. */
  measure: (code?: string) => Promise<Figure[]>
  say: (text: string) => unknown
}

/**
 * Measures an earlier commit and this code in turns, so that both meet the same machine, and returns the medians with their ratios.
 * Requests are those of this code. Figures that only one of the two has, or that are not single numbers, are left out.
 */
export async function measureAgainst(ref: string, { rounds, measure, say }: Turns): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'qleet-bench-'))
  try {
    const earlier = await checkOut(ref, folder)
    const turns: { before: Figure[]; now: Figure[] }[] = []
    for (let round = 1; round <= rounds; round++) {
      // Which one is first changes, because the second finds the machine warm.
      const order = round % 2 === 1 ? [earlier, undefined] : [undefined, earlier]
      const found = new Map<string | undefined, Figure[]>()
      for (const code of order) {
        say(`round ${round} of ${rounds}: ${code === undefined ? 'this code' : ref}`)
        found.set(code, await measure(code))
      }
      turns.push({ before: found.get(earlier) ?? [], now: found.get(undefined) ?? [] })
    }
    return comparedFigures(ref, turns)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the figures of this code beside those of the earlier one. */
export function comparedFigures(
  ref: string,
  turns: readonly { before: readonly Figure[]; now: readonly Figure[] }[],
): Figure[] {
  const [first] = turns
  return (first?.now ?? []).flatMap(({ what, value, budget }): Figure[] => {
    const of = (figures: readonly Figure[]): number =>
      amountIn(figures.find((each) => each.what === what)?.value)
    const pairs = turns.map(({ before, now }) => ({ before: of(before), now: of(now) }))
    if (pairs.some((pair) => Number.isNaN(pair.before + pair.now))) return []
    const unit = value.replace(/^[\d.,]+/, '')
    const median = (values: readonly number[]): string =>
      `${percentile(values, 0.5).toLocaleString('en', { maximumSignificantDigits: 3 })}${unit}`
    const ratios = pairs.map(({ before, now }) => now / before)
    const spread = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2))
    return [
      {
        what,
        value: median(pairs.map(({ now }) => now)),
        peer: `${median(pairs.map(({ before }) => before))} at ${ref}, ratios ${spread.join(' to ')}`,
        ratio: percentile(ratios, 0.5),
        ...(budget === undefined ? {} : { budget }),
      },
    ]
  })
}

/** NaN for a value that is not a single number with its unit. */
function amountIn(value: string | undefined): number {
  const found = /^([\d.,]+)(?: \S+)?$/.exec(value ?? '')?.[1]
  return found === undefined ? Number.NaN : Number(found.replaceAll(',', ''))
}
