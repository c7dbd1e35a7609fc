import { beforeEach, describe, expect, it } from 'vitest'
import type { StoredObject } from '../../../prisma/client.ts'
import { triggerReferrers } from '../../../server/store/write-object.ts'
import { run } from '../../../server/store/sql.ts'
import { inTransaction, waitsForLock } from '../../support/row-locks.ts'
import {
  restartNamed,
  defaultRuntime,
  reportOf,
  statusWith,
  testStore,
  workload,
  write,
} from '../../support/store.ts'

const [runtimeKind, instanceKind, dependencyKind] = [
  'KubernetesRuntimeInstance',
  'WorkloadInstance',
  'WorkloadServiceDependency',
] as const

const test = testStore([
  ...defaultRuntime,
  ...workload('web'),
  { kind: dependencyKind, name: 'rpc', spec: { workloadInstance: 'web', upstreamHost: 'example.com' } },
])
beforeEach(async () => {
  for (const [kind, name] of [
    [runtimeKind, 'space'],
    [instanceKind, 'web'],
    [dependencyKind, 'rpc'],
  ] as const)
    await test.store.report(reportOf(await begin(kind, name)))
})

const begin = (kind: string, name: string) => restartNamed(test.store, kind, name)

async function find(kind: string, name: string): Promise<StoredObject> {
  const object = await test.store.find({ kind, name })
  if (object === undefined) throw new Error(`no ${kind} ${name}`)
  return object
}

async function reportRuntime(ready: boolean): Promise<StoredObject> {
  await test.store.report(reportOf(await begin(runtimeKind, 'space'), { status: statusWith(ready) }))
  return find(runtimeKind, 'space')
}

const net = 600_000
const waitsFor = ({ id, version }: StoredObject) => ({
  status: statusWith(false),
  waitingFor: { id, version },
  requeueAfter: net,
})

/** Returns the milliseconds until the next try. */
const until = ({ nextReconcileAt }: StoredObject): number =>
  (nextReconcileAt?.getTime() ?? Infinity) - Date.now()

describe('a runtime whose readiness changes', () => {
  it.each([
    ['references it', instanceKind, 'web'],
    ['is in it through another object', dependencyKind, 'rpc'],
  ])('triggers an object that %s in the same transaction', async (_, kind, name) => {
    for (const ready of [false, true]) {
      await test.store.report(reportOf(await begin(kind, name)))
      const before = await find(kind, name)
      await reportRuntime(ready)
      const after = await find(kind, name)
      expect(after.triggers).toBe(before.triggers + 1)
      expect(until(after)).toBeLessThanOrEqual(5000)
    }
  })

  it('triggers an object that waits for it without a reference', async () => {
    await test.store.create(
      { kind: 'KubernetesRuntimeInstance', name: 'other', spec: { definition: 'simulated' } },
      write,
    )
    const waiting = await begin(runtimeKind, 'other')
    await test.store.report(reportOf(waiting, waitsFor(await find(runtimeKind, 'space'))))
    expect(until(await find(runtimeKind, 'other'))).toBeGreaterThan(net - 60_000)
    await reportRuntime(false)
    expect(until(await find(runtimeKind, 'other'))).toBeLessThanOrEqual(5000)
  })

  it('does not trigger an object that waits for another one by now', async () => {
    const space = await find(runtimeKind, 'space')
    await test.store.apply([{ kind: runtimeKind, name: 'former', spec: { definition: 'simulated' } }], write)
    await test.store.report(reportOf(await begin(runtimeKind, 'former'), waitsFor(space)))
    await test.store.report(reportOf(await begin(runtimeKind, 'former'), { requeueAfter: net }))
    await reportRuntime(false)
    const former = await find(runtimeKind, 'former')
    expect(former.waitingForId).toBeNull()
    expect(until(former)).toBeGreaterThan(net - 60_000)
  })
})

describe('a wait that is stored after a change of the awaited object', () => {
  it('ends at once, even if the runtime has flapped and has its former state', async () => {
    const seen = await reportRuntime(false)
    const waiting = await begin(dependencyKind, 'rpc')
    await reportRuntime(true)
    await reportRuntime(false)
    await test.store.report(reportOf(waiting, waitsFor(seen)))
    expect(until(await find(dependencyKind, 'rpc'))).toBeLessThanOrEqual(0)
  })

  it('ends at once if that was deleted and created again', async () => {
    const again = { kind: runtimeKind, name: 'again', spec: { definition: 'simulated' } }
    const seen = await test.store.create(again, write)
    const waiting = await begin(dependencyKind, 'rpc')
    await test.store.delete([{ kind: runtimeKind, name: 'again' }], write)
    const { id, epoch } = await begin(runtimeKind, 'again')
    await test.store.confirmDeletion({ id, epoch, leaveBehind: false }, write)
    await test.store.create(again, write)
    await test.store.report(reportOf(waiting, waitsFor(seen)))
    expect(until(await find(dependencyKind, 'rpc'))).toBeLessThanOrEqual(0)
  })

  it('ends at once for an object that was created while the runtime was becoming ready', async () => {
    const seen = await reportRuntime(false)
    await inTransaction(test.database, async (sql) => {
      // The writes of the runtime's report, up to its commit: the object does not exist yet, so nothing triggers it.
      await sql.query(`UPDATE "Object" SET version = version + 1, ready = true WHERE id = $1`, [seen.id])
      await run(sql, triggerReferrers, [seen.id, [instanceKind, dependencyKind]])
      await test.store.create({ kind: instanceKind, name: 'late', spec: { definition: 'web' } }, write)
      const stored = test.store.report(reportOf(await begin(instanceKind, 'late'), waitsFor(seen)))
      expect(await waitsForLock(test.database)).toBe(true)
      await sql.query('COMMIT')
      await stored
    })
    expect(until(await find(instanceKind, 'late'))).toBeLessThanOrEqual(0)
  })
})
