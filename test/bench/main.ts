import { parseArgs } from 'node:util'
import { measureVersion } from './command-line.ts'
import { measureCreates } from './creates.ts'
import { tableOf, type Figure } from './figures.ts'
import { measureLatency } from './latency.ts'
import { measureReconciles } from './reconciles.ts'
import { startStack } from './stack.ts'

/*
 * What the control plane does in a second and how long one waits for it, on this machine, as ratios to what does the
 * same without it. `npm run bench -- --workloads 10000` measures with more of them.
 */

const { values } = parseArgs({ options: { workloads: { type: 'string', default: '500' } } })
const workloads = Number(values.workloads)
if (!Number.isInteger(workloads) || workloads < 1) {
  process.stderr.write(`--workloads must be a whole number above 0, not "${values.workloads}"\n`)
  process.exit(2)
}

const say = (text: string): boolean => process.stderr.write(`${text}\n`)
const figures: Figure[] = []
say('qleetctl version ...')
figures.push(...measureVersion())
say('starting a control plane ...')
const stack = await startStack()
try {
  say('create mutations ...')
  figures.push(...(await measureCreates(stack)))
  say(`${workloads} workloads ...`)
  figures.push(...(await measureReconciles(stack, workloads)))
  say('changes at a steady rate ...')
  figures.push(...(await measureLatency(stack, workloads)))
} finally {
  await stack.stop()
}
process.stdout.write(`${tableOf(figures)}\n`)
