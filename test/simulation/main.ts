import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { runSeeds } from './run-seeds.ts'

/*
 * Runs many seeds, or one again: `npm run test:simulation -- --seeds 10000`, `npm run test:simulation -- --seed 4711`.
 * `npm run test:simulation -- --concepts aws-account,bucket` is about these concepts.
 * `npm run test:simulation -- --applications 200 --runtimes 10 --seeds 5` is about many applications with dependencies.
 * `npm run test:simulation -- --applications 50 --deliveries 1000 --seeds 1` is about deliveries into three environments.
 */

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '500' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    /** The number of applications with five dependencies each, instead of a few objects of some kinds. */
    applications: { type: 'string' },
    /** The number of runtimes of these applications. */
    runtimes: { type: 'string', default: '10' },
    /** The number of deliveries to the applications, which have no dependencies then. */
    deliveries: { type: 'string' },
    /** The number of concurrent seeds. */
    jobs: { type: 'string', default: String(availableParallelism()) },
    /** The concepts besides the central ones that each run is about, separated by commas, instead of two random ones. */
    concepts: { type: 'string' },
    /** Virtual idle minutes at the end. */
    quiet: { type: 'string', default: '10' },
    /** Lines of the trace to print for a failed seed. */
    lines: { type: 'string', default: '60' },
  },
})
/** Prints one paragraph. */
function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

const applications = Number(values.applications ?? 50)
const size =
  values.deliveries !== undefined
    ? { applications, deliveries: Number(values.deliveries) }
    : values.applications !== undefined
      ? { applications, runtimes: Number(values.runtimes) }
      : undefined
const isOne = values.seed !== undefined
const options = {
  from: Number(values.seed ?? values.from),
  seeds: isOne ? 1 : Number(values.seeds),
  quiet: Number(values.quiet) * 60_000,
  size,
  concepts: values.concepts?.split(','),
  jobs: isOne ? 1 : Number(values.jobs),
}
const sized = Object.entries(size ?? {})
  .map(([name, value]) => ` --${name} ${value}`)
  .join('')
const about = values.concepts === undefined ? '' : ` --concepts ${values.concepts}`
const again = `npm run test:simulation -- --quiet ${values.quiet}${sized}${about} --seed`
const lines = isOne ? Infinity : Number(values.lines)
const started = performance.now()
const failed: number[] = []
let events = 0
let reconciles = 0
let elapsed = 0

for await (const result of runSeeds(options)) {
  const { seed, problems, trace } = result
  events += result.events
  reconciles += result.reconciles
  elapsed += result.elapsed
  if (problems.length === 0) continue
  failed.push(seed)
  print(`\nseed ${seed} fails:\n  ${problems.slice(0, 10).join('\n  ')}`)
  print(
    `the last events (virtual seconds, process, event):\n${lines === 0 ? '' : trace.slice(-lines).join('\n')}`,
  )
  print(`again: ${again} ${seed}`)
}
const seconds = (performance.now() - started) / 1000
const memory = Math.round(process.resourceUsage().maxRSS / 1024)
print(
  `${options.seeds} seeds in ${seconds.toFixed(1)} s (${((1000 * seconds) / options.seeds).toFixed(0)} ms each, ${memory} MiB at most): ` +
    `${reconciles} reconciles, ${events} events, ${(elapsed / 3_600_000).toFixed(1)} virtual hours; ` +
    `${failed.length} failed${failed.length === 0 ? '' : `: ${failed.slice(0, 50).join(' ')}`}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
