import { readFileSync } from 'node:fs'
import { readArguments } from '../support/arguments.ts'
import { measureAgainst } from './against.ts'
import { measureApi } from './api.ts'
import { measureApplications } from './applications.ts'
import { measureAttacks } from './attacks/measure.ts'
import { measureRelay, measureWithoutNats } from './broker.ts'
import { measureCommands, measureVersion } from './command-line.ts'
import { measureConsole } from './console.ts'
import { measureCreates } from './creates.ts'
import { measureDeliveries } from './deliveries.ts'
import { tableOf, type Figure } from './figures.ts'
import { hasConsole } from '../support/console.ts'
import { measureBlackHoles } from './black-holes.ts'
import { measureFairness } from './fairness.ts'
import { measureFurther } from './further.ts'
import { defined } from '../../schema/defined.ts'
import { measureClusters, measureResync } from './kube.ts'
import { measureLatency } from './latency.ts'
import { measureReconciles } from './reconciles.ts'
import { measurePoison } from './poison.ts'
import { measureScale } from './scale.ts'
import { startStack, type Stack } from './stack.ts'

/*
 * What the control plane does in a second and how long one waits for it, on this machine, as ratios to what does the
 * same without it, and the budget that each is held against.
 */

const usage = `Usage: npm run bench [-- SUITE] [options]

  main     the whole path of a change (the default)
  api      CPU of each operation of the API, in all processes together, with a thousand workloads
  apps     applications with six dependencies: from nothing to ready, and a change of one of many
  deliver  deliveries of builds: from the call to the patched object
  kube     many clusters: the next three in turn
  spread   manifests over many clusters, against applying them bare: one in a workload, and many
  resync   resyncs of unchanged workloads, alone and among other objects
  holes    changes in clusters that respond while one in five does not
  poison   changes of healthy workloads beside some whose reconciles throw, spin and hang
  fair     changes of one project beside another that has a hundred times the work
  attacks  effects of each attack of test/bench/attacks on a healthy client; ends with 1 above the limits (Linux)
  scale    --workloads over --clusters in three steps: rate, CPU, memory, database and pages at each
  further  what workloads cost with two and four workers, and two servers, over --clusters (Linux)
  cli      qleetctl and kubectl with --workloads present
  console  the console in Chromium over a list of --others objects, while --changes arrive
  nats     how long changes wait for the relay, and writes and changes while NATS is unavailable

  --against REF   Measures the code of an earlier commit and this in turns, and prints the ratios with their spread
  --rounds N      How many turns (against, or api with --threeport). Default: 3
  --workloads N   How many workloads there are. Default: 500, or 1,000 (api)
  --clusters N    Clusters that they are spread over (kube, scale, further). Default: 4
  --manifests N   Manifests of a workload that has many (spread). Default: 20
  --kubeconfig F  One real cluster in place of simulated ones (spread), or beside them (cli). Namespaces of spread stay there.
  --only TEXT     Only operations or attacks with this text in their name (api, attacks). Default: all
  --profiles DIR  Writes CPU profiles of the server into a folder (api)
  --objects N     Objects in the store, definitions besides the workloads (api). Default: only the workloads
  --threeport URL A REST API of Threeport 0.6 on this machine, measured in turn; missing workloads are added and stay there (api)
  --pids N,N,N    Its processes: the API and its own Postgres and NATS (with --threeport)
  --rest N        Seconds without changes, to be measured once all workloads are there (scale). Default: none
  --others N      Other objects in the cluster, for reads of each look (kube), or rows of the list (console). Default: 10000
  --changes N     Changes that arrive while a list is open (console). Default: 20000
`

const { values, positionals, count, fail } = readArguments(usage, {
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    rounds: { type: 'string' },
    workloads: { type: 'string' },
    clusters: { type: 'string' },
    others: { type: 'string' },
    manifests: { type: 'string' },
    changes: { type: 'string' },
    kubeconfig: { type: 'string' },
    profiles: { type: 'string' },
    only: { type: 'string', default: '' },
    objects: { type: 'string' },
    threeport: { type: 'string' },
    pids: { type: 'string' },
    rest: { type: 'string' },
  },
})
const [suite = 'main'] = positionals
const [workloads, clusters, others, many, changes] = [
  count('workloads', suite === 'api' ? 1000 : 500),
  count('clusters', 4),
  count('others', 10_000),
  count('manifests', 20),
  count('changes', 20_000),
]
const rounds = count('rounds', 3)
const [objects, rest] = [count('objects', undefined), count('rest', undefined)]
const threeport =
  values.threeport === undefined ? undefined : { url: values.threeport, pids: pidsIn(values.pids) }

const say = (text: string): boolean => process.stderr.write(`${text}\n`)

async function mainSuite(stack: Stack): Promise<Figure[]> {
  say('create mutations ...')
  const creates = await measureCreates(stack)
  say(`${workloads} workloads ...`)
  const reconciles = await measureReconciles(stack, workloads)
  say('changes at a steady rate ...')
  return [...measureVersion(), ...creates, ...reconciles, ...(await measureLatency(stack, workloads))]
}

