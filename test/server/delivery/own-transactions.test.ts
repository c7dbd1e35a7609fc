import type { Pool } from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OwnTransactions } from '../../../server/delivery/own-transactions.ts'

/** A pool whose locks are those of the given transactions; it counts the reads. */
function poolWith(next: string, ids: readonly string[]) {
  const reads = { count: 0 }
  const query = async () => {
    reads.count += 1
    return { rows: [{ next, ids }] }
  }
  // The class uses only this method of a pool.
  return { pool: { query } as unknown as Pool, reads }
}

const observation = { last: 9n, xmin: '100', own: '120' }

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

describe('transactions of this database', () => {
  it('are not read while the watermark advances, however long it is behind', async () => {
    const { pool, reads } = poolWith('130', [])
    const transactions = new OwnTransactions(pool)
    for (let step = 1; step <= 100; step += 1) {
      const advancing = { behind: true, safe: BigInt(step), isAwaited: false }
      expect(await transactions.observed(observation, advancing)).toBe(observation)
      expect(transactions.isHeld).toBe(false)
      vi.advanceTimersByTime(100)
    }
    expect(reads.count).toBe(0)
  })

  it('are read once the watermark stays, and no longer when it has caught up', async () => {
    const { pool, reads } = poolWith('130', ['110'])
    const transactions = new OwnTransactions(pool)
    const stuck = { behind: true, safe: 5n, isAwaited: false }
    await transactions.observed(observation, stuck)
    vi.advanceTimersByTime(501)
    expect(await transactions.observed(observation, stuck)).toEqual({ ...observation, xmin: '110' })
    expect(transactions.isHeld).toBe(true)
    await transactions.observed(observation, { behind: false, safe: 9n, isAwaited: false })
    expect(transactions.isHeld).toBe(false)
    expect(reads.count).toBe(1)
  })
  it('are read at once if a caller waits for a watermark that is behind', async () => {
    const { pool, reads } = poolWith('130', [])
    const transactions = new OwnTransactions(pool)
    const observed = (behind: boolean) =>
      transactions.observed(observation, { behind, safe: 5n, isAwaited: true })
    expect(await observed(false)).toBe(observation)
    expect(reads.count).toBe(0)
    expect(await observed(true)).toEqual({ ...observation, xmin: '130' })
  })
})
