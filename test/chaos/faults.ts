import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startNats } from '../../embedded/nats.ts'
import { startPostgres } from '../../embedded/postgres.ts'
import { poll } from '../support/eventually.ts'
import type { TestProcess } from '../support/processes.ts'
import type { ChaosCluster, ChaosStack } from './stack.ts'
import type { Random } from '../support/random.ts'

/** A fault; `inject` resolves once the component is healthy again. */
interface Fault {
  name: string
  /** Faults of one component follow each other; those of different components happen concurrently. */
  component: 'servers' | 'workers' | 'nats' | 'postgres' | 'clusters' | 'clocks' | 'clouds'
  inject(context: FaultContext): Promise<void>
}

export interface FaultContext {
  stack: ChaosStack
  random: Random
  /** Milliseconds for which a component stays unavailable. */
  outage: number
  /** Called with a description of each violation that a fault causes. */
  onViolation(what: string): void
}

export const faults: readonly Fault[] = [
  { name: 'kill-server', component: 'servers', inject: (context) => replaceServer(context, 'kill') },
  { name: 'stop-server', component: 'servers', inject: (context) => replaceServer(context, 'stop') },
  { name: 'kill-worker', component: 'workers', inject: (context) => replaceWorker(context, 'kill') },
  { name: 'stop-worker', component: 'workers', inject: (context) => replaceWorker(context, 'stop') },
  { name: 'pause-worker', component: 'workers', inject: pauseWorker },
  { name: 'kill-nats', component: 'nats', inject: ({ stack }) => restartNats(stack) },
  {
    name: 'nats-away',
    component: 'nats',
    inject: ({ stack, outage }) => restartNats(stack, () => sleep(outage)),
  },
  {
    name: 'nats-data',
    component: 'nats',
    inject: ({ stack }) =>
      restartNats(stack, () => rm(join(stack.folder, 'nats', 'nats'), { recursive: true, force: true })),
  },
  { name: 'kill-postgres', component: 'postgres', inject: ({ stack }) => restartPostgres(stack, 'SIGKILL') },
  { name: 'abort-postgres', component: 'postgres', inject: ({ stack }) => restartPostgres(stack, 'SIGQUIT') },
  { name: 'stop-postgres', component: 'postgres', inject: ({ stack }) => restartPostgres(stack, 'SIGINT') },
  {
    name: 'black-hole',
    component: 'clusters',
    inject: (context) => loseCluster(context, ({ proxy }) => proxy.drop()),
  },
  {
    name: 'silence',
    component: 'clusters',
    inject: (context) => loseCluster(context, ({ proxy }) => proxy.stall()),
  },
  {
    name: 'cut',
    component: 'clusters',
    inject: (context) => loseCluster(context, ({ proxy }) => proxy.cut()),
  },
  { name: 'blink', component: 'clusters', inject: blink },
  { name: 'kill-cluster', component: 'clusters', inject: ({ stack }) => killClusters(stack) },
  { name: 'pause-cluster', component: 'clusters', inject: pauseClusters },
  { name: 'clock', component: 'clocks', inject: stepClock },
  { name: 'cloud-away', component: 'clouds', inject: loseCloud },
]

/** Kills or stops a server and starts another one at its address, with retries, as a supervisor does. */
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

/** Ends a process. One that receives SIGTERM must shut down in order, whichever of its dependencies is unavailable. */
async function end({ onViolation }: FaultContext, process: TestProcess, how: 'kill' | 'stop'): Promise<void> {
  if (how === 'kill') return process.kill()
  if (!(await process.stop())) onViolation(`it did not shut down in order:\n${await process.lastLines()}`)
}

/** Pauses a worker for longer than its locks live: when it resumes, others have long taken over its work. */
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

/** Restarts Postgres: SIGKILL as in a crash, SIGQUIT without a checkpoint, SIGINT with one. */
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

/** Lets AWS answer nothing for a while: requests that it has received may have had an effect. */
async function loseCloud({ stack: { aws }, outage }: FaultContext): Promise<void> {
  await aws?.proxy.stall()
  await sleep(outage)
  await aws?.proxy.open()
}

/** Cuts a cluster for half a second and triggers its runtime meanwhile: some objects notice, and others do not. */
async function blink({ stack, random }: FaultContext): Promise<void> {
  const { name, proxy } = random.pick(stack.clusters)
  const keepTriggering = (): Promise<unknown> =>
    // The request may fail because of another fault.
    stack.plane.client.objects.reconcile({ kind: 'KubernetesRuntimeInstance', name }).catch(() => undefined)
  await proxy.cut()
  await keepTriggering()
  await sleep(500)
  await proxy.open()
  await keepTriggering()
}

/** Kills the process that hosts all simulated clusters and restarts it with its stored state. */
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

/** Sets the clock of one process wrong by up to ten minutes, and then right again. */
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

/** Retries a start that another fault may prevent. */
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
