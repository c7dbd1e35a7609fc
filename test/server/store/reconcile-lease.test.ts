import { beforeEach, describe, expect, it } from 'vitest'
import { createDueQueue } from '../../../server/store/due.ts'
import { defaultRuntime, testStore, write } from '../../support/store.ts'

let id: bigint
const test = testStore()
beforeEach(async () => {
  await test.store.apply(defaultRuntime, write)
  id = (await test.store.find({ kind: 'KubernetesRuntimeInstance', name: 'space' }))?.id ?? 0n
  await test.database.sql.query(
    `UPDATE "Object" SET "leaseExpiresAt" = NULL, "nextReconcileAt" = now() - interval '1 second'`,
  )
})

async function begin(epoch?: number): Promise<number> {
  const started = await test.store.startReconcile(id, epoch)
  if (started === undefined) throw new Error('it was deleted')
  return started.object.epoch
}

/** Ages the times in the database by that many seconds. */
async function pass(seconds: number): Promise<void> {
  await test.database.sql.query(
    `UPDATE "Object" SET "leaseExpiresAt" = "leaseExpiresAt" - $1 * interval '1 second',
       "nextReconcileAt" = "nextReconcileAt" - $1 * interval '1 second'`,
    [seconds],
  )
}

describe('the lease of a reconcile', () => {
  it('is refused to others until it ends, and passes to the next reconcile', async () => {
    const first = await begin()
    await expect(begin()).rejects.toMatchObject({
      code: 'LEASE_HELD',
      message: 'KubernetesRuntimeInstance "space" is already being reconciled',
    })
    await expect(begin(first - 1)).rejects.toMatchObject({ code: 'LEASE_HELD' })
    const second = await begin(first)
    expect(second).toBe(first + 1)
    await expect(begin(first)).rejects.toMatchObject({ code: 'LEASE_HELD' })
    await pass(16)
    expect(await begin()).toBe(second + 1)
  })

  it('is granted to one of many that start concurrently', async () => {
    const started = await Promise.allSettled(Array.from({ length: 20 }, () => begin()))
    expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('remains with its holder, even after it has expired, if no other has started since', async () => {
    const epoch = await begin()
    await pass(10)
    expect(await test.store.renewLeases([{ id, epoch }])).toEqual([id])
    await pass(10)
    await expect(begin()).rejects.toMatchObject({ code: 'LEASE_HELD' })
    await pass(10)
    expect(await test.store.renewLeases([{ id, epoch }])).toEqual([id])
    expect(await test.store.renewLeases([{ id, epoch: epoch - 1 }])).toEqual([])
    await pass(16)
    const next = await begin()
    expect(
      await test.store.renewLeases([
        { id, epoch },
        { id: 1_000_000n, epoch: 1 },
      ]),
    ).toEqual([])
    expect(await test.store.renewLeases([{ id, epoch: next }])).toEqual([id])
  })

  it('remains with its holder when the object is triggered meanwhile', async () => {
    await begin()
    await test.store.trigger({ kind: 'KubernetesRuntimeInstance', name: 'space' }, write)
    await pass(6)
    const queue = createDueQueue(test.database.sql, { kinds: ['KubernetesRuntimeInstance'] })
    expect(await queue.take(10)).toMatchObject([{ id }])
    await expect(begin()).rejects.toMatchObject({ code: 'LEASE_HELD' })
  })

  it('does not exist for a deleted object', async () => {
    expect(await test.store.startReconcile(1_000_000n)).toBeUndefined()
  })
})

describe('takeDue', () => {
  const kinds = ['KubernetesRuntimeInstance']

  it('is granted for a due object to one worker, and to no other for half a minute', async () => {
    const given = await Promise.all([1, 2, 3].map(() => test.store.takeDue({ kinds, max: 5, overdue: 0 })))
    expect(given.flat()).toMatchObject([{ id, kind: 'KubernetesRuntimeInstance' }])
    await pass(29)
    const queue = createDueQueue(test.database.sql, { kinds })
    expect(await queue.take(5)).toEqual([])
    await pass(2)
    expect(await queue.take(5)).toMatchObject([{ id }])
  })

  it('is granted only for the requested kinds, and only for overdue objects if requested', async () => {
    const send = (overdue: number, kind = 'KubernetesRuntimeInstance') =>
      createDueQueue(test.database.sql, { kinds: [kind], overdue }).take(5)
    expect(await send(0, 'WorkloadInstance')).toEqual([])
    expect(await send(10_000)).toEqual([])
    await pass(11)
    expect(await send(10_000)).toMatchObject([{ id }])
  })

  it('keeps objects due that could not be handed over', async () => {
    const queue = createDueQueue(test.database.sql, { kinds })
    const fail = async (): Promise<void> => {
      throw new Error('the broker is unavailable')
    }
    await expect(queue.take(5, fail)).rejects.toThrow('the broker is unavailable')
    expect(await createDueQueue(test.database.sql, { kinds }).take(5)).toMatchObject([{ id }])
  })
})
