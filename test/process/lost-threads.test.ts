import { EventEmitter } from 'node:events'
import type { Worker } from 'node:worker_threads'
import type { Piscina } from 'piscina'
import { describe, expect, it } from 'vitest'
import { onIdleFailure } from '../../process/lost-threads.ts'

const failure = new Error('the thread failed')
const thread = {} as Worker

/** Emits a failure in a pool of this state, and returns the failures that were handled. */
function handledIn(state: { threads: Worker[]; queueSize: number }): Error[] {
  const pool = Object.assign(new EventEmitter(), state)
  const handled: Error[] = []
  onIdleFailure(pool as unknown as Piscina, (error) => void handled.push(error))
  pool.emit('error', failure)
  return handled
}

describe('onIdleFailure', () => {
  it.each([
    ['nothing waits for a thread', { threads: [], queueSize: 0 }],
    ['what waits has another thread', { threads: [thread], queueSize: 1 }],
  ])('handles a failure if %s', (_, state) => {
    expect(handledIn(state)).toEqual([failure])
  })

  it('ends the process if a task waits for the thread, which cannot start', () => {
    expect(() => handledIn({ threads: [], queueSize: 1 })).toThrow(failure)
  })
})
