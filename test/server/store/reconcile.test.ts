import { describe, expect, it } from 'vitest'
import type { ReconcileReport } from '../../../schema/graphql/store-reconciles.ts'
import type { ObjectStatus } from '../../../schema/status.ts'
import { recordApplied } from '../../../server/store/inventory.ts'
import { inTransaction, waitsForLock } from '../../support/row-locks.ts'
import {
  restartReconcile,
  restartNamed,
  defaultRuntime,
  definition,
  instance,
  inventoryEntry,
  reportOf,
  statusWith,
  testStore,
  workload,
  write,
} from '../../support/store.ts'

const test = testStore([...defaultRuntime, ...workload('web')])

const status = statusWith
const begin = (kind: string, name: string) => restartNamed(test.store, kind, name)

async function due(kind: string, name: string): Promise<number | null> {
  const object = await test.store.find({ kind, name })
  const at = object?.nextReconcileAt ?? null
  return at === null ? null : at.getTime() - Date.now()
}

describe('report', () => {
  it('is refused once a later reconcile has started', async () => {
    const first = await begin('WorkloadInstance', 'web')
    const second = await begin('WorkloadInstance', 'web')
    await expect(test.store.report(reportOf(first, { status: status(false) }))).rejects.toMatchObject({
      code: 'STALE_EPOCH',
    })
    await test.store.report(reportOf(second))
    expect(await test.store.find({ kind: 'WorkloadInstance', name: 'web' })).toMatchObject({
      ready: true,
      observedGeneration: 1,
      nextReconcileAt: null,
    })
  })

  it('logs nothing and changes no version if nothing differs', async () => {
    const before = await begin('WorkloadInstance', 'web')
    await test.store.report(reportOf(before))
    expect((await test.store.find({ kind: 'WorkloadInstance', name: 'web' }))?.version).toBe(before.version)
  })

  it('logs nothing if it is only retried', async () => {
    const failing = (retryAt: string): ObjectStatus => ({
      ...status(false),
      cause: {
        kind: 'WorkloadInstance',
        name: 'web',
        reason: 'Test',
        message: 'test',
        since: retryAt,
        retryAt,
      },
    })
    const since = '2026-01-01T00:00:00.000Z'
    const first = failing(since)
    await test.store.report(reportOf(await begin('WorkloadInstance', 'web'), { status: first }))
    const before = await test.store.find({ kind: 'WorkloadInstance', name: 'web' })
    const later = { ...failing('2026-01-01T00:01:00.000Z') }
    const again = { ...later, ...(later.cause === undefined ? {} : { cause: { ...later.cause, since } }) }
    await test.store.report(reportOf(await begin('WorkloadInstance', 'web'), { status: again }))
    const after = await test.store.find({ kind: 'WorkloadInstance', name: 'web' })
    expect(after?.version).toBe(before?.version)
    expect(after?.status).toMatchObject({ cause: { since } })
    expect(after?.status).not.toHaveProperty('cause.retryAt')
    await test.store.report(reportOf(await begin('WorkloadInstance', 'web')))
  })

  it('makes an object due at once that was triggered during its reconcile', async () => {
    const started = await begin('WorkloadInstance', 'web')
    await test.store.update(
      { kind: 'WorkloadDefinition', name: 'web', spec: definition('web', 'b').spec },
      write,
    )
    await test.store.report(reportOf(started))
    expect(await due('WorkloadInstance', 'web')).toBeLessThanOrEqual(0)
  })

  it('reconciles referrers of an object before they are ready again if its spec changes', async () => {
    await test.store.report(reportOf(await begin('WorkloadInstance', 'web')))
    const desired = { kind: 'WorkloadDefinition', name: 'web', spec: definition('web', 'rolled').spec }
    await test.store.update(desired, write)
    const { generation = 0, observedGeneration = 0 } =
      (await test.store.find({ kind: 'WorkloadInstance', name: 'web' })) ?? {}
    expect(generation - observedGeneration).toBe(1)
    await test.store.report(reportOf(await begin('WorkloadInstance', 'web')))
    expect(await test.store.find({ kind: 'WorkloadInstance', name: 'web' })).toMatchObject({
      observedGeneration: generation,
    })
  })

  it('counts equal events, even in one reconcile', async () => {
    const note = { type: 'Normal' as const, reason: 'Counted', note: 'again' }
    await test.store.report(reportOf(await begin('WorkloadInstance', 'web'), { events: [note, note] }))
    await test.store.report(reportOf(await begin('WorkloadInstance', 'web'), { events: [note] }))
    const { rows } = await test.database.sql.query(`SELECT count FROM "ObjectEvent" WHERE reason = 'Counted'`)
    expect(rows).toEqual([{ count: 3 }])
  })

  it('schedules the next reconcile', async () => {
    await test.store.report(reportOf(await begin('WorkloadInstance', 'web'), { requeueAfter: 60_000 }))
    const left = await due('WorkloadInstance', 'web')
    expect(left).toBeGreaterThan(50_000)
    expect(left).toBeLessThanOrEqual(60_000)
  })

  it('triggers referrers of an object when it becomes ready, and objects that wait for it', async () => {
    const waiting = await begin('WorkloadInstance', 'web')
    await test.store.report(reportOf(waiting))
    expect(await due('WorkloadInstance', 'web')).toBeNull()
    const runtime = await begin('KubernetesRuntimeInstance', 'space')
    await test.store.report(reportOf(runtime))
    expect(await due('WorkloadInstance', 'web')).not.toBeNull()
  })

  it('misses no change of an awaited object before the wait was stored', async () => {
    const started = await begin('WorkloadInstance', 'web')
    const awaited = await test.store.find({ kind: 'KubernetesRuntimeInstance', name: 'space' })
    const seen = { id: awaited?.id ?? 0n, version: (awaited?.version ?? 0) - 1 }
    await test.store.report(reportOf(started, { status: status(false), waitingFor: seen }))
    expect(await due('WorkloadInstance', 'web')).toBeLessThanOrEqual(0)
  })

  it('misses no change of an awaited object while the wait is stored', async () => {
    for (let round = 0; round < 30; round++) {
      const awaited = await test.store.find({ kind: 'KubernetesRuntimeDefinition', name: 'simulated' })
      const started = await begin('WorkloadInstance', 'web')
      const waitingFor = { id: awaited?.id ?? 0n, version: awaited?.version ?? 0 }
      const desired = { kind: 'KubernetesRuntimeInstance', name: 'space', spec: { context: `c${round}` } }
      await Promise.all([
        test.store.report(reportOf(started, { status: status(round % 2 === 0), waitingFor })),
        test.store.update(desired, write),
      ])
      // It references the runtime too, so the change must have made it due, in either order.
      expect(await due('WorkloadInstance', 'web')).not.toBeNull()
    }
  })

  it('counts equal events', async () => {
    const event = { type: 'Warning' as const, reason: 'Test', note: 'again' }
    for (let round = 0; round < 3; round++)
      await test.store.report(reportOf(await begin('WorkloadInstance', 'web'), { events: [event] }))
    expect(await test.database.prisma.objectEvent.findMany({ where: { reason: 'Test' } })).toMatchObject([
      { count: 3, note: 'again' },
    ])
  })
})

