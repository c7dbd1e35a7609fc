import { programFile } from '../../process/installation.ts'
import type { FieldError } from '../../schema/errors.ts'
import type { ManifestsDigest } from '../../schema/manifests.ts'
import type { OverrideFailure, OverrideResult, OverrideTask } from '../../schema/overriding/override-all.ts'
import { createKeyedLimiter } from '../pacing/keyed-limiter.ts'
import { wholeOverrides, type Digester, type Task } from './digests.ts'
import type { SeparatedText } from './secret-texts.ts'
import { createLimitedThreads, LimitExceeded } from './limited-threads.ts'

export interface DigesterThreads extends Digester {
  close(): Promise<void>
}

export interface DigesterOptions {
  /**
   * The timeout for one text, in milliseconds of CPU time. 3 MB of manifests take about 1500, and a slow machine needs many times
   * as long. @default 20000
   */
  timeout?: number
  /**
   * The memory limit of a thread, in MB. The largest object that Kubernetes stores (1.5 MB) needs about 60. @default 96
   */
  memory?: number
}

/**
 * The number of texts that are parsed at once. Each token has at most one, so that two tokens do not wait for each
 * other.
 */
const threads = 2

/** The maximum number of waiting texts of one token: more than an `apply` of ordinary definitions has. */
const maxWaiting = 100

/**
 * Creates a digester that parses in threads, which end when idle. A text that takes too long or needs too much memory is
 * rejected, and costs only its thread.
 */
export function createDigesterThreads({
  timeout = 20_000,
  memory = 96,
}: DigesterOptions = {}): DigesterThreads {
  const limited = createLimitedThreads<Task, unknown>({
    filename: programFile('server/manifests/thread.ts'),
    threads,
    timeout,
    memory,
  })
  // The queue of Piscina stalls when its last thread is lost, so this limiter never submits more tasks than there are
  // threads.
  const limiter = createKeyedLimiter({
    atOnce: threads,
    each: 1,
    waiting: maxWaiting,
    of: 'texts with manifests or values',
  })

  const excess = {
    time: (verb: string) => `takes longer than ${timeout / 1000} seconds to ${verb}`,
    memory: (verb: string) => `needs more than ${memory} MB of memory to ${verb}`,
  }
  const run = <Result>(
    { task, actor, verb = 'parse' }: { task: Task; actor: string; verb?: string },
    rejected: (message: string) => Result,
  ): Promise<Result> =>
    limiter.run(actor, async () => {
      try {
        // The thread returns the result that belongs to the task.
        return (await limited.run(task)) as Result
      } catch (error) {
        if (error instanceof LimitExceeded) return rejected(excess[error.limit](verb))
        throw error
      }
    })
  const rejectedDigest = (message: string): ManifestsDigest => ({
    resources: [],
    errors: [rejection(message)],
  })

  return {
    digest: (text, actor) => run({ task: text, actor }, rejectedDigest),
    digestForClusters: (task, actor) => run({ task, actor }, rejectedDigest),
    parse: (text, actor) =>
      run({ task: { parse: text }, actor }, (message) => ({ manifests: [], errors: [rejection(message)] })),
    checkValues: (text, actor) =>
      run<readonly FieldError[]>({ task: { values: text }, actor }, (message) => [
        { ...rejection(message), remedy: 'Keep only the values that differ from the chart.' },
      ]),
    override: (task, actor) =>
      run<OverrideResult[]>(
        { task: { override: task, returns: 'resources' }, actor, verb: 'apply' },
        (message) => rejectedChanges(task, message).map((failure) => ({ failure })),
      ),
    tryOverrides: (task, actor) =>
      run<(OverrideFailure | undefined)[]>(
        { task: { override: task, returns: 'failures' }, actor, verb: 'apply' },
        (message) => rejectedChanges(task, message),
      ),
    separate: (task, actor) =>
      run<SeparatedText | FieldError | undefined>({ task, actor, verb: 'encrypt' }, rejection),
    standIn: (task, actor) => run({ task, actor }, () => '{}'),
    close: () => limited.close(),
  }
}

function rejection(message: string): FieldError {
  const remedy = 'Split the text over several WorkloadDefinitions.'
  return { path: '', code: 'INVALID', message, remedy }
}

function rejectedChanges({ changes }: OverrideTask, problem: string): OverrideFailure[] {
  return changes.map(() => ({
    field: wholeOverrides,
    problem,
    remedy: 'override fewer resources, or change the definition',
  }))
}
