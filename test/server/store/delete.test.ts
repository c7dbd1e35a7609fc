import { describe, expect, it } from 'vitest'
import type { StoredEvent } from '../../../schema/graphql/store-queries.ts'
import { event, type EventReport } from '../../../schema/status.ts'
import {
  restartReconcile,
  defaultRuntime,
  definition,
  instance,
  inventoryEntry,
  testStore,
  workload,
  write,
} from '../../support/store.ts'

const test = testStore([...defaultRuntime, ...workload('web')])

const web = [
  { kind: 'WorkloadDefinition', name: 'web' },
  { kind: 'WorkloadInstance', name: 'web' },
] as const

const eventsOf = (subjectId: bigint): Promise<StoredEvent[]> =>
  test.store.listEvents({ subjectId, limit: 100 })

/** Starts a reconcile of the instance of a new workload. */
async function reconcileWorkload(name: string): Promise<{ id: bigint; epoch: number }> {
  await test.store.apply(workload(name), write)
  const { id = 0n } = (await test.store.find({ kind: 'WorkloadInstance', name })) ?? {}
  const { epoch = 0 } = (await restartReconcile(test.store, id))?.object ?? {}
  return { id, epoch }
}

const findRuntime = () => test.store.find({ kind: 'KubernetesRuntimeInstance', name: 'space' })

