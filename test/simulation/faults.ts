import { reconcileLease } from '../../schema/reconcile-lease.ts'
import type { Random } from '../support/random.ts'
import { requestDirectly, type Availability, type SimulatedCluster } from './components/cluster.ts'
import { noBrokerFaults, type SimulatedBroker } from './components/broker.ts'
import { noFaults, type Network } from './components/network.ts'
import type { SimulatedTerraform } from './components/terraform.ts'
import type { Process, World } from './world/world.ts'

/** A server or a worker. */
export interface Member {
  process: Process
  /** Shuts the process down in order, as SIGTERM does. */
  stop(): Promise<void>
}

/** All servers, or all workers. */
export interface Group<Each extends Member = Member> {
  /** The running members. */
  readonly running: Each[]
  /** Starts another member. */
  start(): void
}

export interface Faulty {
  world: World
  random: Random
  network: Network
  broker: SimulatedBroker
  servers: Group
  clusters: ReadonlyMap<string, SimulatedCluster>
  workers: Group
  terraform: Pick<SimulatedTerraform, 'running'>
  /** Called when a server or a worker has shut down in order, or has failed to. */
  onStopped(member: Member, failure: unknown): void
  /** Triggers objects, as users do who investigate a problem. */
  trigger(isMeant: (object: { id: bigint; kind: string; name: string }) => boolean): void
}

type Fault = (faulty: Faulty) => Promise<void> | void

const runtimeKind = 'KubernetesRuntimeInstance'

const moods: readonly Availability[] = ['refusing', 'silent', 'failing', 'throttling']

/** All faults by name; each ends after a while. */
const faults: Readonly<Record<string, Fault>> = {
  'a worker dies': (faulty) => killOne(faulty, faulty.workers, pickOf(faulty, faulty.workers)),
  'a worker dies during work': (faulty) => dieDuringWork(faulty, faulty.workers),
  'a worker is replaced': (faulty) => replaceOne(faulty, faulty.workers),
  'a worker stops': (faulty) => stopOne(faulty, pickOf(faulty, faulty.workers).process),
  'a worker stops during work': (faulty) => {
    const { process } = pickOf(faulty, faulty.workers)
    process.trap = { after: 1 + faulty.random.below(40), spring: () => stopOne(faulty, process) }
  },
  'a worker stops before it applies': (faulty) => {
    const { process } = pickOf(faulty, faulty.workers)
    process.stopsBefore = { label: /^RecordApplied/, spring: () => outliveLeases(faulty, process) }
  },
  'a worker stops before it reports': (faulty) => {
    const { process } = pickOf(faulty, faulty.workers)
    const label = faulty.random.pick([/^ForgetApplied/, /^ReportReconcile/, /^ConfirmDeletion/])
    process.stopsBefore = { label, spring: () => outliveLeases(faulty, process) }
  },
  'a server dies': (faulty) => killOne(faulty, faulty.servers, pickOf(faulty, faulty.servers)),
  'a server dies during work': (faulty) => dieDuringWork(faulty, faulty.servers),
  'a server is replaced': (faulty) => replaceOne(faulty, faulty.servers),
  'the network is faulty': ({ world, random, network }) => {
    const some = (most: number): number => (random.chance(0.6) ? random.next() * most : 0)
    const broken = { refused: some(0.2), lost: some(0.1), responseLost: some(0.2) }
    network.faults = { ...broken, slow: some(0.6), stale: some(0.2) }
    world.trace.add('network', `is faulty: ${JSON.stringify(network.faults)}`)
    world.after(1000 + random.next() * 20_000, 'is healthy', () => (network.faults = noFaults))
  },
  'the broker is faulty': ({ world, random, broker }) => {
    const some = (most: number): number => (random.chance(0.6) ? random.next() * most : 0)
    const often = { dropped: some(0.5), again: some(0.95), forgotten: some(1) }
    broker.faults = { ...noBrokerFaults, ...often }
    world.trace.add('broker', `is faulty: ${JSON.stringify(often)}`)
    world.after(
      5000 + random.next() * 30_000,
      'is healthy',
      () => (broker.faults = noBrokerFaults),
      broker.process,
    )
  },
  'the broker loses its messages': ({ broker }) => broker.loseMessages(),
  'the broker loses everything': ({ broker }) => broker.loseEverything(),
  'the broker is unavailable': ({ world, random, broker }) => {
    world.trace.add('broker', 'is unavailable')
    world.pause(broker.process, random.next() * 20_000)
  },
  'a server hangs': (faulty) => {
    const { process } = pickOf(faulty, faulty.servers)
    faulty.world.trace.add(process.name, 'hangs')
    faulty.world.pause(process, faulty.random.next() * 8000)
  },
  'a cluster is unavailable': ({ world, random, clusters }) => {
    const all = [...clusters.values()]
    if (all.length === 0) return
    const cluster = random.pick(all)
    cluster.availability = random.pick(moods)
    world.trace.add(cluster.process.name, `is ${cluster.availability}`)
    world.after(
      1000 + random.next() * 40_000,
      'is healthy',
      () => (cluster.availability = 'well'),
      cluster.process,
    )
  },
  'a cluster is briefly unavailable': blink,
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
    world.trace.add(cluster.process.name, `delays watches by ${Math.round(cluster.lag)} ms`)
    world.after(1000 + random.next() * 40_000, 'is prompt', () => (cluster.lag = 0), cluster.process)
  },
  'another client changes a resource': changeResource,
  'a run of Terraform dies': ({ world, random, terraform }) => {
    const { running } = terraform
    if (running.length === 0) return
    const process = random.pick([...running])
    process.trap = { after: 1 + random.below(20), spring: () => world.crash(process) }
  },
}

