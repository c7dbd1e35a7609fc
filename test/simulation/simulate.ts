import type { Log } from '../../telemetry/log.ts'
import type { SimulatorAccess } from '../../workers/runtimes/provider.ts'
import { isRecord } from '../../schema/manifests.ts'
import { kindNamed } from '../../schema/kinds/index.ts'
import { activity, differences, quietReconciles } from './expectations.ts'
import { blink, injectFault, longestBlink, mend, someFaults, type Faulty } from './faults.ts'
import { createModelDatabase, type ModelOptions } from './database/model-database.ts'
import { later } from './database/tables.ts'
import { createSimulatedAws } from './components/aws/aws.ts'
import { createSimulatedClouds } from './components/clouds.ts'
import { createSimulatedTerraform } from './components/terraform.ts'
import { SimulatedBroker } from './components/broker.ts'
import { createClusterTransport } from './components/cluster-network.ts'
import { serverOf, startCluster, type SimulatedCluster } from './components/cluster.ts'
import { createNetwork, noFaults } from './components/network.ts'
import { startServer, type ServerMutation } from './components/server.ts'
import { createServers } from './components/servers.ts'
import {
  acting,
  startWorker,
  type SimulatedWorker,
  type WorkerMutation,
  type WorkerOptions,
} from './components/worker.ts'
import { isOfCrash } from './delivered.ts'
import { DeliveryRules } from './delivery-rules.ts'
import { createRules } from './rules.ts'
import { createApplicationsUser, type ApplicationsSize } from './applications.ts'
import { createDeliveriesUser, type DeliveriesSize } from './deliveries.ts'
import { createNeighboursUser, type NeighboursSize } from './neighbours.ts'
import { createUser } from './scenario.ts'
import type { User, UserOptions } from './wishes.ts'
import { virtualise } from './world/globals.ts'
import { createRandom } from '../support/random.ts'
import { createWorld, type World } from './world/world.ts'

export interface SimulateOptions {
  /** Virtual milliseconds without any event, during which no state may change. @default 600000 */
  quiet?: number
  /**
   * The size of a run that is about applications with dependencies, deliveries, or shared namespaces. @default a run about few objects
   * of some kinds
   */
  size?: ApplicationsSize | DeliveriesSize | NeighboursSize | undefined
  /** The concepts besides the central ones. @default two random ones */
  concepts?: readonly string[] | undefined
  /** A seeded bug that the simulation has to find. */
  mutant?: {
    statements?: NonNullable<ModelOptions['instead']>
    reconciler?: WorkerOptions['mutate']
    server?: ServerMutation
    worker?: WorkerMutation
  }
}

/** The result of one seed. */
export interface Simulated {
  seed: number
  /** Descriptions of all problems; empty if there are none. */
  problems: string[]
  trace: readonly string[]
  /** A digest that is equal for equal runs. */
  digest: string
  events: number
  reconciles: number
  /** The elapsed virtual milliseconds. */
  elapsed: number
}

/**
 * Milliseconds to reach a state of rest, counted from 20 seconds after the last fault: the hard deadline of a reconcile
 * that hung then, or the longest requeue interval of an object that no change triggers, plus half a minute for
 * everything that follows. Whatever waits longer has missed its trigger, and the full resync after ten minutes would
 * hide that.
 */
const restTimeout = 105_000
/**
 * Further milliseconds for each application of a run about many, which may all start at once: those of the work itself, and those
 * per millisecond of the usual latency. Each needs some 80 reconciles of several requests, of which the workers have 16 at a time.
 */
const restTimeoutEach = { base: 2000, perLatency: 20 }
/** Further milliseconds of a run about deliveries: revisions run beside the ones before in two environments. */
const restTimeoutOfCanaries = 120_000
/**
 * Further milliseconds while a cloud has clusters: up to twenty changes one after the other, as those of pools for each version in between,
 * at each of which it is looked twice, after 15 seconds each. Also while a runtime is retained that placement has made: ten minutes, if
 * its profile was deleted before its last instance.
 */
