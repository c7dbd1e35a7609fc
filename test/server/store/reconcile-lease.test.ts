import { beforeEach, describe, expect, it } from 'vitest'
import { createDueQueue } from '../../../server/store/due.ts'
import { defaultRuntime, testStore, write } from '../../support/store.ts'

let id: bigint
const test = testStore()
beforeEach(async () => {
  await test.store.apply(defaultRuntime, write)
  id = (await test.store.find({ kind: 'KubernetesRuntimeInstance', name: 'space' }))?.id ?? 0n
  await test.database.sql.query(`UPDATE "Object" SET "leaseExpiresAt" = NULL, "nextReconcileAt" = now()`)
})

async function begin(epoch?: number): Promise<number> {
  const started = await test.store.startReconcile(id, epoch)
  if (started === undefined) throw new Error('it is gone')
  return started.object.epoch
}

/** As if so many seconds had passed for what is in the database. */
async function pass(seconds: number): Promise<void> {
  await test.database.sql.query(
    `UPDATE "Object" SET "leaseExpiresAt" = "leaseExpiresAt" - $1 * interval '1 second',
       "nextReconcileAt" = "nextReconcileAt" - $1 * interval '1 second'`,
    [seconds],
  )
}

describe('the lease of a reconcile', () => {
  it('is refused to others until it ends, and passes to one that follows', async () => {
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

  it('is given to one of many that start at once', async () => {
    const started = await Promise.allSettled(Array.from({ length: 20 }, () => begin()))
    expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('is kept by its holder alone, also when it has ended and no other has started since', async () => {
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

  it('stays with its holder when the object is triggered meanwhile', async () => {
    await begin()
    await test.store.trigger({ kind: 'KubernetesRuntimeInstance', name: 'space' }, write)
    await pass(6)
    const queue = createDueQueue(test.database.sql, { kinds: ['KubernetesRuntimeInstance'] })
    expect(await queue.take(10)).toMatchObject([{ id }])
    await expect(begin()).rejects.toMatchObject({ code: 'LEASE_HELD' })
  })

  it('is no matter for what is gone', async () => {
    expect(await test.store.startReconcile(1_000_000n)).toBeUndefined()
  })
})

describe('takeDue', () => {
  const kinds = ['KubernetesRuntimeInstance']

  it('gives what is due to one of those who ask, and for half a minute to no other', async () => {
    const given = await Promise.all([1, 2, 3].map(() => test.store.takeDue({ kinds, max: 5, overdue: 0 })))
    expect(given.flat()).toMatchObject([{ id, kind: 'KubernetesRuntimeInstance' }])
    await pass(29)
    const queue = createDueQueue(test.database.sql, { kinds })
    expect(await queue.take(5)).toEqual([])
    await pass(2)
    expect(await queue.take(5)).toMatchObject([{ id }])
  })

  it('gives nothing of other kinds, and nothing that is not overdue where that is asked for', async () => {
    const ask = (overdue: number, kind = 'KubernetesRuntimeInstance') =>
      createDueQueue(test.database.sql, { kinds: [kind], overdue }).take(5)
    expect(await ask(0, 'WorkloadInstance')).toEqual([])
    expect(await ask(10_000)).toEqual([])
    await pass(11)
    expect(await ask(10_000)).toMatchObject([{ id }])
  })

  it('leaves due what could not be handed on', async () => {
    const queue = createDueQueue(test.database.sql, { kinds })
    const fail = async (): Promise<void> => {
      throw new Error('the broker is away')
    }
    await expect(queue.take(5, fail)).rejects.toThrow('the broker is away')
    expect(await createDueQueue(test.database.sql, { kinds }).take(5)).toMatchObject([{ id }])
  })
})
