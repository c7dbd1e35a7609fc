import { parseArgs } from 'node:util'
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
  try {
    const { values } = parseArgs({
      options: {
        minutes: { type: 'string' },
        operations: { type: 'string' },
        'crash-points': { type: 'string' },
        seed: { type: 'string', default: '1' },
        outage: { type: 'string', default: '20' },
        settle: { type: 'string', default: String(settleWithin) },
        faults: { type: 'string', default: allFaults.map(({ name }) => name).join(',') },
      },
    })
    const number = (
      name: 'minutes' | 'operations' | 'crash-points' | 'seed' | 'outage' | 'settle',
      missing = 0,
    ): number => {
      if (values[name] === undefined) return missing
      const value = Number(values[name])
      return value > 0 ? value : fail(`--${name} must be a number above 0, not "${values[name]}"`)
    }
    const faults = values.faults.split(',').filter((name) => name !== 'none')
    const unknown = faults.find((name) => !allFaults.some((fault) => fault.name === name))
    if (unknown !== undefined) fail(`unknown fault "${unknown}"`)
    const points = number('crash-points')
    const operations = number('operations')
    const seconds = number('minutes', points > 0 ? Infinity : operations > 0 ? 0 : 5) * 60
    const [seed, outage, settle] = [number('seed'), number('outage'), number('settle')]
    return { points, seconds, operations, seed, outage, settle, faults }
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

function fail(message: string): never {
  process.stderr.write(`${message}\n\n${usage}`)
  process.exit(2)
}
