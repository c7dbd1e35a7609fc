import { afterEach, describe, expect, it } from 'vitest'
import { createLimitedThreads, type LimitedThreads } from '../../../server/manifests/limited-threads.ts'
import { eventually } from '../../support/eventually.ts'
import type { Behaviour } from './limited-thread.ts'

let limited: LimitedThreads<Behaviour, number>
afterEach(() => limited.close())

function start(timeout: number): void {
  const filename = new URL('./limited-thread.ts', import.meta.url).href
  limited = createLimitedThreads({ filename, threads: 2, timeout, memory: 16 })
}

describe('createLimitedThreads', () => {
  it('does not count the time for which a task gets no processor', async () => {
    start(1000)
    const thread = await limited.run('works')
    expect(await limited.run('sleeps')).toBe(thread)
  })

  it.each(['spins', 'blocks'] as const)(
    'ends a thread that %s, and continues in another',
    async (behaviour) => {
      start(200)
      await expect(limited.run(behaviour)).rejects.toMatchObject({ limit: 'time' })
      await limited.close()
      start(10_000)
      expect(await limited.run('works')).toBeGreaterThan(0)
    },
  )

  it('continues in new threads after all threads were lost', async () => {
    start(10_000)
    for (let lost = 0; lost < 3; lost++)
      await expect(limited.run('eats')).rejects.toMatchObject({ limit: 'memory' })
    expect(await limited.run('works')).toBeGreaterThan(0)
  })

  it('continues in another thread when one fails without a task', async () => {
    start(10_000)
    const failing = await limited.run('failsLater')
    // A task that runs when the thread fails is rejected with that failure.
    const next = await eventually(
      async () => {
        const thread = await limited.run('works').catch(() => failing)
        return thread === failing ? undefined : thread
      },
      { every: 300 },
    )
    expect(next).toBeGreaterThan(failing)
  })
})
