import { availableParallelism } from 'node:os'
import { readArguments } from '../support/arguments.ts'
import { runSeeds } from './run-seeds.ts'

/* Runs many seeds, or one again. */

const usage = `Usage: npm run test:simulation -- [options]

  --seeds N         How many seeds. Default: 500
  --from N          The first of them. Default: 1
  --seed N          Only this one
  --applications N  Applications with five dependencies each, instead of a few objects of some kinds. Default with --deliveries: 50
  --runtimes N      The runtimes of these applications. Default: 10
  --deliveries N    Deliveries into three environments, to applications that have no dependencies then
  --neighbours N    Workloads that share namespaces
  --concepts A,B    The concepts besides the central ones that each run is about. Default: two random ones
  --quiet N         Virtual idle minutes at the end. Default: 10
  --lines N         Lines of the trace to print for a seed that fails. Default: 60; all with --seed
  --jobs N          Concurrent seeds. Default: the number of processors
`
const { values, count } = readArguments(usage, {
  options: {
    seeds: { type: 'string' },
    from: { type: 'string' },
    seed: { type: 'string' },
    applications: { type: 'string' },
    runtimes: { type: 'string' },
    deliveries: { type: 'string' },
    neighbours: { type: 'string' },
    jobs: { type: 'string' },
    concepts: { type: 'string' },
    quiet: { type: 'string' },
    lines: { type: 'string' },
  },
})

/** Prints one paragraph. */
function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

const applications = count('applications', 50)
const size =
  values.deliveries !== undefined
    ? { applications, deliveries: count('deliveries', 0) }
    : values.applications !== undefined
      ? { applications, runtimes: count('runtimes', 10) }
      : values.neighbours !== undefined
        ? { neighbours: count('neighbours', 0) }
        : undefined
const isOne = values.seed !== undefined
const quiet = count('quiet', 10, 0)
const options = {
  from: isOne ? count('seed', 1) : count('from', 1),
  seeds: isOne ? 1 : count('seeds', 500),
  quiet: quiet * 60_000,
  size,
  concepts: values.concepts?.split(','),
  jobs: isOne ? 1 : count('jobs', availableParallelism()),
}
const sized = Object.entries(size ?? {})
  .map(([name, value]) => ` --${name} ${value}`)
  .join('')
const about = values.concepts === undefined ? '' : ` --concepts ${values.concepts}`
const again = `npm run test:simulation -- --quiet ${quiet}${sized}${about} --seed`
const lines = isOne ? Infinity : count('lines', 60, 0)
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
