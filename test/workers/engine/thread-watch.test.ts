import { describe, expect, it } from 'vitest'
import type { LeaseClock } from '../../../workers/engine/lease-clock.ts'
import { ThreadWatch, type RunningTask } from '../../../workers/engine/thread-watch.ts'

const limits = { hardDeadline: 1000, heartbeatTimeout: 500, suspectTimeout: 200 }

/** Creates a reconcile in a thread that has sent no heartbeat for a while. */
function task(id: string, thread: number, { idle = 0, ran = 0, waits = 0 } = {}): RunningTask {
  // A watch uses only these fields of a lease.
  const lease = { thread, sinceHeartbeat: () => idle, elapsed: () => ran } as unknown as LeaseClock
  return {
    task: { kind: 'WorkloadInstance', id },
    lease,
    queuedAt: performance.now() - waits,
    isUnresponsive: false,
  }
}

/** Returns the threads to end after the given number of identical checks, and their culprits. */
function check(tasks: readonly RunningTask[], { perThread = 4, checks = 3 } = {}): string[] {
  const watch = new ThreadWatch({ perThread, limits, onUnresponsive: () => undefined })
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
  ])('%s', (_, tasks, expected) => {
    expect(check(tasks)).toEqual(expected)
  })

  it('ends nothing after a single check', () => {
    expect(check([task('a', 1, { idle: 600 })], { checks: 2 })).toEqual([])
  })

  it('reports a single unresponsive reconcile once', () => {
    const reported: string[] = []
    const onUnresponsive = ({ task: { id } }: RunningTask): void => void reported.push(id)
    const watch = new ThreadWatch({ perThread: 1, limits, onUnresponsive })
    const tasks = [task('a', 1, { idle: 300 }), task('b', 2)]
    for (let times = 0; times < 3; times++) expect(watch.check(tasks)).toEqual([])
    expect(reported).toEqual(['a'])
  })
})
