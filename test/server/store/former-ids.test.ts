import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  restartReconcile,
  createTestStore,
  defaultRuntime,
  definition,
  instance,
  type TestStore,
  write,
} from '../../support/store.ts'

let test: TestStore
beforeEach(async () => {
  test = await createTestStore()
  await test.store.apply([...defaultRuntime, definition('web')], write)
})
afterEach(() => test.database.drop())

/** Restores a state that lacks the given ids. */
async function loses(from: bigint, to: bigint): Promise<void> {
  const sql = `UPDATE "ControlPlane" SET "orphanedIds" = "orphanedIds" + int8multirange(int8range($1, $2, '[]'))`
  await test.database.sql.query(sql, [from, to])
}

/** A workload whose reconcile has started. */
async function started(name: string): Promise<{ id: bigint; epoch: number }> {
  const { id } = await test.store.create(instance(name, { definition: 'web' }), write)
  const reconcile = await restartReconcile(test.store, id)
  return { id, epoch: reconcile?.object.epoch ?? 0 }
}

describe('readopt', () => {
  it('returns the latest of the lost ids, and no others', async () => {
    await loses(500n, 600n)
    const holder = await started('web')
    expect(await test.store.readopt(holder, [499n, 601n])).toBeUndefined()
    expect(await test.store.readopt(holder, [499n, 510n, 590n, 601n])).toBe(590n)
  })

  it('returns no id twice, and none to an object that has one', async () => {
    await loses(500n, 600n)
    const [web, other] = [await started('web'), await started('other')]
    expect(await test.store.readopt(web, [510n])).toBe(510n)
    expect(await test.store.readopt(other, [510n])).toBeUndefined()
    expect(await test.store.readopt(web, [511n])).toBeUndefined()
    expect(await test.store.readopt(other, [511n])).toBe(511n)
  })

  it('returns an id to only one of two concurrent requests', async () => {
    await loses(500n, 600n)
    const holders = [await started('web'), await started('other')]
    const given = await Promise.all(holders.map((holder) => test.store.readopt(holder, [510n])))
    expect(given.filter((id) => id !== undefined)).toEqual([510n])
  })

  it('returns no id of an object, or of an abandoned resource', async () => {
    const [web, other] = [await started('web'), await started('other')]
    await loses(1n, 10_000n)
    await test.database.sql.query(
      `INSERT INTO "AbandonedResource" ("objectId", "runtimeId", "runtimeName", "objectKind", "objectName", "group", version, kind, namespace, name, "order")
       VALUES (9000, 1, 'space', 'WorkloadInstance', 'web', '', 'v1', 'ConfigMap', 'web', 'web', 0)`,
    )
    expect(await test.store.readopt(web, [other.id, 9000n])).toBeUndefined()
    expect(await test.store.readopt(web, [9001n])).toBe(9001n)
  })

  it('returns nothing to a reconcile that another has followed', async () => {
    await loses(500n, 600n)
    const { id, epoch } = await started('web')
    await restartReconcile(test.store, id)
    expect(await test.store.readopt({ id, epoch }, [510n])).toBeUndefined()
    expect(await test.store.readopt({ id, epoch: epoch + 1 }, [510n])).toBe(510n)
  })
})
