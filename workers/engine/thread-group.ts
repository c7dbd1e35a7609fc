import { Piscina } from 'piscina'
import type { Log } from '../../telemetry/log.ts'
import type { LeaseClock } from './lease-clock.ts'
import type { ThreadLoss } from './outcome.ts'
import type { ReconcileResult } from './run-reconcile.ts'
import type { ThreadTask } from './serve-thread.ts'

/** How a reconcile has to do with the loss of its thread. */
export type Part = 'confirmed' | 'suspected' | 'unaffected'

export type ThreadGroupResult =
  Exclude<ReconcileResult, { result: 'lost' }> | { result: 'lost'; why: ThreadLoss; part: Part }

export type ThreadGroupTask = Omit<ThreadTask, 'lease' | 'alone'>

/** Threads of one kind, with what becomes of them. */
export interface ThreadGroup {
  run(task: ThreadGroupTask, lease: LeaseClock): Promise<ThreadGroupResult>
  close(): Promise<void>
}

export interface ThreadGroupOptions {
  filename: string
  threads: number
  /** Whether there are threads while there is nothing to do. */
  keepThreads: boolean
  /** Reconciles at once in one thread; where it is 1, who is to blame is never a question. */
  perThread: number
  limits: ThreadGroupLimits
  log: Log
  onLost: (why: ThreadLoss) => void
  /** A reconcile that is alone in its thread has not let go of it for as long as several would not be left there. */
  onSilent?: (task: ThreadGroupTask) => void
}

export interface ThreadGroupLimits {
  /** Milliseconds after which a reconcile that has not returned costs its thread. @default 75000 */
  hardDeadline?: number
  /** Milliseconds after which a thread of which nothing is heard is replaced. @default 5000 */
  silence?: number
  /**
   * The same for a thread that others wait for, in it or before it. Nobody is blamed yet: each runs again alone.
   * @default 2000
   */
  suspicion?: number
  /** Megabytes of objects that one thread may keep. @default 1024 */
  memory?: number
}

interface Running {
  task: ThreadGroupTask
  lease: LeaseClock
  /** On the clock of `performance.now`. */
  givenAt: number
  /** Whether it was told that it does not let go of its thread. */
  isSilent: boolean
}

interface Loss {
  why: ThreadLoss
  /** Who alone is to blame, where that is known. */
  culprit: Running | undefined
}

type LoadBalancer = NonNullable<NonNullable<ConstructorParameters<typeof Piscina>[0]>['loadBalancer']>

/** Milliseconds between two looks at the threads, and looks in a row that have to see the same. */
const lookEvery = 250
const looks = 3
/**
 * Milliseconds after which a thread that says nothing gets nothing more to do while another says that it lives; each says
 * so every 50.
 */
const quiet = 200

