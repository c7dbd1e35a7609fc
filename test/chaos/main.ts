import { readArguments } from '../support/arguments.ts'
import { describeCrashes, runCrashPoints } from './crash-points.ts'
import { faults as allFaults } from './faults.ts'
import { countOf } from './consistency.ts'
import { describeResult } from './result.ts'
import { runChaos, settleWithin, type ChaosOptions } from './run.ts'

/*
 * Breaks a whole control plane at random while changes are requested, and reports whether it keeps its guarantees, and
 * whether enough happened for the result to be meaningful.
 */

const usage = `Usage: npm run test:chaos -- [options]

  --minutes N     The duration. Default: 5
  --operations N  Runs until N writes with idempotency keys are acknowledged; without --minutes only until then
  --crash-points N
                  Instead of a full run, kills the server until N writes were hit between commit and publish, or
                  until --minutes have passed
  --seed N        The same seed requests the same changes and injects the same faults. Default: 1
  --outage N      Seconds for which NATS and clusters stay unavailable; the pause between faults of a component is
                  a tenth of it to all of it. Default: 20
  --settle N      Seconds after the last fault within which everything must be as desired. Default: 60, more for slow machines
  --faults A,B    The faults to inject. Default: all, which are
                  ${allFaults.map(({ name }) => name).join(', ')}
`

const { points, ...options } = readOptions()
const log = (text: string): void => void process.stderr.write(`${text}\n`)
const started = performance.now()
if (points > 0) await crash()
else await breakAll()

async function crash(): Promise<void> {
  const result = await runCrashPoints({ points, ...options, log })
  print(describeCrashes(result), countOf(result.violations))
}

async function breakAll(): Promise<void> {
  const result = await runChaos({ ...options, log })
  print(describeResult(result), countOf(result.violations) + result.shortfalls.length)
}

function print(figures: string, wrong: number): void {
  const seconds = Math.round((performance.now() - started) / 1000)
  process.stdout.write(`seed ${options.seed}, ${seconds} s\n${figures}\n`)
  process.exitCode = wrong === 0 ? 0 : 1
}

function readOptions(): ChaosOptions & { points: number } {
  const { values, number, fail } = readArguments(usage, {
    options: {
      minutes: { type: 'string' },
      operations: { type: 'string' },
      'crash-points': { type: 'string' },
      seed: { type: 'string' },
      outage: { type: 'string' },
      settle: { type: 'string' },
      faults: { type: 'string', default: allFaults.map(({ name }) => name).join(',') },
    },
  })
  const faults = values.faults.split(',').filter((name) => name !== 'none')
  const unknown = faults.find((name) => !allFaults.some((fault) => fault.name === name))
  if (unknown !== undefined) fail(`unknown fault "${unknown}"`)
  const [points, operations] = [number('crash-points', 0), number('operations', 0)]
  return {
    points,
    seconds: number('minutes', points > 0 ? Infinity : operations > 0 ? 0 : 5) * 60,
    operations,
    seed: number('seed', 1),
    outage: number('outage', 20),
    settle: number('settle', settleWithin),
    faults,
  }
}