describe('recordApplied', () => {
  it('assigns a resource to one object only, and names the owner', async () => {
    await test.store.create(instance('rival', { definition: 'web' }), write)
    const runtime = await test.store.find({ kind: 'KubernetesRuntimeInstance', name: 'space' })
    const resource = inventoryEntry(runtime?.id ?? 0n)
    const owner = await begin('WorkloadInstance', 'web')
    await test.store.recordApplied(owner.id, owner.epoch, [resource])
    const rival = await begin('WorkloadInstance', 'rival')
    await expect(test.store.recordApplied(rival.id, rival.epoch, [resource])).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { by: [{ kind: 'WorkloadInstance', name: 'web' }] },
    })
  })

  it('loses the resources that a report found gone, and no others', async () => {
    const runtime = await test.store.find({ kind: 'KubernetesRuntimeInstance', name: 'space' })
    const owner = await begin('WorkloadInstance', 'web')
    const rival = await begin('WorkloadInstance', 'rival')
    const [kept, lost] = await test.store.recordApplied(owner.id, owner.epoch, [
      inventoryEntry(runtime?.id ?? 0n, 'stays'),
      inventoryEntry(runtime?.id ?? 0n, 'goes'),
    ])
    const [foreign] = await test.store.recordApplied(rival.id, rival.epoch, [
      inventoryEntry(runtime?.id ?? 0n, 'of-another'),
    ])
    const gone = [lost?.id ?? 0n, foreign?.id ?? 0n]
    await test.store.report(reportOf(owner, { gone }))
    const left = (await test.store.inventory(owner.id)).map((entry) => entry.id)
    expect(left).toContain(kept?.id)
    expect(left).not.toContain(lost?.id)
    expect(await test.store.inventory(rival.id)).toContainEqual(foreign)
  })

  it('keeps what is known of a resource of which a later reconcile has recorded less', async () => {
    const runtime = await test.store.find({ kind: 'KubernetesRuntimeInstance', name: 'space' })
    const resource = inventoryEntry(runtime?.id ?? 0n, 'known')
    const owner = await begin('WorkloadInstance', 'web')
    const known = { uid: 'u', hash: 'h', resourceVersion: '12', liveGeneration: 3, deletableVersion: '12' }
    await test.store.recordApplied(owner.id, owner.epoch, [{ ...resource, ...known }])
    await test.store.recordApplied(owner.id, owner.epoch, [resource])
    // By a worker of a release that does not know of deletable versions.
    await test.store.recordApplied(owner.id, owner.epoch, [{ ...resource, resourceVersion: '15' }])
    const entries = await test.store.inventory(owner.id)
    expect(entries.find(({ name }) => name === 'known')).toMatchObject({ ...known, resourceVersion: '15' })
  })

  it('is known to a reconcile that starts while its predecessor still records', async () => {
    const runtime = await test.store.find({ kind: 'KubernetesRuntimeInstance', name: 'space' })
    await test.store.apply(workload('recording'), write)
    const stale = await begin('WorkloadInstance', 'recording')
    await inTransaction(test.database, async (sql) => {
      // As `recordApplied` does, up to its commit.
      await recordApplied({ sql }, { objectId: stale.id, epoch: stale.epoch }, [
        inventoryEntry(runtime?.id ?? 0n, 'recorded-late'),
      ])
      const starting = test.store.startReconcile(stale.id, stale.epoch)
      expect(await waitsForLock(test.database)).toBe(true)
      await sql.query('COMMIT')
      expect((await starting)?.hasApplied).toBe(true)
    })
  })

  it('is refused once a later reconcile has started', async () => {
    const stale = await begin('WorkloadInstance', 'rival')
    await begin('WorkloadInstance', 'rival')
    const resource = inventoryEntry(stale.id)
    await expect(test.store.recordApplied(stale.id, stale.epoch, [resource])).rejects.toMatchObject({
      code: 'STALE_EPOCH',
    })
    await expect(test.store.forgetApplied(stale.id, stale.epoch, [])).rejects.toMatchObject({
      code: 'STALE_EPOCH',
    })
  })
})