const restTimeoutOfClusters = 600_000

/** Simulates one control plane as the seed determines it, from the first object until it is idle. */
export async function simulate(seed: number, options: SimulateOptions = {}): Promise<Simulated> {
  const random = createRandom(seed)
  const world = createWorld(random.fork())
  const restore = virtualise(world, random.fork())
  const run = createRun(world, options)
  try {
    await run.live()
  } catch (error) {
    run.problems.push(`it threw: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  } finally {
    run.end()
    restore()
  }
  const { problems } = run
  return {
    seed,
    problems,
    trace: world.trace.lines(),
    digest: world.trace.digest(),
    events: world.steps,
    reconciles: run.reconciles(),
    elapsed: world.now() - run.started,
  }
}

function createRun(world: World, { quiet = 600_000, size, concepts, mutant = {} }: SimulateOptions) {
  const random = world.random.fork()
  const started = world.now()
  const problems: string[] = []
  const network = createNetwork(world)
  const aws = createSimulatedAws({ world, network })
  const clouds = createSimulatedClouds({ world, network })
  const log = traceLog(world)
  const turns = world.random.fork()
  const database = createModelDatabase({
    awaitTurn: () => world.wait(0.05 + turns.next() / 2, ''),
    onUnknown: (problem) => {
      if (!problems.includes(problem)) problems.push(problem)
    },
    onStatement: (name, values, rows) => {
      rules.executed({ name, values, rows })
      deliveryRules.executed({ name, values, rows }, world.current())
    },
    ...(mutant.statements === undefined ? {} : { instead: mutant.statements }),
  })
  const { tables } = database
  // A long transaction yields to other requests of its server in between, whose statements the model cannot distinguish from its own.
  world.extendStepsWhile(database.isInTransaction)
  const broken = (problem: string): void => {
    world.trace.add('rules', problem)
    problems.push(problem)
  }
  const terraform = createSimulatedTerraform({
    world,
    isTroubled: () => network.faults !== noFaults,
    broken,
  })
  const rules = createRules(
    () => tables,
    broken,
    () => clusters.values(),
  )
  const deliveryRules = new DeliveryRules(tables, broken)
  const broker = new SimulatedBroker(world, network, (triggers) => deliveryRules.published(triggers))
  const servers = createServers({
    world,
    network,
    startServer: (name) =>
      startServer({
        world,
        name,
        log,
        broker,
        database,
        onWork: (work, position, process) => deliveryRules.startedWork(work, position, process),
        ...(mutant.server === undefined ? {} : { mutate: mutant.server }),
      }),
  })
  const workers: SimulatedWorker[] = []
  const clusters = new Map<string, SimulatedCluster>()
  const reconciled = new Map<string, { kind: string; times: number }>()
  let workersStarted = 0

  const faulty: Faulty = {
    world,
    random: random.fork(),
    network,
    broker,
    servers,
    clusters,
    onStopped: ({ process }, failure) => {
      world.trace.add(process.name, 'has ended')
      if (failure !== undefined)
        broken(`${process.name} could not shut down in order: ${describeFailure(failure)}`)
      deliveryRules.stopped(process)
    },
    terraform,
    workers: { running: workers, start: () => void workers.push(startNextWorker()) },
    trigger: (isMeant) => {
      const [server] = servers.running
      const reconcilable = [...tables.objects.values()].filter(
        (object) => kindNamed(object.kind).reconciled && isMeant(object),
      )
      if (server === undefined) return
      for (const { id } of reconcilable)
        void world.within(server.process, () =>
          server.store.trigger({ id }, { actor: 'nature' }).catch(() => undefined),
        )
    },
  }
  const startNextWorker = (): SimulatedWorker =>
    startWorker({
      world,
      name: `worker-${(workersStarted += 1)}`,
      broker,
      log,
      client: () => servers.client({ kind: 'WORKER', name: 'worker' }, { retryFor: 5000 }),
      transportTo: (address, onSend) =>
        createClusterTransport({
          world,
          network,
          onSend,
          cluster: () => [...clusters.values()].find(({ name }) => serverOf(name) === address),
        }),
      simulator: simulatorOf(world, clusters, network),
      aws,
      clouds,
      terraform,
      onSend: (request) => rules.sent(request, acting.getStore()),
      onReconciled: (kind, id) => {
        const before = reconciled.get(id)?.times ?? 0
        reconciled.set(id, { kind, times: before + 1 })
      },
      ...(mutant.reconciler === undefined ? {} : { mutate: mutant.reconciler }),
      ...(mutant.worker === undefined ? {} : { mutateLoops: mutant.worker }),
    })
  /** Starts servers and workers until there are two of each, as at the start. */
  const complete = (): void => {
    for (const group of [faulty.servers, faulty.workers]) while (group.running.length < 2) group.start()
  }
  const people = world.process('user')
  const actor = { world, random: random.fork(), client: servers.client({ kind: 'ADMIN', name: 'user' }) }
  const user = userOf(actor, { size, concepts }, clusters)
  const outside = { tables, clusters, aws, clouds, terraform, wishes: user.wishes, records: user.records }

  /** Runs the user's work while the world continues, and waits until it is done. */
  const asUser = async (work: () => Promise<void>): Promise<void> => {
    let isDone = false
    let failure: unknown
    world
      .within(people, work)
      .catch((error: unknown) => (failure = error))
      .finally(() => (isDone = true))
    const inTime = await world.run(world.now() + 30 * 60_000, () => isDone)
    if (failure !== undefined) throw failure
    if (!inTime) throw new Error('the user waits indefinitely')
  }
  const pass = (milliseconds: number): Promise<boolean> => world.run(world.now() + milliseconds)

  const struggle = async (): Promise<void> => {
    const names = someFaults(random)
    const rounds = 15 + random.below(30)
    for (let round = 0; round < rounds; round++) {
      if (random.chance(0.7)) await injectFault(faulty, names)
      if (random.chance(0.8)) await asUser(user.act)
      await pass(random.next() ** 4 * 10_000)
    }
  }

  /** Reports whether the expected state is reached in time. */
  const comeToRest = async (): Promise<boolean> => {
    const { base, perLatency } = restTimeoutEach
    const each = base + perLatency * network.usualLatency
    const canaries = size !== undefined && 'deliveries' in size ? restTimeoutOfCanaries : 0
    const until =
      world.now() +
      restTimeout +
      canaries +
      each * (size !== undefined && 'applications' in size ? size.applications : 0)
    const hasClusters = (): boolean =>
      [...aws.resources(), ...clouds.resources('gcp'), ...clouds.resources('azure')].some((resource) =>
        /^(vpc|network|resource-group) /.test(resource),
      )
    // They are removed within seconds after that.
    const retainsObjects = (): boolean =>
      [...tables.objects.values()].some(
        ({ expiresAt }) => expiresAt !== null && expiresAt > later(tables, -60_000),
      )
    const isPatient = (): boolean =>
      world.now() < until + restTimeoutOfClusters && (hasClusters() || retainsObjects())
    let left: string[] = []
    do {
      await pass(2000)
      left = differences(outside)
    } while (left.length > 0 && (world.now() < until || isPatient()))
    problems.push(...left)
    return left.length === 0
  }

  /**
   * Makes a cluster briefly unavailable, with at least one object of each kind, none of which changes during that time.
   */
  const outliveBlink = async (): Promise<void> => {
    await asUser(user.prepare)
    if (!(await comeToRest())) return
    blink(faulty)
    await pass(longestBlink)
    await comeToRest()
  }

  const stayQuiet = async (): Promise<void> => {
    // An object that has just become ready triggers others, which reconcile once more.
    await pass(60_000)
    reconciled.clear()
    deliveryRules.expectQuiet(true)
    const { writes } = rules
    const before = activity(outside)
    await pass(quiet)
    const after = activity(outside)
    if (rules.writes > writes)
      problems.push(`${rules.writes - writes} writes to clusters although the specs are unchanged`)
    if (after.versions !== before.versions) problems.push('objects change although their specs are unchanged')
    for (const [id, { kind, times }] of reconciled) {
      const object = tables.objects.get(BigInt(id))
      const most = Math.ceil((quietReconciles(kind, object) * quiet) / 3_600_000) + 2
      if (times > most && (object === undefined || !isOfCrash(tables, object)))
        problems.push(`${kind} ${id} was reconciled ${times} times while idle, more than ${most}`)
    }
    deliveryRules.expectQuiet(false)
    problems.push(...differences(outside), ...deliveryRules.atRest())
  }

  let total = 0
  return {
    problems,
    started,
    reconciles: () => total + [...reconciled.values()].reduce((sum, { times }) => sum + times, 0),
    end: () => {
      for (const cluster of clusters.values()) cluster.stop()
    },
    live: async (): Promise<void> => {
      complete()
      await asUser(user.prepare)
      await pass(random.next() * 10_000)
      await struggle()
      mend(faulty)
      world.trace.add('world', 'all faults have ended')
      if (user.resume !== undefined) await asUser(user.resume)
      if (random.chance(0.3)) await asUser(user.tearDown)
      await pass(20_000)
      complete()
      total = [...reconciled.values()].reduce((sum, { times }) => sum + times, 0)
      if (!(await comeToRest())) return
      await stayQuiet()
      if (random.chance(0.5)) await outliveBlink()
    },
  }
}

function userOf(
  options: UserOptions,
  { size, concepts }: Pick<SimulateOptions, 'size' | 'concepts'>,
  clusters: ReadonlyMap<string, SimulatedCluster>,
): User {
  if (size === undefined) return createUser(options, concepts)
  if ('neighbours' in size) return createNeighboursUser(options, size, clusters)
  return 'deliveries' in size ? createDeliveriesUser(options, size) : createApplicationsUser(options, size)
}

function describeFailure(failure: unknown): string {
  const steps = isRecord(failure) ? JSON.stringify(failure['steps']) : ''
  return `${failure instanceof Error ? failure.message : String(failure)} ${steps}`
}

/** The process that hosts simulated clusters. */
function simulatorOf(
  world: World,
  clusters: Map<string, SimulatedCluster>,
  network: ReturnType<typeof createNetwork>,
): SimulatorAccess {
  const process = world.process('simulator')
  const request: SimulatorAccess['request'] = (url, { method, signal }) => {
    const name = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')
    const effect = async () => {
      const there = clusters.get(name)
      if (method === 'DELETE') {
        clusters.delete(name)
        there?.stop()
        return { statusCode: there === undefined ? 404 : 200, body: { text: async () => '' } }
      }
      const cluster = there ?? (await startCluster(world, name))
      clusters.set(name, cluster)
      return {
        statusCode: 200,
        body: { text: async () => JSON.stringify({ kubeconfig: cluster.kubeconfig }) },
      }
    }
    return network.call({ to: process, label: `${method} cluster ${name}`, effect, signal })
  }
  return { url: 'http://simulator', token: '', request }
}

/** Logs warnings and errors to the trace. */
function traceLog(world: World): Log {
  const tell = (fields: { err?: unknown; error?: unknown }, message: string): void => {
    const { err, error } = fields
    const why = err instanceof Error ? err.message : error === undefined ? '' : JSON.stringify(error)
    world.trace.add(world.current().name, `says: ${message}${why === '' ? '' : `: ${why.slice(0, 160)}`}`)
  }
  const log = { info: () => undefined, debug: () => undefined, warn: tell, error: tell, child: () => log }
  // Workers and the store use only these methods of pino.
  return log as unknown as Log
}
