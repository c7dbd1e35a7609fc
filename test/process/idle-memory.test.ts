import { once } from 'node:events'
import { PerformanceObserver, constants, type PerformanceEntry } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, it } from 'vitest'
import { returnIdleMemory } from '../../process/idle-memory.ts'
import { eventually } from '../support/eventually.ts'

let end = (): void => undefined
afterEach(() => end())

it('returns the memory of work that is done once the thread rests', async () => {
  // In a thread of its own: what earlier tests have left in the heap of this one decides how much of it can be returned.
  const thread = new Worker(new URL('resting-thread.ts', import.meta.url))
  try {
    expect(await once(thread, 'message')).toEqual(['returned'])
  } finally {
    await thread.terminate()
  }
})

it('stops collecting until there is further work', async () => {
  const seen = fullCollections()
  // Looks that are rare enough that this test and its runner take little of the time between them, even on a busy machine.
  end = returnIdleMemory({ every: 500, after: 500 })
  const until = performance.now() + 600
  while (performance.now() < until) work()
  const before = seen()
  await eventually(async () => seen() > before, { every: 250 })
  // A collection consists of several passes, and a busy machine reports them late. One at each look would never end.
  const isOver = async (): Promise<boolean> => {
    const sofar = seen()
    await sleep(1500)
    return seen() === sofar
  }
  expect(await eventually(isOver)).toBe(true)
})

it('gives nobody else the function that collects', () => {
  end = returnIdleMemory()
  expect('gc' in globalThis).toBe(false)
})

/** Leaves a hundred megabytes of garbage. */
function work(): void {
  Array.from({ length: 500_000 }, (_, index) => ({ index, text: `text ${index}`, of: {} }))
}

/** Returns a function that returns how many full collections there have been since. */
function fullCollections(): () => number {
  let count = 0
  const observer = new PerformanceObserver((list) => {
    // https://nodejs.org/api/perf_hooks.html#garbage-collection-gc-details
    const collections = list.getEntries() as (PerformanceEntry & { detail: { kind: number } })[]
    count += collections.filter(({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR).length
  })
  observer.observe({ entryTypes: ['gc'] })
  return () => count
}