async function apiSuite(stack: Stack): Promise<Figure[]> {
  say(`operations of the API with ${workloads} workloads ...`)
  return measureApi(stack, {
    workloads,
    objects,
    only: values.only,
    profiles: values.profiles,
    threeport,
    rounds,
  })
}

async function appsSuite(stack: Stack): Promise<Figure[]> {
  say(`applications with six dependencies, then a change of one of ${workloads} ...`)
  return measureApplications(stack, workloads)
}

async function deliverSuite(stack: Stack): Promise<Figure[]> {
  say('deliveries to 20 applications ...')
  return measureDeliveries(stack, 20)
}

async function spreadSuite(stack: Stack): Promise<Figure[]> {
  const kubeconfig = values.kubeconfig === undefined ? undefined : readFileSync(values.kubeconfig, 'utf8')
  const figures: Figure[] = []
  for (const each of [1, many]) {
    const where = kubeconfig === undefined ? `over ${clusters} clusters` : 'in a real cluster'
    say(`${workloads} manifests ${where}, ${each} in a workload ...`)
    figures.push(...(await measureClusters(stack, { clusters, manifests: workloads, each, kubeconfig })))
  }
  return figures
}

async function resyncSuite(stack: Stack): Promise<Figure[]> {
  say(`unchanged workloads among ${others} other objects ...`)
  return measureResync(stack, { workloads, others })
}

async function holesSuite(stack: Stack): Promise<Figure[]> {
  say(`black holes among ${clusters} clusters ...`)
  return measureBlackHoles(stack, clusters)
}

async function kubeSuite(stack: Stack): Promise<Figure[]> {
  return [...(await spreadSuite(stack)), ...(await resyncSuite(stack)), ...(await holesSuite(stack))]
}

async function poisonSuite(stack: Stack): Promise<Figure[]> {
  say('healthy workloads, then poison beside them ...')
  return measurePoison(stack)
}

async function fairSuite(stack: Stack): Promise<Figure[]> {
  say('a project alone, then beside one with a hundred times the work ...')
  return measureFairness(stack)
}

async function natsSuite(stack: Stack): Promise<Figure[]> {
  say('many changes for the relay ...')
  const relay = await measureRelay(stack)
  say('changes with NATS, then without it ...')
  return [...relay, ...(await measureWithoutNats(stack))]
}

async function attackSuite(stack: Stack): Promise<Figure[]> {
  say('a healthy client alone, then beside each attack ...')
  return measureAttacks(stack, values.only)
}

async function consoleSuite(stack: Stack): Promise<Figure[]> {
  say(`the console over a list of ${others} objects, then ${changes} changes ...`)
  return measureConsole(stack, { rows: others, changes })
}

async function scaleSuite(stack: Stack): Promise<Figure[]> {
  say(`up to ${workloads} workloads over ${clusters} clusters ...`)
  return measureScale(stack, { workloads, clusters, rest })
}

async function furtherSuite(stack: Stack): Promise<Figure[]> {
  say(`${workloads} workloads over ${clusters} clusters, with further workers and servers ...`)
  return measureFurther(stack, { workloads, clusters })
}

async function cliSuite(stack: Stack): Promise<Figure[]> {
  say(`commands with ${workloads} workloads ...`)
  const { kubeconfig } = values
  return [...measureVersion(), ...(await measureCommands(stack, { workloads, kubeconfig }))]
}

const suites: Record<string, (stack: Stack) => Promise<Figure[]>> = {
  main: mainSuite,
  api: apiSuite,
  apps: appsSuite,
  deliver: deliverSuite,
  kube: kubeSuite,
  spread: spreadSuite,
  resync: resyncSuite,
  holes: holesSuite,
  poison: poisonSuite,
  fair: fairSuite,
  nats: natsSuite,
  attacks: attackSuite,
  console: consoleSuite,
  scale: scaleSuite,
  further: furtherSuite,
  cli: cliSuite,
}
const poisonHook = new URL('../support/poison/register.ts', import.meta.url).href
const measure = suites[suite] ?? fail(`there is no suite "${suite}"`)
const env = suite === 'poison' ? { NODE_OPTIONS: `--import=${poisonHook}` } : {}
if (suite === 'console' && !hasConsole)
  fail('the suite "console" needs Chromium (apt-get install chromium) and the pages (npm run build:web)')
let running: Stack | undefined
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => void Promise.resolve(running?.stop()).finally(() => process.exit(130)))
const figures =
  values.against === undefined
    ? await measured()
    : await measureAgainst(values.against, { rounds, measure: measured, say })
process.stdout.write(`${tableOf(figures)}\n`)
if (figures.some(({ failed }) => failed)) process.exitCode = 1

/** Measures the suite with a control plane of its own, which runs the code of a folder. */
async function measured(code?: string): Promise<Figure[]> {
  say('starting a control plane ...')
  const stack = await startStack({ env, ...defined({ code }) })
  running = stack
  try {
    return await measure(stack)
  } finally {
    running = undefined
    await stack.stop()
  }
}

function pidsIn(list = ''): number[] {
  if (/^\d+(,\d+)*$/.test(list)) return list.split(',').map(Number)
  return fail(`--threeport needs the processes to measure as --pids N,N,N, not "${list}"`)
}
