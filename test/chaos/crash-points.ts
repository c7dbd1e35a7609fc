import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../support/eventually.ts'
import { definition } from '../support/store.ts'
import { acknowledged, type RetryingClient } from './requests.ts'
import { atRest } from './at-rest.ts'
import { emptyHistory, type AckedWrite } from './history.ts'
import { checkHistory, type Violations } from './consistency.ts'
import { watchPublished } from './published.ts'
import { createRandom } from '../support/random.ts'
import { describeFigures } from './result.ts'
import { noWishes } from './remains.ts'
import { startChaosStack, type ChaosStack } from './stack.ts'
import { clientsOf, operations } from './writers.ts'

export interface CrashOptions {
  /** The number of writes to hit between commit and publish. */
  points: number
  /** Seconds after which the run ends in any case. */
  seconds: number
  seed: number
  log: (text: string) => void
}

interface CrashResult {
  kills: number
  /** Writes that were committed and had triggered nothing when the server was killed. */
  points: number
  /** The points that the relay had not read, as far as is known. */
  unread: number
  /** Requests without a response at the kills. */
  open: number
  acknowledged: number
  /** The longest time in milliseconds from a kill until the write of a point reached its cluster. */
  slowest: number
  /** Milliseconds from the last response until everything was as desired. */
  converged: number
  violations: Violations
}

/** The number of workloads to change, and the number of concurrent requests. */
const [size, concurrency] = [512, 64]
/** The maximum of responses between two kills; counts responses because a slow machine yields few per second. */
const maxResponses = 500
/** Seconds after the last response within which everything must be as desired. */
const limit = 60

/**
 * Kills the only server repeatedly while many requests are in flight, so that no other server publishes what it has
 * committed. A workload that was hit is not written again before the write has reached its cluster, as another write
 * would trigger it too.
 */
export async function runCrashPoints(options: CrashOptions): Promise<CrashResult> {
  options.log('starting a control plane ...')
  const stack = await startChaosStack({ servers: 1 })
  try {
    return await killAndCheck(stack, options)
  } finally {
    await stack.stop()
  }
}

async function killAndCheck(
  stack: ChaosStack,
  { points, seconds, seed, log }: CrashOptions,
): Promise<CrashResult> {
  const random = createRandom(seed)
  const run = createRun(stack, createRandom(seed + 1))
  log(`deploying ${size} workloads ...`)
  const instances = await deployAll(stack, run.desired)
  const watch = await watchPublished(stack)
  await atRest(stack, noWishes(run.desired), { within: limit })
  await watch.unpublished(instances)
  const writing = Array.from({ length: concurrency }, () => keepChanging(run))
  const count = { kills: 0, points: 0, unread: 0, open: 0 }
  const until = performance.now() + seconds * 1000
  while (count.points < points && performance.now() < until && run.history.unexpected.length === 0) {
    await awaitResponses(run, random.next() * maxResponses)
    await sleep(random.next() * 50)
    count.open += run.open.size
    // A request that starts now would trigger the workloads that were just hit.
    run.paused = true
    await stack.plane.servers[0]?.kill()
    const [killed, hit] = [Date.now(), await watch.unpublished(instances)]
    run.noteArrived()
    for (const { name, marker, read } of hit) {
      const overwrittenBy = run.open.get(name) ?? marker
      if (run.arrived.get(name)?.marker === marker || overwrittenBy !== marker) continue
      run.held.set(name, { marker, killed })
      count.points += 1
      if (!read) count.unread += 1
    }
    run.paused = false
    count.kills += 1
    log(`  kill ${count.kills}: ${count.points} points, ${run.held.size} of them not in their clusters yet`)
    stack.plane.servers[0] = await stack.plane.startServer(Number(new URL(stack.plane.url).port))
  }
  run.over = true
  await Promise.all(writing)
  await watch.close()
  log('waiting for everything to be as desired ...')
  const started = performance.now()
  const remains = await atRest(stack, noWishes(run.desired), { within: limit })
  const converged = performance.now() - started
  run.noteArrived()
  const violations = checkHistory(run.history, remains)
  for (const [name, { marker }] of run.held) violations.lost.push(`${marker} of ${name} has not arrived`)
  return { ...count, slowest: run.slowest, acknowledged: run.history.acked.length, converged, violations }
}