describe('triggerOwners', () => {
  const seen = (ownerId: bigint, resourceVersion?: string) => ({
    ownerId,
    uid: 'uid-1',
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  })

  async function applying(resourceVersion = '7'): Promise<ReconcileReport> {
    const runtime = await test.store.find({ kind: 'KubernetesRuntimeInstance', name: 'space' })
    return reportOf(await begin('WorkloadInstance', 'web'), {
      applied: [{ ...inventoryEntry(runtime?.id ?? 0n), uid: 'uid-1', hash: 'h', resourceVersion }],
    })
  }

  async function applied(): Promise<{ id: bigint; triggers: number }> {
    const report = await applying()
    await test.store.report(report)
    return report
  }

  async function triggers(): Promise<number | undefined> {
    return (await test.store.find({ kind: 'WorkloadInstance', name: 'web' }))?.triggers
  }

  it('does not consider its own apply a change', async () => {
    const { id, triggers: before } = await applied()
    await test.store.triggerOwners([seen(id, '7')], write)
    expect(await triggers()).toBe(before)
  })

  it.each([
    ['was changed since', 'uid-1', '8'],
    ['was deleted', 'uid-1', undefined],
    ['has no field manager, like a pod', 'uid-2', '7'],
  ])('triggers the owner of a resource that %s', async (_, uid, resourceVersion) => {
    const { id, triggers: before } = await applied()
    expect(await test.store.triggerOwners([{ ...seen(id, resourceVersion), uid }], write)).toEqual([])
    expect(await triggers()).toBe(before + 1)
  })

  it('attributes a change to the reconcile from its report on', async () => {
    const report = await applying('9')
    const { id, triggers: before } = report
    expect(await test.store.triggerOwners([seen(id, '9')], write)).toEqual([id])
    await test.store.report(report)
    expect(await test.store.triggerOwners([seen(id, '9')], write)).toEqual([])
    expect(await triggers()).toBe(before)
  })

  describe('of an owner that is being deleted', () => {
    async function leaving(name: string, resources: readonly object[]) {
      await test.store.apply(workload(name), write)
      const runtime = await test.store.find({ kind: 'KubernetesRuntimeInstance', name: 'space' })
      const current = await begin('WorkloadInstance', name)
      const entry = { ...inventoryEntry(runtime?.id ?? 0n, name), hash: 'h', resourceVersion: '7' }
      const applied = resources.map((each, index) => ({ ...entry, uid: `uid-${index + 1}`, ...each }))
      await test.store.report(reportOf(current, { applied }))
      await test.store.delete([{ kind: 'WorkloadInstance', name }], write)
      const triggersAfter = async (...changes: Parameters<typeof test.store.triggerOwners>[0]) => {
        expect(await test.store.triggerOwners(changes, write)).toEqual([])
        return (await test.store.find({ kind: 'WorkloadInstance', name }))?.triggers ?? 0
      }
      return { id: current.id, triggersAfter }
    }

    it('triggers it only once something is gone that it waits for', async () => {
      const { id, triggersAfter } = await leaving('leaving', [{}])
      const before = await triggersAfter()
      expect(await triggersAfter(seen(id, '8'), { ...seen(id), uid: 'one-of-its-pods' })).toBe(before)
      expect(await triggersAfter(seen(id))).toBe(before + 1)
    })

    it('triggers it by every change if it has Jobs, which may run on its deletion', async () => {
      const { id, triggersAfter } = await leaving('hooked', [{}, { group: 'batch', kind: 'Job' }])
      const before = await triggersAfter()
      expect(await triggersAfter({ ...seen(id, '8'), uid: 'uid-2' })).toBe(before + 1)
      expect(await triggersAfter({ ...seen(id, '1'), uid: 'a-pod-of-the-job' })).toBe(before + 2)
    })
  })

  it('omits owners that were deleted', async () => {
    expect(await test.store.triggerOwners([seen(999_999_999n, '7')], write)).toEqual([])
  })
})

