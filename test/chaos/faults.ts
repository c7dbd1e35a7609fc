import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startNats } from '../../embedded/nats.ts'
import { startPostgres } from '../../embedded/postgres.ts'
import { poll } from '../support/eventually.ts'
import type { TestProcess } from '../support/processes.ts'
import type { ChaosCluster, ChaosStack } from './stack.ts'
import type { Random } from '../support/random.ts'

/** Something that breaks, and is whole again when `inject` resolves. */
interface Fault {
  name: string
  /** Faults of one part follow each other; those of others happen at the same time. */
  part: 'servers' | 'workers' | 'nats' | 'postgres' | 'clusters' | 'clocks'
  inject(context: FaultContext): Promise<void>
}

export interface FaultContext {
  stack: ChaosStack
  random: Random
  /** Milliseconds for which something stays away. */
  outage: number
  /** Called with what a fault must not lead to. */
  onWrong(what: string): void
}

export const faults: readonly Fault[] = [
  { name: 'kill-server', part: 'servers', inject: (context) => replaceServer(context, 'kill') },
  { name: 'stop-server', part: 'servers', inject: (context) => replaceServer(context, 'stop') },
  { name: 'kill-worker', part: 'workers', inject: (context) => replaceWorker(context, 'kill') },
  { name: 'stop-worker', part: 'workers', inject: (context) => replaceWorker(context, 'stop') },
  { name: 'pause-worker', part: 'workers', inject: pauseWorker },
  { name: 'kill-nats', part: 'nats', inject: ({ stack }) => restartNats(stack) },
  {
    name: 'nats-away',
    part: 'nats',
    inject: ({ stack, outage }) => restartNats(stack, () => sleep(outage)),
  },
  {
    name: 'nats-data',
    part: 'nats',
    inject: ({ stack }) =>
      restartNats(stack, () => rm(join(stack.folder, 'nats', 'nats'), { recursive: true, force: true })),
  },
  { name: 'kill-postgres', part: 'postgres', inject: ({ stack }) => restartPostgres(stack, 'SIGKILL') },
  { name: 'abort-postgres', part: 'postgres', inject: ({ stack }) => restartPostgres(stack, 'SIGQUIT') },
  { name: 'stop-postgres', part: 'postgres', inject: ({ stack }) => restartPostgres(stack, 'SIGINT') },
  {
    name: 'black-hole',
    part: 'clusters',
    inject: (context) => loseCluster(context, ({ proxy }) => proxy.drop()),
  },
  {
    name: 'silence',
    part: 'clusters',
    inject: (context) => loseCluster(context, ({ proxy }) => proxy.silence()),
  },
  { name: 'cut', part: 'clusters', inject: (context) => loseCluster(context, ({ proxy }) => proxy.cut()) },
  { name: 'blink', part: 'clusters', inject: blink },
  { name: 'kill-cluster', part: 'clusters', inject: ({ stack }) => killClusters(stack) },
  { name: 'pause-cluster', part: 'clusters', inject: pauseClusters },
  { name: 'clock', part: 'clocks', inject: stepClock },
]

/** Kills or stops one, and starts another at its address, as a supervisor does until it succeeds. */
async function replaceServer(context: FaultContext, how: 'kill' | 'stop'): Promise<void> {
  const { servers, startServer } = context.stack.plane
  const old = context.random.pick(servers)
  await end(context, old, how)
  const port = Number(new URL(old.url).port)
  servers[servers.indexOf(old)] = await persistently(() => startServer(port))
}

async function replaceWorker(context: FaultContext, how: 'kill' | 'stop'): Promise<void> {
  const { workers, startWorker } = context.stack.plane
  const old = context.random.pick(workers)
  await end(context, old, how)
  workers[workers.indexOf(old)] = await persistently(() => startWorker())
}

/** A process that is asked to end does so in order, whatever it works with is away. */
async function end({ onWrong }: FaultContext, process: TestProcess, how: 'kill' | 'stop'): Promise<void> {
  if (how === 'kill') return process.kill()
  if (!(await process.stop())) onWrong(`it did not end in order:\n${await process.lastWords()}`)
}

/** Longer than its locks live: when it goes on, others have long taken over what it was doing. */
async function pauseWorker({ stack, random }: FaultContext): Promise<void> {
  const worker = random.pick(stack.plane.workers)
  worker.freeze()
  await sleep(17_000)
  worker.thaw()
}

async function restartNats(stack: ChaosStack, meanwhile?: () => Promise<void>): Promise<void> {
  const { pid, exited, port } = stack.nats
  process.kill(pid, 'SIGKILL')
  await exited
  await meanwhile?.()
  stack.nats = await persistently(() => startNats({ dataDir: join(stack.folder, 'nats'), port }))
}

/** SIGKILL as in life, SIGQUIT without a checkpoint, SIGINT with one. */
async function restartPostgres(stack: ChaosStack, signal: NodeJS.Signals): Promise<void> {
  const { pid, exited, port } = stack.postgres
  process.kill(pid, signal)
  await exited
  stack.postgres = await persistently(() => startPostgres({ dataDir: join(stack.folder, 'postgres'), port }))
}

async function loseCluster(
  { stack, random, outage }: FaultContext,
  lose: (cluster: ChaosCluster) => Promise<void>,
): Promise<void> {
  const cluster = random.pick(stack.clusters)
  await lose(cluster)
  await sleep(outage)
  await cluster.proxy.open()
}

/** Away for half a second, in which its runtime is looked at: some notice, and others do not. */
async function blink({ stack, random }: FaultContext): Promise<void> {
  const { name, proxy } = random.pick(stack.clusters)
  const look = (): Promise<unknown> =>
    // Whatever else is broken may keep it from being looked at.
    stack.plane.client.objects.reconcile({ kind: 'KubernetesRuntimeInstance', name }).catch(() => undefined)
  await proxy.cut()
  await look()
  await sleep(500)
  await proxy.open()
  await look()
}

/** One process has all simulated clusters: it goes on with what it has stored. */
async function killClusters({ plane }: ChaosStack): Promise<void> {
  const { port } = new URL(plane.simulator.url)
  await plane.simulator.kill()
  plane.simulator = await persistently(() => plane.startSimulator(Number(port)))
}

async function pauseClusters({ stack, outage }: FaultContext): Promise<void> {
  const { simulator } = stack.plane
  simulator.freeze()
  await sleep(outage)
  simulator.thaw()
}

/** The clock of one process goes wrong by up to ten minutes, and is set right again. */
async function stepClock({ stack, random, outage }: FaultContext): Promise<void> {
  const { pid } = random.pick([...stack.plane.servers, ...stack.plane.workers])
  const file = join(stack.clocks, String(pid))
  const minutes = 5 + random.next() * 5
  for (const direction of random.chance(0.5) ? [1, -1] : [-1, 1]) {
    await writeFile(file, String(Math.round(direction * minutes * 60_000)))
    await sleep(outage / 2)
  }
  await rm(file)
}

/** What something else that is broken keeps from starting is started again. */
async function persistently<Started>(start: () => Promise<Started>): Promise<Started> {
  let last: unknown
  const started = await poll(
    () =>
      start().catch((error: unknown) => {
        last = error
        return undefined
      }),
    { within: 240_000, every: 250 },
  )
  if (started === undefined) throw last
  return started
}
