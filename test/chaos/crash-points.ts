import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../support/eventually.ts'
import { definition } from '../support/store.ts'
import { acknowledged, type Asker } from './asking.ts'
import { atRest } from './at-rest.ts'
import { emptyHistory, type AckedWrite } from './history.ts'
import { judge, type Violations } from './judge.ts'
import { watchPublished } from './published.ts'
import { createRandom } from '../support/random.ts'
import { describeFigures } from './result.ts'
import { startChaosStack, type ChaosStack } from './stack.ts'
import { clientsOf, operations } from './writers.ts'

export interface CrashOptions {
  /** How many writes are to be hit between commit and publish. */
  points: number
  /** After so many it ends in any case. */
  seconds: number
  seed: number
  say: (text: string) => void
}

interface CrashResult {
  kills: number
  /** Writes that were committed and had triggered nothing when the server was killed. */
  points: number
  /** Those of them that the relay had not read, as far as is known. */
  unread: number
  /** Requests that had no answer at the kills. */
  open: number
  acknowledged: number
  /** Milliseconds from the kill to the cluster, of the slowest of the points. */
  slowest: number
  /** Milliseconds from the last answer to everything as desired. */
  converged: number
  violations: Violations
}

/** Workloads that are changed, and requests at the same time. */
const [size, atOnce] = [512, 64]
/** Of one life of the server: by answers and not by time, as a slow machine gives few in a second. */
const mostAnswers = 500
/** Seconds after the last answer within which everything is to be as desired. */
const limit = 60

/**
 * Kills the only server again and again while many requests are under way, so that no other publishes for it what it has
 * committed. A workload that was hit so is not written again before its cluster has it, as that would trigger it as well.
 */
export async function runCrashPoints(options: CrashOptions): Promise<CrashResult> {
  options.say('starting a control plane ...')
  const stack = await startChaosStack({ servers: 1 })
  try {
    return await killAndJudge(stack, options)
  } finally {
    await stack.stop()
  }
}

async function killAndJudge(
  stack: ChaosStack,
  { points, seconds, seed, say }: CrashOptions,
): Promise<CrashResult> {
  const random = createRandom(seed)
  const run = createRun(stack, createRandom(seed + 1))
  say(`deploying ${size} workloads ...`)
  const instances = await deployAll(stack, run.desired)
  const watch = await watchPublished(stack)
  await atRest(stack, run.desired, limit)
  await watch.unpublished(instances)
  const writing = Array.from({ length: atOnce }, () => keepChanging(run))
  const count = { kills: 0, points: 0, unread: 0, open: 0 }
  const until = performance.now() + seconds * 1000
  while (count.points < points && performance.now() < until && run.history.unexpected.length === 0) {
    await answersOf(run, random.next() * mostAnswers)
    await sleep(random.next() * 50)
    count.open += run.open.size
    // What is started now would trigger what has just been hit.
    run.paused = true
    await stack.plane.servers[0]?.kill()
    const [killed, hit] = [Date.now(), await watch.unpublished(instances)]
    run.noteArrived()
    for (const { name, mark, read } of hit) {
      const overwrittenBy = run.open.get(name) ?? mark
      if (run.arrived.get(name)?.mark === mark || overwrittenBy !== mark) continue
      run.held.set(name, { mark, killed })
      count.points += 1
      if (!read) count.unread += 1
    }
    run.paused = false
    count.kills += 1
    say(`  kill ${count.kills}: ${count.points} points, ${run.held.size} of them not in their clusters yet`)
    stack.plane.servers[0] = await stack.plane.startServer(Number(new URL(stack.plane.url).port))
  }
  run.over = true
  await Promise.all(writing)
  await watch.close()
  say('waiting for everything to be as desired ...')
  const started = performance.now()
  const remains = await atRest(stack, run.desired, limit)
  const converged = performance.now() - started
  run.noteArrived()
  const violations = judge(run.history, remains)
  for (const [name, { mark }] of run.held) violations.lost.push(`${mark} of ${name} has not arrived`)
  return { ...count, slowest: run.slowest, acknowledged: run.history.acked.length, converged, violations }
}

/** Waits for so many more answers, or until there are none for long, which is judged elsewhere. */
async function answersOf(run: ReturnType<typeof createRun>, more: number): Promise<void> {
  const enough = run.answers + more
  await eventually(async () => (run.answers >= enough ? true : undefined), { within: 60_000, every: 5 })
}

/** Who writes what, and what of it has arrived. */
function createRun(stack: ChaosStack, random: Asker['random']) {
  let noted = 0
  const run = {
    random,
    clients: clientsOf(stack),
    history: emptyHistory(),
    desired: new Map<string, string | undefined>(),
    /** The mark of the request that is under way, by name. */
    open: new Map<string, string>(),
    /** Writes that had triggered nothing, until they have arrived. */
    held: new Map<string, { mark: string; killed: number }>(),
    /** What has arrived last, by name. */
    arrived: new Map<string, { mark: string; at: number }>(),
    slowest: 0,
    marks: 0,
    answers: 0,
    paused: false,
    over: false,
    noteArrived: () => {
      for (const { mark, at } of stack.effects.slice(noted)) {
        const [name] = mark?.split('.') ?? []
        if (name === undefined || mark === undefined) continue
        run.arrived.set(name, { mark, at })
        const hit = run.held.get(name)
        if (hit?.mark !== mark) continue
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
  const answers = await plane.client.apply(
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
    answers
      .filter(({ object }) => object.kind === 'WorkloadInstance')
      .map(({ object }) => [object.name, object.id]),
  )
}

async function keepChanging(run: ReturnType<typeof createRun>): Promise<void> {
  const names = [...run.desired.keys()]
  const asker: Asker = {
    ...run,
    isOver: () => run.over,
    onAsked: () => undefined,
    onAcknowledged: () => (run.answers += 1),
  }
  while (!run.over) {
    const name = run.random.pick(names)
    run.noteArrived()
    if (run.paused || run.open.has(name) || run.held.has(name)) {
      await sleep(5)
      continue
    }
    const mark = `${name}.${(run.marks += 1)}`
    run.open.set(name, mark)
    const [written] = await acknowledged(asker, async ({ apply }) =>
      (await apply([definition(name, mark)], { idempotencyKey: mark })).map(
        ({ result, object: { kind, id, version } }): AckedWrite => ({
          kind,
          name,
          id,
          version,
          operation: operations[result],
          mark,
        }),
      ),
    )
    if (written !== undefined) run.desired.set(name, mark)
    run.open.delete(name)
  }
}

/** The figures as lines, with what is wrong under them. */
export function describeCrashes({ violations, slowest, converged, ...counts }: CrashResult): string {
  return describeFigures(
    [
      ['kills of the server', counts.kills],
      ['requests open at them', counts.open],
      ['crash points', `${counts.points}, ${counts.unread} of them not read by the relay`],
      ['slowest of them in its cluster', `${(slowest / 1000).toFixed(1)} s after the kill`],
      ['writes acknowledged', counts.acknowledged],
      ['until everything was as desired', `${(converged / 1000).toFixed(1)} s`],
    ],
    violations,
  )
}
