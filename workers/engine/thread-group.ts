import { Piscina } from 'piscina'
import type { Log } from '../../telemetry/log.ts'
import type { LeaseClock } from './lease-clock.ts'
import type { ThreadLoss } from './outcome.ts'
import type { ReconcileResult } from './run-reconcile.ts'
import type { ThreadTask } from './serve-thread.ts'
import {
  ThreadWatch,
  type RunningTask,
  type ThreadGroupLimits,
  type ThreadGroupTask,
} from './thread-watch.ts'

/** How a reconcile has to do with the loss of its thread. */
export type Part = 'confirmed' | 'suspected' | 'unaffected'

export type ThreadGroupResult =
  Exclude<ReconcileResult, { result: 'lost' }> | { result: 'lost'; why: ThreadLoss; part: Part }

export interface ThreadGroupOptions {
  filename: string
  /** What each thread finds as its `workerData`. */
  settings: unknown
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

interface Loss {
  why: ThreadLoss
  /** Who alone is to blame, where that is known. */
  culprit: RunningTask | undefined
}

type LoadBalancer = NonNullable<NonNullable<ConstructorParameters<typeof Piscina>[0]>['loadBalancer']>

/** Milliseconds between two looks at the threads. */
const lookEvery = 250
/**
 * Milliseconds after which a thread that says nothing gets nothing more to do while another says that it lives; each says
 * so every 50.
 */
const quiet = 200

/** Threads of one kind, with what becomes of them. */
export class ThreadGroup {
  readonly #perThread: number
  readonly #log: Log
  readonly #onLost: (why: ThreadLoss) => void
  readonly #piscina: Piscina<ThreadTask, ReconcileResult>
  readonly #watch: ThreadWatch
  readonly #looking: NodeJS.Timeout
  /** Reconciles that were given to threads, or wait for one. */
  readonly #running = new Set<RunningTask>()
  /** By thread: why it was ended. */
  readonly #losses = new Map<number, Loss>()
  #isClosing = false

  constructor(options: ThreadGroupOptions) {
    const { perThread, limits, log, onLost, onSilent = () => undefined } = options
    this.#perThread = perThread
    this.#log = log
    this.#onLost = onLost
    this.#watch = new ThreadWatch({ perThread, limits, onSilent: ({ task }) => onSilent(task) })
    this.#piscina = this.#createThreads(options)
    this.#looking = setInterval(() => this.#look(), lookEvery)
  }

  /** Never rejects: a thread that dies, hangs or spins is an answer too, and is replaced. */
  async run(task: ThreadGroupTask, lease: LeaseClock): Promise<ThreadGroupResult> {
    const each: RunningTask = { task, lease, givenAt: performance.now(), isSilent: false }
    lease.begin(0)
    this.#running.add(each)
    try {
      const alone = this.#perThread === 1
      return (await this.#piscina.run({ ...task, alone, lease: lease.memory })) as ThreadGroupResult
    } catch (error) {
      return this.#lossOf(each, error) ?? failure(error)
    } finally {
      this.#running.delete(each)
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true
    clearInterval(this.#looking)
    await this.#piscina.destroy()
  }

  #createThreads(options: ThreadGroupOptions): Piscina<ThreadTask, ReconcileResult> {
    const { filename, settings, threads, keepThreads, perThread, limits } = options
    return new Piscina<ThreadTask, ReconcileResult>({
      filename,
      workerData: settings,
      loadBalancer: (_, workers) => this.#leastBusy(workers),
      minThreads: keepThreads ? threads : 0,
      maxThreads: threads,
      idleTimeout: 30_000,
      concurrentTasksPerWorker: perThread,
      // What has proven to cost threads leaves the processors to others.
      ...(keepThreads ? {} : { niceIncrement: 10 }),
      // With a large young generation a thread can overshoot by so much at once that the whole process ends with it.
      resourceLimits: { maxOldGenerationSizeMb: limits.memory ?? 1024, maxYoungGenerationSizeMb: 24 },
      // Anything else stops the timers and sockets of idle threads.
      atomics: 'disabled',
    })
  }

  /**
   * The thread with the fewest reconciles among those that live. Where none does, as after the machine has slept, the one
   * that has lived last: what this gives to nobody waits until some reconcile is over, which may be long.
   */
  #leastBusy(workers: Parameters<LoadBalancer>[1]): ReturnType<LoadBalancer> {
    const choice = workers
      .filter(({ currentUsage }) => currentUsage < this.#perThread)
      .map((worker) => {
        const silence = worker.currentUsage === 0 ? 0 : this.#watch.silenceOf(this.#inThread(worker.id))
        return { worker, usage: worker.currentUsage, silence: silence < quiet ? 0 : silence }
      })
      .sort((a, b) => a.silence - b.silence || a.usage - b.usage)
    return choice[0]?.worker ?? null
  }

  #inThread(thread: number): RunningTask[] {
    return [...this.#running].filter(({ lease }) => lease.thread === thread)
  }

  /** Ends threads that hang or spin. */
  #look(): void {
    const running = [...this.#running].filter(({ lease }) => !this.#losses.has(lease.thread))
    for (const { thread, why, culprit } of this.#watch.look(running)) {
      this.#lose(thread, { why, culprit })
      void this.#piscina.threads.find(({ threadId }) => threadId === thread)?.terminate()
    }
  }

  #lose(thread: number, loss: Loss): Loss {
    const { why, culprit } = loss
    this.#losses.set(thread, loss)
    if (culprit === undefined)
      this.#log.warn({ thread, why }, 'a thread was lost, and what ran in it runs again one by one')
    else {
      const { kind, id } = culprit.task
      this.#log.error({ kind, id, thread, why }, 'a reconcile has cost its thread, replacing it')
    }
    this.#onLost(why)
    return loss
  }

  /** What the end of its thread means for a reconcile; undefined where the thread has not ended. */
  #lossOf(each: RunningTask, error: unknown): ThreadGroupResult | undefined {
    const { thread } = each.lease
    if (this.#isClosing || this.#piscina.threads.some(({ threadId }) => threadId === thread)) return undefined
    if (thread === 0) return { result: 'lost', why: 'died', part: 'unaffected' }
    const { why, culprit } = this.#losses.get(thread) ?? this.#lose(thread, this.#lossBy(error, thread))
    if (culprit === undefined) return { result: 'lost', why, part: 'suspected' }
    return { result: 'lost', why, part: culprit === each ? 'confirmed' : 'unaffected' }
  }

  /** The loss of a thread that has ended by itself. */
  #lossBy(error: unknown, thread: number): Loss {
    const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    const [one, another] = this.#inThread(thread)
    return { why: isMemory ? 'outOfMemory' : 'died', culprit: another === undefined ? one : undefined }
  }
}

function failure(error: unknown): ThreadGroupResult {
  const message = error instanceof Error ? error.message : String(error)
  return { result: 'failed', error: { code: 'INTERNAL', message, details: {} } }
}