describe('delete', () => {
  it('refuses the deletion of required objects, and names their dependents', async () => {
    await expect(test.store.delete([web[0]], write)).rejects.toMatchObject({
      code: 'BLOCKED',
      details: { by: [{ kind: 'WorkloadInstance', name: 'web' }] },
    })
    await expect(test.store.delete([{ kind: 'Project', name: 'default' }], write)).rejects.toMatchObject({
      code: 'BLOCKED',
    })
  })

  it('deletes an object without a reconciler at once', async () => {
    await test.store.create(definition('plain'), write)
    await test.store.delete([{ kind: 'WorkloadDefinition', name: 'plain' }], write)
    expect(await test.store.find({ kind: 'WorkloadDefinition', name: 'plain' })).toBeUndefined()
  })

  it('requests the deletion of one with a reconciler and of its required objects, and is idempotent', async () => {
    await test.store.delete(web, write)
    const again = await test.store.delete(web, write)
    expect(again.map(({ deletionRequestedAt }) => deletionRequestedAt === null)).toEqual([false, false])
    const changes = await test.store.changes({ after: 0n, limit: 100, objectId: again[1]?.id ?? 0n })
    expect(changes.map(({ operation }) => operation)).toEqual(['CREATE', 'DELETE_REQUEST'])
  })

  it('refuses new references to an object that is being deleted', async () => {
    const late = instance('late', { definition: 'web' })
    await expect(test.store.create(late, write)).rejects.toMatchObject({ code: 'BLOCKED' })
  })

  it('is confirmed only by the reconcile that holds the epoch, and deletes objects that waited for it', async () => {
    const instance = await test.store.find(web[1])
    const id = instance?.id ?? 0n
    await restartReconcile(test.store, id)
    const started = await restartReconcile(test.store, id)
    const epoch = started?.object.epoch ?? 0
    await expect(
      test.store.confirmDeletion({ id: id, epoch: epoch - 1, leaveBehind: false }, write),
    ).rejects.toMatchObject({ code: 'STALE_EPOCH' })
    await test.store.confirmDeletion({ id, epoch, leaveBehind: false }, write)
    expect(await test.store.find(web[1])).toBeUndefined()
    expect(await test.store.find(web[0])).toBeUndefined()
  })

  it('never accepts both a reference and a deletion', async () => {
    for (let round = 0; round < 40; round++) {
      const name = `raced-${round}`
      await test.store.create(definition(name), write)
      const [created, deleted] = await Promise.allSettled([
        test.store.create(instance(name), write),
        test.store.delete([{ kind: 'WorkloadDefinition', name }], write),
      ])
      expect([created.status, deleted.status].filter((status) => status === 'fulfilled')).toHaveLength(1)
    }
  })

  it('keeps an object whose inventory is not empty', async () => {
    const { id, epoch } = await reconcileWorkload('kept')
    const runtime = await findRuntime()
    const resource = inventoryEntry(runtime?.id ?? 0n)
    await test.store.recordApplied(id, epoch, [resource])
    await test.store.delete([{ kind: 'WorkloadInstance', name: 'kept' }], write)
    await expect(test.store.confirmDeletion({ id, epoch, leaveBehind: false }, write)).rejects.toMatchObject({
      code: 'BLOCKED',
    })
    const [entry] = await test.store.inventory(id)
    await test.store.forgetApplied(id, epoch, [entry?.id ?? 0n])
    await test.store.confirmDeletion({ id, epoch, leaveBehind: false }, write)
    expect(await test.store.find({ kind: 'WorkloadInstance', name: 'kept' })).toBeUndefined()
  })

  it('is confirmed with the resources that are gone', async () => {
    const { id, epoch } = await reconcileWorkload('emptied')
    const { id: runtimeId = 0n } = (await findRuntime()) ?? {}
    const entries = await test.store.recordApplied(id, epoch, [
      inventoryEntry(runtimeId, 'first'),
      inventoryEntry(runtimeId, 'second'),
    ])
    const [first = 0n, second = 0n] = entries.map((entry) => entry.id)
    await test.store.delete([{ kind: 'WorkloadInstance', name: 'emptied' }], write)
    const confirm = (gone: bigint[], of = epoch): Promise<void> =>
      test.store.confirmDeletion({ id, epoch: of, leaveBehind: false, gone }, write)
    await expect(confirm([first])).rejects.toMatchObject({
      code: 'BLOCKED',
      message: expect.stringContaining('second') as string,
    })
    await expect(confirm([first, second], epoch - 1)).rejects.toMatchObject({ code: 'STALE_EPOCH' })
    expect(await test.store.inventory(id)).toHaveLength(2)
    await confirm([first, second])
    expect(await test.store.find({ kind: 'WorkloadInstance', name: 'emptied' })).toBeUndefined()
    expect(await test.store.inventory(id)).toEqual([])
  })

  it('leaves the events of the object, with those of its last reconcile', async () => {
    const { id, epoch } = await reconcileWorkload('noted')
    const { id: definitionId = 0n } =
      (await test.store.find({ kind: 'WorkloadDefinition', name: 'noted' })) ?? {}
    const [before, again, last] = ['Created', 'Waiting', 'Deleted'].map((reason) =>
      event('Normal', reason, `It is ${reason}.`),
    ) as [EventReport, EventReport, EventReport]
    await test.store.recordEvent(id, before)
    await test.store.recordEvent(id, again)
    const [first] = (await eventsOf(id)).filter(({ reason }) => reason === 'Waiting')
    await test.store.delete(
      ['WorkloadInstance', 'WorkloadDefinition'].map((kind) => ({ kind, name: 'noted' })),
      write,
    )
    await test.store.confirmDeletion(
      { id, epoch, leaveBehind: false, events: [again, last, again, last, last] },
      write,
    )
    const events = await eventsOf(id)
    expect(Object.fromEntries(events.map(({ reason, count }) => [reason, count]))).toEqual({
      Created: 1,
      Deleted: 3,
      Waiting: 3,
    })
    const waited = events.find(({ reason }) => reason === 'Waiting')
    expect(waited).toMatchObject({ id: first?.id, firstSeen: first?.firstSeen })
    expect(waited?.lastSeen.getTime()).toBeGreaterThanOrEqual(first?.lastSeen.getTime() ?? Infinity)
    // The definition is removed with it, by the same statement, and has none.
    expect(await test.store.find({ kind: 'WorkloadDefinition', name: 'noted' })).toBeUndefined()
    expect(await eventsOf(definitionId)).toEqual([])
  })

  it('abandons resources in clusters only if it is forced', async () => {
    const { id, epoch } = await reconcileWorkload('forced')
    const runtime = await findRuntime()
    const { runtimeId, ...resource } = inventoryEntry(runtime?.id ?? 0n, 'left')
    const [, gone] = await test.store.recordApplied(id, epoch, [
      { ...resource, runtimeId, uid: 'u' },
      inventoryEntry(runtimeId, 'removed'),
    ])
    const target = { kind: 'WorkloadInstance', name: 'forced' }
    await test.store.delete([target], write)
    const leave = (): Promise<void> =>
      test.store.confirmDeletion({ id, epoch, leaveBehind: true, gone: [gone?.id ?? 0n] }, write)
    await expect(leave()).rejects.toMatchObject({ code: 'CONFLICT' })
    await test.store.delete([target], { ...write, force: true })
    await leave()
    expect(await test.store.find(target)).toBeUndefined()
    const triggered = await findRuntime()
    expect(triggered?.triggers).toBe((runtime?.triggers ?? 0) + 1)
    const left = await test.store.abandonedResources(runtime?.id)
    expect(left).toMatchObject([{ ...resource, objectId: id, objectName: 'forced', runtimeName: 'space' }])
    await test.store.forgetAbandonedResources(left.map((each) => each.id))
    expect(await test.store.abandonedResources()).toEqual([])
  })
})