/** Waits for the given number of further responses, or for a timeout, which other checks report. */
async function awaitResponses(run: ReturnType<typeof createRun>, more: number): Promise<void> {
  const enough = run.answers + more
  await eventually(async () => (run.answers >= enough ? true : undefined), { within: 60_000, every: 5 })
}

/** Tracks which writes were sent and which have arrived. */
function createRun(stack: ChaosStack, random: RetryingClient['random']) {
  let noted = 0
  const run = {
    random,
    clients: clientsOf(stack),
    history: emptyHistory(),
    desired: new Map<string, string | undefined>(),
    /** The marker of the request in flight, by name. */
    open: new Map<string, string>(),
    /** Writes that had triggered nothing, until they arrive in their clusters. */
    held: new Map<string, { marker: string; killed: number }>(),
    /** The last write that arrived, by name. */
    arrived: new Map<string, { marker: string; at: number }>(),
    slowest: 0,
    markers: 0,
    answers: 0,
    paused: false,
    over: false,
    noteArrived: () => {
      for (const { marker, at } of stack.effects.slice(noted)) {
        const [name] = marker?.split('.') ?? []
        if (name === undefined || marker === undefined) continue
        run.arrived.set(name, { marker, at })
        const hit = run.held.get(name)
        if (hit?.marker !== marker) continue
        run.held.delete(name)
        run.slowest = Math.max(run.slowest, at - hit.killed)
      }
      noted = stack.effects.length
    },
  }
  return run
}

async function deployAll(
  { plane, clusters }: ChaosStack,
  desired: Map<string, string | undefined>,
): Promise<Map<string, string>> {
  const names = Array.from({ length: size }, (_, index) => `point-${index}`)
  for (const name of names) desired.set(name, `${name}.0`)
  const responses = await plane.client.apply(
    names.flatMap((name, index) => [
      definition(name, `${name}.0`),
      {
        kind: 'WorkloadInstance',
        name,
        spec: { definition: name, runtime: clusters[index % clusters.length]?.name },
      },
    ]),
  )
  return new Map(
    responses
      .filter(({ object }) => object.kind === 'WorkloadInstance')
      .map(({ object }) => [object.name, object.id]),
  )
}

async function keepChanging(run: ReturnType<typeof createRun>): Promise<void> {
  const names = [...run.desired.keys()]
  const client: RetryingClient = {
    ...run,
    isOver: () => run.over,
    onRequest: () => undefined,
    onAcknowledged: () => (run.answers += 1),
  }
  while (!run.over) {
    const name = run.random.pick(names)
    run.noteArrived()
    if (run.paused || run.open.has(name) || run.held.has(name)) {
      await sleep(5)
      continue
    }
    const marker = `${name}.${(run.markers += 1)}`
    run.open.set(name, marker)
    const [written] = await acknowledged(client, async ({ apply }) =>
      (await apply([definition(name, marker)], { idempotencyKey: marker })).map(
        ({ result, object: { kind, id, version } }): AckedWrite => ({
          kind,
          name,
          id,
          version,
          operation: operations[result],
          marker,
        }),
      ),
    )
    if (written !== undefined) run.desired.set(name, marker)
    run.open.delete(name)
  }
}

/** Formats the figures as lines, followed by the violations. */
export function describeCrashes({ violations, slowest, converged, ...counts }: CrashResult): string {
  return describeFigures(
    [
      ['server kills', counts.kills],
      ['requests in flight at the kills', counts.open],
      ['crash points', `${counts.points}, ${counts.unread} of them not read by the relay`],
      ['slowest point until it reached its cluster', `${(slowest / 1000).toFixed(1)} s after the kill`],
      ['writes acknowledged', counts.acknowledged],
      ['until everything was as desired', `${(converged / 1000).toFixed(1)} s`],
    ],
    violations,
  )
}
