import { describe, expect, it } from 'vitest'
import type { QueuedByKind } from '../../../server/delivery/broker.ts'
import { createFairQueue, type Triggered } from '../../../server/delivery/fair-queue.ts'
import { defaultRuntime, testStore, workload } from '../../support/store.ts'

const test = testStore([...defaultRuntime, ...workload('a')])

function triggered(count: number, projectId: bigint, from = 0): Triggered[] {
  return Array.from({ length: count }, (_, at) => {
    const trigger = { v: 1, kind: 'WorkloadInstance', id: String(1_000_000 + from + at) } as const
    return { trigger, projectId }
  })
}

function queue(count: number): QueuedByKind {
  return new Map([['WorkloadInstance', count]])
}

describe('shares', () => {
  it('triggers a change of one project at once while another has a hundred times the work', async () => {
    const shares = createFairQueue(test.database.sql, { queued: async () => queue(30) })
    const now = await shares.now([...triggered(500, 1n), ...triggered(5, 2n, 500)])
    expect(now.filter(({ id }) => Number(id) >= 1_000_500)).toHaveLength(5)
    expect(now).toHaveLength(55)
    // This holds while the queue is not short.
    expect(await shares.now(triggered(500, 1n))).toHaveLength(0)
    expect(await shares.now(triggered(5, 2n))).toHaveLength(5)
  })

  it('recomputes quotas once the queue is short, and polls it only when needed', async () => {
    let calls = 0
    const shares = createFairQueue(test.database.sql, { queued: async () => ((calls += 1), queue(0)) })
    expect(await shares.now(triggered(40, 1n))).toHaveLength(40)
    expect(calls).toBe(0)
    expect(await shares.now(triggered(40, 1n))).toHaveLength(40)
    expect(calls).toBeGreaterThan(0)
  })

  it('makes objects due that it does not trigger', async () => {
    const object = await test.store.find({ kind: 'WorkloadInstance', name: 'a', project: 'default' })
    const id = object?.id ?? 0n
    const last = { trigger: { v: 1, kind: 'WorkloadInstance', id: String(id) } as const, projectId: 1n }
    await createFairQueue(test.database.sql, { queued: async () => queue(100) }).now([
      ...triggered(50, 1n),
      last,
    ])
    const [after] = await test.store.findMany([id])
    expect(after?.nextReconcileAt?.getTime()).toBeLessThan(Date.now() + 1000)
  })
})