/**
 * The longest time in milliseconds that a cluster is briefly unavailable: less than resync allows for a lost trigger.
 */
export const longestBlink = 4500

/** Makes a cluster briefly unavailable: half of its objects notice, and triggers of the other half are lost. */
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
  cluster.availability = 'refusing'
  broker.faults = { ...noBrokerFaults, isUnheard: ({ kind, id }) => isBlind(kind, id) }
  triggerRuntime()
  for (const share of [0.2, 0.5, 0.8])
    later(share, () => trigger(({ kind, id }) => kind !== runtimeKind && !isBlind(kind, String(id))))
  later(1, () => {
    broker.faults = noBrokerFaults
    cluster.availability = 'well'
    triggerRuntime()
  })
}

function pickOf({ random }: Faulty, { running }: Group): Member {
  return random.pick(running)
}

function killOne({ world, random }: Faulty, group: Group, member: Member): void {
  const { process } = member
  if (!process.alive) return
  world.trace.add(process.name, 'dies')
  world.crash(process)
  leave(group, member)
  world.after(random.next() ** 2 * 20_000, '', group.start, nature(world))
}

/** Kills a member before any of its next steps. */
function dieDuringWork(faulty: Faulty, group: Group): void {
  const member = pickOf(faulty, group)
  member.process.trap = {
    after: 1 + faulty.random.below(40),
    spring: () => killOne(faulty, group, member),
  }
}

/** Replaces a member, as a rollout does: it shuts down in order, and another one starts at about the same time. */
function replaceOne(faulty: Faulty, group: Group): void {
  const { world, random, onStopped } = faulty
  const member = pickOf(faulty, group)
  const { process } = member
  world.trace.add(process.name, 'receives SIGTERM')
  leave(group, member)
  const stoppedAt = world.now()
  const onEnd = (failure?: unknown): void => {
    // A member that was paused in the meantime cannot shut down in order.
    if (process.pausedUntil <= stoppedAt) onStopped(member, failure)
    world.crash(process)
  }
  world.after(0, '', () => void member.stop().then(() => onEnd(), onEnd), process)
  world.after(random.next() * 3000, '', group.start, nature(world))
}

function leave({ running }: Group, member: Member): void {
  const index = running.indexOf(member)
  if (index !== -1) running.splice(index, 1)
}

/** Pauses a worker, either beyond the expiry of its locks or not. */
function stopOne({ world, random }: Faulty, worker: Process): void {
  const milliseconds = random.chance(0.4) ? random.next() * 5000 : 12_000 + random.next() * 20_000
  world.trace.add(worker.name, `stops for ${Math.round(milliseconds)} ms`)
  world.pause(worker, milliseconds)
}

/** Pauses a worker until others have started what it was about to report. */
function outliveLeases({ world, random, trigger }: Faulty, worker: Process): void {
  const milliseconds = reconcileLease + 4000 + random.next() * 20_000
  world.trace.add(worker.name, `stops for ${Math.round(milliseconds)} ms`)
  world.pause(worker, milliseconds)
  world.after(milliseconds - 3000, 'triggers everything', () => trigger(() => true), nature(world))
}

function nature(world: World): Process {
  return world.process('nature')
}

/** Changes or deletes a resource in a cluster, as users do with kubectl. */
async function changeResource({ world, random, clusters }: Faulty): Promise<void> {
  const resources = [...clusters.values()].flatMap((cluster) =>
    cluster.ours().map((object) => ({ cluster, object })),
  )
  const mutable = resources.filter(({ object }) =>
    ['ConfigMap', 'Deployment', 'Service'].includes(object.kind),
  )
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
    requestDirectly(cluster, {
      method: isDeleted ? 'DELETE' : 'PATCH',
      path,
      query: { fieldManager: 'kubectl' },
      ...(isDeleted ? {} : { body: change, contentType: 'application/strategic-merge-patch+json' }),
    }),
  )
}

/** Chooses some of the faults: a run with few kinds of faults goes deeper into each than a run with all of them. */
export function someFaults(random: Random): string[] {
  const chosen = Object.keys(faults).filter(() => random.chance(0.5))
  return chosen.length === 0 ? Object.keys(faults) : chosen
}

export async function injectFault(faulty: Faulty, names: readonly string[]): Promise<void> {
  const { workers, servers } = faulty
  if (workers.running.length > 0 && servers.running.length > 0)
    await faults[faulty.random.pick(names)]?.(faulty)
}

/** Ends all faults at once. */
export function mend({ network, broker, clusters, world, servers, workers }: Faulty): void {
  network.faults = noFaults
  broker.faults = noBrokerFaults
  for (const cluster of clusters.values())
    Object.assign(cluster, { availability: 'well', lag: 0 } satisfies Partial<SimulatedCluster>)
  for (const { process } of [broker, ...clusters.values()]) process.pausedUntil = world.now()
  for (const { process } of [...servers.running, ...workers.running]) {
    process.pausedUntil = Math.min(process.pausedUntil, world.now() + 20_000)
    process.trap = undefined
    process.stopsBefore = undefined
  }
}
