import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { LeaseClock } from '../../../workers/engine/lease-clock.ts'
import { ThreadWatch, type RunningTask } from '../../../workers/engine/thread-watch.ts'

const limits = { hardDeadline: 1000, heartbeatTimeout: 500, suspectTimeout: 200 }

/** The CPU time in milliseconds of each thread at its last heartbeat. */
const cpuAtHeartbeat = 10_000

/** Creates a reconcile in a thread that has sent no heartbeat for a while. */
function task(id: string, thread: number, { idle = 0, ran = 0, waits = 0 } = {}): RunningTask {
  // A watch uses only these fields of a lease.
  const fields = { thread, sinceHeartbeat: () => idle, elapsed: () => ran, cpuAtHeartbeat }
  const lease = fields as unknown as LeaseClock
  return {
    task: { kind: 'WorkloadInstance', id },
    lease,
    queuedAt: performance.now() - waits,
    isUnresponsive: false,
  }
}

interface CheckOptions {
  perThread?: number
  checks?: number
  /** Milliseconds for which each thread got a processor since its last heartbeat. @default always */
  ranFor?: number
  /** True if a thread does not report its CPU time. @default false */
  isMute?: boolean
}

/** Returns the threads to end after the given number of identical checks, and their culprits. */
async function check(tasks: readonly RunningTask[], options: CheckOptions = {}): Promise<string[]> {
  const { perThread = 4, checks = 3, ranFor = Infinity, isMute = false } = options
  const cpuTimeOf = async (thread: number): Promise<number> => {
    if (isMute) return new Promise(() => undefined)
    const idle = tasks.find(({ lease }) => lease.thread === thread)?.lease.sinceHeartbeat() ?? 0
    return cpuAtHeartbeat + Math.min(idle, ranFor)
  }
  const watch = new ThreadWatch({ perThread, limits, cpuTimeOf, onUnresponsive: () => undefined })
  // A first one asks for the CPU times.
  watch.check(tasks)
  await setImmediate()
  let unhealthy: ReturnType<ThreadWatch['check']> = []
  for (let times = 0; times < checks; times++) unhealthy = watch.check(tasks)
  return unhealthy.map(({ thread, why, culprit }) => `${thread} ${why} ${culprit?.task.id ?? 'none'}`)
}

describe('thread watch', () => {
  it.each<[string, RunningTask[], string[]]>([
    ['leaves a thread with heartbeats', [task('a', 1)], []],
    ['leaves a single reconcile without heartbeats for a while', [task('a', 1, { idle: 400 })], []],
    ['blames a single reconcile without heartbeats for long', [task('a', 1, { idle: 600 })], ['1 spun a']],
    [
      'blames none of several reconciles in a thread without heartbeats',
      [task('a', 1, { idle: 600 }), task('b', 1, { idle: 600 })],
      ['1 spun none'],
    ],
    [
      'has a shorter timeout for several reconciles',
      [task('a', 1, { idle: 300 }), task('b', 1, { idle: 300 })],
      ['1 spun none'],
    ],
    [
      'has a shorter timeout while others wait for a thread, and blames none for that',
      [task('a', 1, { idle: 300 }), task('b', 0, { waits: 300 })],
      ['1 spun none'],
    ],
    [
      'blames a reconcile that does not return, even beside others with heartbeats',
      [task('a', 1, { ran: 1100 }), task('b', 1), task('c', 2)],
      ['1 hung a'],
    ],
    ['leaves a reconcile that has no thread yet', [task('a', 0, { ran: 1100, waits: 5000 })], []],
  ])('%s', async (_, tasks, expected) => {
    expect(await check(tasks)).toEqual(expected)
  })

  it('ends nothing after a single check', async () => {
    expect(await check([task('a', 1, { idle: 600 })], { checks: 2 })).toEqual([])
  })

  it.each([
    ['one reconcile', [task('a', 1, { idle: 2900 })]],
    ['several', [task('a', 1, { idle: 1100 }), task('b', 1, { idle: 1100 })]],
  ])('leaves a thread with %s that gets no processor', async (_, tasks) => {
    expect(await check(tasks, { ranFor: 100 })).toEqual([])
    expect(await check(tasks, { isMute: true })).toEqual([])
  })

  it('blames a reconcile that blocks its thread without using a processor for very long', async () => {
    const blocked = [task('a', 1, { idle: 3100 })]
    expect(await check(blocked, { ranFor: 0 })).toEqual(['1 spun a'])
    expect(await check(blocked, { isMute: true })).toEqual(['1 spun a'])
  })

  it('ends nothing for a thread that has ended, and asks for the CPU time again later', async () => {
    const answers = [Promise.reject(new Error('the thread has ended')), Promise.resolve(cpuAtHeartbeat + 600)]
    const cpuTimeOf = (): Promise<number> => answers.shift() ?? Promise.resolve(0)
    const watch = new ThreadWatch({ perThread: 4, limits, cpuTimeOf, onUnresponsive: () => undefined })
    const tasks = [task('a', 1, { idle: 600 })]
    expect(watch.check(tasks)).toEqual([])
    await setImmediate()
    expect(watch.check(tasks)).toEqual([])
    await setImmediate()
    for (let times = 0; times < 2; times++) expect(watch.check(tasks)).toEqual([])
    expect(watch.check(tasks)).toMatchObject([{ thread: 1, why: 'spun' }])
  })

  it('reports a single unresponsive reconcile once', async () => {
    const reported: string[] = []
    const onUnresponsive = ({ task: { id } }: RunningTask): void => void reported.push(id)
    const cpuTimeOf = async (): Promise<number> => cpuAtHeartbeat + 300
    const watch = new ThreadWatch({ perThread: 1, limits, cpuTimeOf, onUnresponsive })
    const tasks = [task('a', 1, { idle: 300 }), task('b', 2)]
    for (let times = 0; times < 3; times++) {
      expect(watch.check(tasks)).toEqual([])
      await setImmediate()
    }
    expect(reported).toEqual(['a'])
  })
})
