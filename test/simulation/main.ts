import { parseArgs } from 'node:util'
import { simulate } from './simulate.ts'

/*
 * Many seeds, or one again: `npm run test:simulation -- --seeds 10000`, `npm run test:simulation -- --seed 4711`.
 */

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '500' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    /** Virtual minutes of silence at the end. */
    quiet: { type: 'string', default: '10' },
    /** Lines of the trace to print for a seed that fails. */
    lines: { type: 'string', default: '60' },
  },
})
/** One paragraph. */
function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

const quiet = Number(values.quiet) * 60_000
const from = Number(values.seed ?? values.from)
const count = values.seed === undefined ? Number(values.seeds) : 1
const begun = performance.now()
const failed: number[] = []
let events = 0
let reconciles = 0
let elapsed = 0

for (let seed = from; seed < from + count; seed++) {
  const result = await simulate(seed, { quiet })
  events += result.events
  reconciles += result.reconciles
  elapsed += result.elapsed
  if (result.problems.length === 0) continue
  failed.push(seed)
  const lines = values.seed === undefined ? Number(values.lines) : Infinity
  print(`\nseed ${seed} fails:\n  ${result.problems.slice(0, 10).join('\n  ')}`)
  print(
    `the last of what happened (virtual seconds, who, what):\n${lines === 0 ? '' : result.trace.slice(-lines).join('\n')}`,
  )
  print(`again: npm run test:simulation -- --seed ${seed}`)
}
const seconds = (performance.now() - begun) / 1000
print(
  `${count} seeds in ${seconds.toFixed(1)} s (${((1000 * seconds) / count).toFixed(0)} ms each): ${reconciles} reconciles, ` +
    `${events} events, ${(elapsed / 3_600_000).toFixed(1)} virtual hours; ${failed.length} failed${failed.length === 0 ? '' : `: ${failed.slice(0, 50).join(' ')}`}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
