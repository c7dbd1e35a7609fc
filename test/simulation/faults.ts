import { reconcileLease } from '../../schema/reconcile-lease.ts'
import type { Random } from '../support/random.ts'
import { ask, type Mood, type SimulatedCluster } from './parts/cluster.ts'
import { noBrokerFaults, type SimulatedBroker } from './parts/broker.ts'
import { noFaults, type Network } from './parts/network.ts'
import type { Process, World } from './world/world.ts'

export interface Faulty {
  world: World
  random: Random
  network: Network
  broker: SimulatedBroker
  server: Process
  clusters: ReadonlyMap<string, SimulatedCluster>
  workers: Process[]
  startWorker(): void
  /** Triggers objects, as people do who want to see what is the matter. */
  trigger(isMeant: (object: { id: bigint; kind: string; name: string }) => boolean): void
}

type Fault = (faulty: Faulty) => Promise<void> | void

const runtimeKind = 'KubernetesRuntimeInstance'

const moods: readonly Mood[] = ['refusing', 'silent', 'failing', 'throttling']

/** Everything that goes wrong; each mends itself after a while. */
const faults: Readonly<Record<string, Fault>> = {
  'a worker dies': (faulty) => killOne(faulty, faulty.random.pick(faulty.workers)),
  'a worker dies at work': (faulty) => {
    const worker = faulty.random.pick(faulty.workers)
    worker.trap = { after: 1 + faulty.random.below(40), spring: () => killOne(faulty, worker) }
  },
  'a worker stops': (faulty) => stopOne(faulty, faulty.random.pick(faulty.workers)),
  'a worker stops at work': (faulty) => {
    const worker = faulty.random.pick(faulty.workers)
    worker.trap = { after: 1 + faulty.random.below(40), spring: () => stopOne(faulty, worker) }
  },
  'a worker stops before it applies': (faulty) => {
    const worker = faulty.random.pick(faulty.workers)
    worker.stopsBefore = { label: /^RecordApplied/, spring: () => outliveLeases(faulty, worker) }
  },
  'a worker stops before it tells': (faulty) => {
    const worker = faulty.random.pick(faulty.workers)
    const label = faulty.random.pick([/^ForgetApplied/, /^ReportReconcile/, /^ConfirmDeletion/])
    worker.stopsBefore = { label, spring: () => outliveLeases(faulty, worker) }
  },
  'the network is bad': ({ world, random, network }) => {
    const some = (most: number): number => (random.chance(0.6) ? random.next() * most : 0)
    const broken = { refused: some(0.2), lost: some(0.1), answerLost: some(0.2) }
    network.faults = { ...broken, slow: some(0.6), stale: some(0.2) }
    world.trace.add('network', `is bad: ${JSON.stringify(network.faults)}`)
    world.after(1000 + random.next() * 20_000, 'is well', () => (network.faults = noFaults))
  },
  'the broker is bad': ({ world, random, broker }) => {
    const some = (most: number): number => (random.chance(0.6) ? random.next() * most : 0)
    const often = { dropped: some(0.5), again: some(0.95), forgotten: some(1) }
    broker.faults = { ...noBrokerFaults, ...often }
    world.trace.add('broker', `is bad: ${JSON.stringify(often)}`)
    world.after(
      5000 + random.next() * 30_000,
      'is well',
      () => (broker.faults = noBrokerFaults),
      broker.process,
    )
  },
  'the broker loses its messages': ({ broker }) => broker.loseMessages(),
  'the broker loses everything': ({ broker }) => broker.loseEverything(),
  'the broker is away': ({ world, random, broker }) => {
    world.trace.add('broker', 'is away')
    world.pause(broker.process, random.next() * 20_000)
  },
  'the server hangs': ({ world, random, server }) => {
    world.trace.add('server', 'hangs')
    world.pause(server, random.next() * 8000)
  },
  'a cluster is away': ({ world, random, clusters }) => {
    const all = [...clusters.values()]
    if (all.length === 0) return
    const cluster = random.pick(all)
    cluster.mood = random.pick(moods)
    world.trace.add(cluster.process.name, `is ${cluster.mood}`)
    world.after(1000 + random.next() * 40_000, 'is well', () => (cluster.mood = 'well'), cluster.process)
  },
  'a cluster blinks': blink,
  'a cluster hangs': ({ world, random, clusters }) => {
    const all = [...clusters.values()]
    if (all.length === 0) return
    const { process } = random.pick(all)
    world.trace.add(process.name, 'hangs')
    world.pause(process, random.next() * 400)
  },
  'watches of a cluster lag': ({ world, random, clusters }) => {
    const all = [...clusters.values()]
    if (all.length === 0) return
    const cluster = random.pick(all)
    cluster.lag = random.next() * 30_000
    world.trace.add(cluster.process.name, `tells watches ${Math.round(cluster.lag)} ms late`)
    world.after(1000 + random.next() * 40_000, 'is prompt', () => (cluster.lag = 0), cluster.process)
  },
  'somebody changes a resource': changeResource,
}

/** Longest time in milliseconds that a cluster is away when it blinks: less than resync leaves to a trigger that is lost. */
export const longestBlink = 4500