/** Never rejects: a thread that dies, hangs or spins is an answer too, and is replaced. */
export function createThreadGroup({
  filename,
  threads,
  keepThreads,
  perThread,
  limits,
  log,
  onLost,
  onSilent = () => undefined,
}: ThreadGroupOptions): ThreadGroup {
  const { hardDeadline = 75_000, silence = 5000, suspicion = 2000, memory = 1024 } = limits
  const running = new Set<Running>()
  const inThread = (thread: number): Running[] => [...running].filter(({ lease }) => lease.thread === thread)
  /** Milliseconds for which a thread has said nothing; 0 where it has nothing to do. */
  const silenceOf = (thread: number): number => {
    const silences = inThread(thread).map(({ lease }) => lease.silent())
    return silences.length === 0 ? 0 : Math.min(...silences)
  }

  /**
   * The thread with the fewest reconciles among those that live. Where none does, as after the machine has slept, the one
   * that has lived last: what this gives to nobody waits until some reconcile is over, which may be long.
   */
  const leastBusy: LoadBalancer = (_, workers) => {
    const choice = workers
      .filter(({ currentUsage }) => currentUsage < perThread)
      .map((worker) => ({
        worker,
        usage: worker.currentUsage,
        silence: worker.currentUsage === 0 ? 0 : silenceOf(worker.id),
      }))
      .map((each) => ({ ...each, silence: each.silence < quiet ? 0 : each.silence }))
      .sort((a, b) => a.silence - b.silence || a.usage - b.usage)
    return choice[0]?.worker ?? null
  }

  const piscina = new Piscina<ThreadTask, ReconcileResult>({
    filename,
    loadBalancer: leastBusy,
    minThreads: keepThreads ? threads : 0,
    maxThreads: threads,
    idleTimeout: 30_000,
    concurrentTasksPerWorker: perThread,
    // What has proven to cost threads leaves the processors to others.
    ...(keepThreads ? {} : { niceIncrement: 10 }),
    // With a large young generation a thread can overshoot by so much at once that the whole process ends with it.
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 24 },
    // Anything else stops the timers and sockets of idle threads.
    atomics: 'disabled',
  })
  const losses = new Map<number, Loss>()
  const silentLooks = new Map<number, number>()
  let closing = false

  /** The only one in a thread. */
  const soleIn = (thread: number): Running | undefined => {
    const [one, another] = inThread(thread)
    return another === undefined ? one : undefined
  }

  const lose = (thread: number, why: ThreadLoss, culprit: Running | undefined): Loss => {
    const loss = { why, culprit }
    losses.set(thread, loss)
    if (culprit === undefined)
      log.warn({ thread, why }, 'a thread was lost, and what ran in it runs again one by one')
    else {
      const { kind, id } = culprit.task
      log.error({ kind, id, thread, why }, 'a reconcile has cost its thread, replacing it')
    }
    onLost(why)
    return loss
  }

  const end = (thread: number): void =>
    void piscina.threads.find(({ threadId }) => threadId === thread)?.terminate()

  const look = (): void => {
    for (const each of running) {
      const { thread } = each.lease
      if (thread === 0 || losses.has(thread)) continue
      if (each.lease.ran() > hardDeadline) {
        lose(thread, 'hung', each)
        end(thread)
      }
    }
    const isStarving = [...running].some(
      ({ lease, givenAt }) => lease.thread === 0 && performance.now() - givenAt > suspicion,
    )
    for (const thread of new Set([...running].map(({ lease }) => lease.thread))) {
      if (thread === 0 || losses.has(thread)) continue
      const sole = soleIn(thread)
      const silent = silenceOf(thread)
      if (perThread === 1 && sole?.isSilent === false && silent > suspicion) {
        sole.isSilent = true
        onSilent(sole.task)
      }
      const mayBeHeavy = silent <= silence
      const isSilent = perThread > 1 && (sole === undefined || isStarving) ? silent > suspicion : !mayBeHeavy
      const seen = isSilent ? (silentLooks.get(thread) ?? 0) + 1 : 0
      silentLooks.set(thread, seen)
      // A machine that was asleep triggers all threads: one look alone says nothing.
      if (seen < looks) continue
      lose(thread, 'spun', mayBeHeavy ? undefined : sole)
      end(thread)
    }
  }
  const watch = setInterval(look, lookEvery)

  /** What the end of its thread means for a reconcile; undefined where the thread has not ended. */
  const lossOf = (each: Running, error: unknown): { why: ThreadLoss; part: Part } | undefined => {
    const { thread } = each.lease
    if (closing || piscina.threads.some(({ threadId }) => threadId === thread)) return undefined
    if (thread === 0) return { why: 'died', part: 'unaffected' }
    const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    const { why, culprit } =
      losses.get(thread) ?? lose(thread, isMemory ? 'outOfMemory' : 'died', soleIn(thread))
    if (culprit === undefined) return { why, part: 'suspected' }
    return { why, part: culprit === each ? 'confirmed' : 'unaffected' }
  }

  return {
    run: async (task, lease) => {
      const each: Running = { task, lease, givenAt: performance.now(), isSilent: false }
      lease.begin(0)
      running.add(each)
      try {
        const result = await piscina.run({ ...task, alone: perThread === 1, lease: lease.memory })
        return result as ThreadGroupResult
      } catch (error) {
        const loss = lossOf(each, error)
        if (loss !== undefined) return { result: 'lost', ...loss }
        const message = error instanceof Error ? error.message : String(error)
        return { result: 'failed', error: { code: 'INTERNAL', message, details: {} } }
      } finally {
        running.delete(each)
      }
    },
    close: async () => {
      closing = true
      clearInterval(watch)
      await piscina.destroy()
    },
  }
}
