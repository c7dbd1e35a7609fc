import { describe, expect, it } from 'vitest'
import type { LeaseClock } from '../../../workers/engine/lease-clock.ts'
import { ThreadWatch, type RunningTask } from '../../../workers/engine/thread-watch.ts'

const limits = { hardDeadline: 1000, heartbeatTimeout: 500, suspectTimeout: 200 }

/** A reconcile in a thread that has said nothing for a while. */
function task(id: string, thread: number, { silent = 0, ran = 0, waits = 0 } = {}): RunningTask {
  // A watch looks at nothing else of a lease.
  const lease = { thread, sinceHeartbeat: () => silent, elapsed: () => ran } as unknown as LeaseClock
  return {
    task: { kind: 'WorkloadInstance', id },
    lease,
    queuedAt: performance.now() - waits,
    isUnresponsive: false,
  }
}

/** The threads that are to be ended after so many looks that all see the same, and who is to blame. */
function look(tasks: readonly RunningTask[], { perThread = 4, looks = 3 } = {}): string[] {
  const watch = new ThreadWatch({ perThread, limits, onUnresponsive: () => undefined })
  let bad: ReturnType<ThreadWatch['check']> = []
  for (let times = 0; times < looks; times++) bad = watch.check(tasks)
  return bad.map(({ thread, why, culprit }) => `${thread} ${why} ${culprit?.task.id ?? 'nobody'}`)
}

describe('a watch over threads', () => {
  it.each<[string, RunningTask[], string[]]>([
    ['leaves a thread that says that it lives', [task('a', 1)], []],
    ['leaves one that is alone and silent for a while', [task('a', 1, { silent: 400 })], []],
    ['blames one that is alone and silent for long', [task('a', 1, { silent: 600 })], ['1 spun a']],
    [
      'blames nobody where several are in a silent thread',
      [task('a', 1, { silent: 600 }), task('b', 1, { silent: 600 })],
      ['1 spun nobody'],
    ],
    [
      'is less patient with several',
      [task('a', 1, { silent: 300 }), task('b', 1, { silent: 300 })],
      ['1 spun nobody'],
    ],
    [
      'is less patient while others wait for a thread, and blames nobody for that',
      [task('a', 1, { silent: 300 }), task('b', 0, { waits: 300 })],
      ['1 spun nobody'],
    ],
    [
      'blames who does not return, also beside others that live',
      [task('a', 1, { ran: 1100 }), task('b', 1), task('c', 2)],
      ['1 hung a'],
    ],
    ['leaves what has no thread yet', [task('a', 0, { ran: 1100, waits: 5000 })], []],
  ])('%s', (_, tasks, expected) => {
    expect(look(tasks)).toEqual(expected)
  })

  it('ends nothing for one look alone', () => {
    expect(look([task('a', 1, { silent: 600 })], { looks: 2 })).toEqual([])
  })

  it('reports once that one which runs alone is silent', () => {
    const reported: string[] = []
    const onUnresponsive = ({ task: { id } }: RunningTask): void => void reported.push(id)
    const watch = new ThreadWatch({ perThread: 1, limits, onUnresponsive })
    const tasks = [task('a', 1, { silent: 300 }), task('b', 2)]
    for (let times = 0; times < 3; times++) expect(watch.check(tasks)).toEqual([])
    expect(reported).toEqual(['a'])
  })
})
