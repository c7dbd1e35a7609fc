import { beforeAll, describe, expect, it } from 'vitest'
import { statementsOf } from '../../support/sent-statements.ts'
import { defaultRuntime, testStore, workload } from '../../support/store.ts'

/* What many reconciles do at the same time, in statements that they have in common. */

const names = Array.from({ length: 12 }, (_, index) => `web-${index}`)
const test = testStore([...defaultRuntime, ...names.flatMap((name) => workload(name))])
const ids: bigint[] = []
beforeAll(async () => {
  for (const name of names) ids.push((await test.store.find({ kind: 'WorkloadInstance', name }))?.id ?? 0n)
})

/** Executes work while another transaction has a lock on an object. */
async function whileLocked(id: bigint, work: (unlock: () => Promise<unknown>) => Promise<unknown>) {
  const client = await test.database.sql.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT FROM "Object" WHERE id = $1 FOR NO KEY UPDATE', [id])
    await work(() => client.query('ROLLBACK'))
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

async function epochOf(id: bigint): Promise<number | undefined> {
  return (await test.store.find({ kind: 'WorkloadInstance', id }))?.epoch
}

describe('reconciles that start together', () => {
  it('start in one statement, as one that starts alone', async () => {
    const [first = 0n, ...others] = ids.slice(0, 6)
    const alone = await test.store.startReconcile(first)
    const started: Awaited<ReturnType<typeof test.store.startReconcile>>[] = []
    const sent = await statementsOf(test.database.sql, async () => {
      started.push(...(await Promise.all(others.map((id) => test.store.startReconcile(id)))))
    })
    expect(sent.map(({ name }) => name)).toEqual(['start-reconciles'])
    expect(started.map((each) => each?.object.id)).toEqual(others)
    const { object: own, startedAt: _, ...rest } = alone ?? {}
    for (const { object, startedAt, labelId, ...others } of started.flatMap((each) => each ?? [])) {
      expect(Object.keys(object)).toEqual(Object.keys(own ?? {}))
      expect(object).toMatchObject({ epoch: 1, nextReconcileAt: null })
      expect(object.leaseExpiresAt?.getTime()).toBeGreaterThan(startedAt.getTime())
      expect({ ...others, labelId: 0n }).toEqual({ ...rest, labelId: 0n })
      expect(labelId).toBe(object.id)
    }
  })

  it('have an outcome each', async () => {
    const [held = 0n, followed = 0n, free = 0n] = ids.slice(3)
    const epoch = (await epochOf(followed)) ?? 0
    const outcomes = await Promise.allSettled([
      test.store.startReconcile(held),
      test.store.startReconcile(followed, epoch),
      test.store.startReconcile(987_654n),
      test.store.startReconcile(ids[7] ?? free),
      test.store.startReconcile(ids[7] ?? free),
    ])
    expect(outcomes).toMatchObject([
      { reason: { code: 'LEASE_HELD', message: 'WorkloadInstance "web-3" is already being reconciled' } },
      { value: { object: { id: followed, epoch: epoch + 1 } } },
      { status: 'fulfilled', value: undefined },
      { value: { object: { id: ids[7], epoch: 1 } } },
      { reason: { code: 'LEASE_HELD' } },
    ])
  })

  it('do not wait for one whose object is locked', async () => {
    const [locked = 0n, free = 0n] = ids.slice(8)
    await whileLocked(locked, async (unlock) => {
      const waits = test.store.startReconcile(locked)
      expect(await test.store.startReconcile(free)).toMatchObject({ object: { id: free } })
      expect(await epochOf(locked)).toBe(0)
      await unlock()
      expect(await waits).toMatchObject({ object: { id: locked, epoch: 1 } })
    })
  })
})