describe('a removal that waits', () => {
  const removals = [{ id: 'uid-1', text: 'PersistentVolumeClaim data: holds data' }]
  const target = { kind: 'WorkloadInstance', name: 'web' }

  async function confirmation(): Promise<unknown> {
    return (await test.store.find(target))?.confirmation
  }

  async function send(): Promise<string> {
    await test.store.report(
      reportOf(await begin(target.kind, target.name), { status: status(false), confirm: removals }),
    )
    return ((await confirmation()) as { token: string }).token
  }

  it('keeps its token while the list is the same, and has another one for another list', async () => {
    const token = await send()
    expect(await send()).toBe(token)
    await test.store.report(
      reportOf(await begin(target.kind, target.name), {
        confirm: [...removals, { id: 'uid-2', text: 'more' }],
      }),
    )
    await expect(test.store.confirmRemoval({ target, token }, write)).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })

  it('is confirmed once, remains confirmed during the removal, and ends when everything is removed', async () => {
    const token = await send()
    await test.store.confirmRemoval({ target, token }, write)
    await expect(test.store.confirmRemoval({ target, token }, write)).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    const { id } = await begin(target.kind, target.name)
    expect((await restartReconcile(test.store, id))?.confirmed).toEqual(['uid-1'])
    await test.store.report(reportOf(await begin(target.kind, target.name), { status: status(false) }))
    expect((await restartReconcile(test.store, id))?.confirmed).toEqual(['uid-1'])
    await test.store.report(reportOf(await begin(target.kind, target.name), { confirm: null }))
    expect(await confirmation()).toBeNull()
  })

  it.each([
    ['requests it again', removals],
    ['has nothing to remove', null],
  ])('remains confirmed when a reconcile that had started before %s', async (_, confirm) => {
    const token = await send()
    const early = await begin(target.kind, target.name)
    await test.store.confirmRemoval({ target, token }, write)
    await test.store.report(reportOf(early, { status: status(false), confirm }))
    expect(await due(target.kind, target.name)).toBeLessThan(1000)
    const next = await restartReconcile(test.store, early.id)
    expect(next).toMatchObject({ confirmed: ['uid-1'] })
    await test.store.report(reportOf(await begin(target.kind, target.name), { confirm: null }))
  })

  it('ends if it is not confirmed and the next reconcile does not request it', async () => {
    await send()
    await test.store.report(reportOf(await begin(target.kind, target.name), { status: status(false) }))
    expect(await confirmation()).toBeNull()
  })

  it('cannot be confirmed after a day', async () => {
    const token = await send()
    await test.database.sql.query(
      `UPDATE "Object" SET confirmation = jsonb_set(confirmation, '{expiresAt}', '"2026-01-01T00:00:00.000Z"')`,
    )
    await expect(test.store.confirmRemoval({ target, token }, write)).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })
})