/** A cluster is away for a moment: half of what is in it notices, and triggers of the other half are lost. */
export function blink({ world, random, clusters, broker, trigger }: Faulty): void {
  const used = [...clusters.values()].filter((each) => each.ours().length > 0)
  if (used.length === 0) return
  const cluster = random.pick(used)
  const blind = new Map<string, boolean>()
  const isBlind = (kind: string, id: string): boolean => {
    if (kind === runtimeKind) return false
    const known = blind.get(id) ?? random.chance(0.5)
    blind.set(id, known)
    return known
  }
  const lasts = longestBlink * (0.3 + 0.7 * random.next())
  const later = (share: number, run: () => void): void =>
    void world.after(share * lasts, '', run, nature(world))
  const triggerRuntime = (): void =>
    trigger(({ kind, name }) => kind === runtimeKind && name === cluster.name)
  world.trace.add(cluster.process.name, 'blinks')
  cluster.mood = 'refusing'
  broker.faults = { ...noBrokerFaults, unheard: ({ kind, id }) => isBlind(kind, id) }
  triggerRuntime()
  for (const share of [0.2, 0.5, 0.8])
    later(share, () => trigger(({ kind, id }) => kind !== runtimeKind && !isBlind(kind, String(id))))
  later(1, () => {
    broker.faults = noBrokerFaults
    cluster.mood = 'well'
    triggerRuntime()
  })
}

function killOne({ world, random, workers, startWorker }: Faulty, worker: Process): void {
  if (!worker.alive) return
  world.trace.add(worker.name, 'dies')
  world.crash(worker)
  workers.splice(workers.indexOf(worker), 1)
  world.after(random.next() ** 2 * 20_000, '', startWorker, nature(world))
}

/** Past the end of its locks, or not. */
function stopOne({ world, random }: Faulty, worker: Process): void {
  const milliseconds = random.chance(0.4) ? random.next() * 5000 : 12_000 + random.next() * 20_000
  world.trace.add(worker.name, `stops for ${Math.round(milliseconds)} ms`)
  world.pause(worker, milliseconds)
}

/** It goes on when others have already started what it was about to tell of. */
function outliveLeases({ world, random, trigger }: Faulty, worker: Process): void {
  const milliseconds = reconcileLease + 4000 + random.next() * 20_000
  world.trace.add(worker.name, `stops for ${Math.round(milliseconds)} ms`)
  world.pause(worker, milliseconds)
  world.after(milliseconds - 3000, 'triggers everything', () => trigger(() => true), nature(world))
}

function nature(world: World): Process {
  return world.process('nature')
}

/** As people do with kubectl. */
async function changeResource({ world, random, clusters }: Faulty): Promise<void> {
  const places = [...clusters.values()].flatMap((cluster) =>
    cluster.ours().map((object) => ({ cluster, object })),
  )
  const mutable = places.filter(({ object }) => ['ConfigMap', 'Deployment', 'Service'].includes(object.kind))
  if (mutable.length === 0) return
  const { cluster, object } = random.pick(mutable)
  const { kind, apiVersion, metadata } = object
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
  const path = `${root}/namespaces/${metadata.namespace ?? ''}/${kind.toLowerCase()}s/${metadata.name}`
  const isDeleted = random.chance(0.3)
  world.trace.add(
    'somebody',
    `${isDeleted ? 'deletes' : 'changes'} ${kind} ${metadata.name} in ${cluster.name}`,
  )
  const change =
    kind === 'ConfigMap'
      ? { data: { colour: 'red', added: 'by hand' } }
      : kind === 'Deployment'
        ? { spec: { template: { spec: { containers: [{ name: 'web', image: 'other' }] } }, replicas: 3 } }
        : { metadata: { labels: { 'qleet.io/object': 'mine' } } }
  await world.within(cluster.process, () =>
    ask(cluster, {
      method: isDeleted ? 'DELETE' : 'PATCH',
      path,
      query: { fieldManager: 'kubectl' },
      ...(isDeleted ? {} : { body: change, contentType: 'application/strategic-merge-patch+json' }),
    }),
  )
}

/** Some of all faults: a run with few sorts of them goes deeper into each than one with all. */
export function someFaults(random: Random): string[] {
  const chosen = Object.keys(faults).filter(() => random.chance(0.5))
  return chosen.length === 0 ? Object.keys(faults) : chosen
}

export async function injectFault(faulty: Faulty, names: readonly string[]): Promise<void> {
  if (faulty.workers.length > 0) await faults[faulty.random.pick(names)]?.(faulty)
}

/** Ends all faults at once. */
export function mend({ network, broker, clusters, world, server, workers }: Faulty): void {
  network.faults = noFaults
  broker.faults = noBrokerFaults
  for (const cluster of clusters.values()) Object.assign(cluster, { mood: 'well', lag: 0 })
  for (const { process } of [broker, ...clusters.values()]) process.pausedUntil = world.now()
  for (const process of [server, ...workers]) {
    process.pausedUntil = Math.min(process.pausedUntil, world.now() + 20_000)
    process.trap = undefined
    process.stopsBefore = undefined
  }
}
