import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OwnedDocument, ReconcileHolder } from '../../../schema/graphql/store-reconciles.ts'
import { deleteExpired } from '../../../server/store/expired.ts'
import {
  restartReconcile,
  createTestStore,
  defaultRuntime,
  definition,
  write,
  type TestStore,
} from '../../support/store.ts'

let test: TestStore
beforeAll(async () => {
  test = await createTestStore()
  await test.store.apply([...defaultRuntime, definition('app')], write)
  await test.store.apply([{ kind: 'WorkloadInstance', name: 'app', spec: { definition: 'app' } }], write)
})
afterAll(() => test.database.drop())

let round = 0
/** Returns names that are unique to a test. */
const named = (name: string): string => `${name}-${round}`
beforeEach(() => {
  round += 1
})

/** A dependency whose reconcile has started. */
async function owner(name: string): Promise<ReconcileHolder> {
  const spec = { workloadInstance: 'app', upstreamHost: 'example.com' }
  const object =
    (await test.store.find({ kind: 'WorkloadServiceDependency', name: named(name) })) ??
    (await test.store.create({ kind: 'WorkloadServiceDependency', name: named(name), spec }, write))
  return holderOf(object.id)
}

async function holderOf(id: bigint): Promise<ReconcileHolder> {
  const started = await restartReconcile(test.store, id)
  return { id, epoch: started?.object.epoch ?? 0 }
}

function service(rest: Partial<OwnedDocument> = {}): OwnedDocument {
  const spec = { service: 'forward-proxy', runtime: 'space' }
  return { kind: 'SupportServiceInstance', name: named('service'), spec, ...rest }
}

const find = (name = 'service', kind = 'SupportServiceInstance') =>
  test.store.find({ kind, name: named(name) })

async function triggersOf(id: bigint): Promise<number> {
  const { rows } = await test.database.sql.query<{ triggers: number }>(
    'SELECT triggers FROM "Object" WHERE id = $1',
    [id],
  )
  return rows[0]?.triggers ?? 0
}

/** A service that owns a workload. */
async function serviceWithWorkload(): Promise<{ dependency: ReconcileHolder; holder: ReconcileHolder }> {
  const dependency = await owner('one')
  await test.store.applyOwned(dependency, [service()], write)
  const holder = await holderOf((await find())?.id ?? 0n)
  await test.store.applyOwned(holder, workload(), write)
  return { dependency, holder }
}

function workload(): OwnedDocument[] {
  const name = named('workload')
  return [
    { ...definition(name), field: 'spec.service' },
    { kind: 'WorkloadInstance', name, spec: { definition: name, runtime: 'space' } },
  ]
}

describe('a set of owned objects', () => {
  it('keeps objects whose documents are held back, and names those that differ', async () => {
    const held = { ...service(), holdBack: true }
    const changed = { ...held, labels: { changed: 'yes' } }
    const one = await owner('one')
    const created = await test.store.applyOwned(one, [held], write)
    expect(created).toMatchObject({ objects: [{ generation: 1 }], heldBack: [] })
    expect(await test.store.applyOwned(one, [held], write)).toMatchObject({ heldBack: [] })
    const compared = await test.store.applyOwned(one, [changed], write)
    expect(compared.heldBack.map(({ name }) => name)).toEqual([named('service')])
    expect(await find()).toMatchObject({ version: created.objects[0]?.version, labels: {} })
    const written = await test.store.applyOwned(one, [{ ...changed, holdBack: false }], write)
    expect(written).toMatchObject({ objects: [{ labels: { changed: 'yes' } }], heldBack: [] })
  })

  it('is created, changed and left unchanged according to the documents', async () => {
    const { holder } = await serviceWithWorkload()
    const before = await find('workload', 'WorkloadDefinition')
    expect(before).toMatchObject({ owned: true, generation: 1 })
    await test.store.applyOwned(holder, workload(), write)
    expect(await find('workload', 'WorkloadDefinition')).toMatchObject({ version: before?.version })
    const [, instance] = workload()
    const changed = [definition(named('workload'), 'b'), instance].flatMap((each) => each ?? [])
    const { objects } = await test.store.applyOwned(holder, changed, write)
    expect(objects.map(({ kind, generation }) => [kind, generation])).toEqual([
      ['WorkloadDefinition', 2],
      ['WorkloadInstance', 2],
    ])
  })

  it('is written only by the latest reconcile of the owner, and atomically', async () => {
    const stale = await owner('one')
    await owner('one')
    await expect(test.store.applyOwned(stale, [service()], write)).rejects.toMatchObject({
      code: 'STALE_EPOCH',
    })
    const holder = await owner('one')
    const wrong = service({ name: named('other'), spec: { service: 'forward-proxy', runtime: 'nowhere' } })
    await expect(test.store.applyOwned(holder, [service(), wrong], write)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { fields: [{ path: 'documents[1].spec.runtime' }] },
    })
    expect(await find()).toBeUndefined()
  })

  it('contains only kinds that the kind of the owner declares', async () => {
    const holder = await owner('one')
    await expect(test.store.applyOwned(holder, [definition(named('x'))], write)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('owns no WorkloadDefinition; it may own SupportServiceInstance'),
    })
  })

  it('accepts no object that has no owner', async () => {
    await test.store.create(definition(named('workload')), write)
    const dependency = await owner('one')
    await test.store.applyOwned(dependency, [service()], write)
    const holder = await holderOf((await find())?.id ?? 0n)
    await expect(test.store.applyOwned(holder, workload(), write)).rejects.toMatchObject({
      code: 'NAME_TAKEN',
    })
    expect(await find('workload', 'WorkloadDefinition')).toMatchObject({ owned: false, version: 1 })
    expect(await find('workload', 'WorkloadInstance')).toBeUndefined()
  })

  it('is the only source of objects of an owned kind', async () => {
    const { kind, name, spec } = service()
    const refused = {
      code: 'OWNED',
      message: expect.stringMatching(
        /are created by the objects that need them\. Create a .*WorkloadServiceDependency.*\./,
      ),
    }
    await expect(test.store.create({ kind, name, spec }, write)).rejects.toMatchObject(refused)
    await expect(test.store.apply([{ kind, name, spec }], write)).rejects.toMatchObject(refused)
  })

  it('is deleted with its owner, in reverse order of references, and before the owner', async () => {
    const { dependency, holder } = await serviceWithWorkload()
    await test.store.delete([{ id: dependency.id }], write)
    const going = await holderOf(dependency.id)
    const { leaving } = await test.store.applyOwned(going, [], write)
    expect(leaving.map(({ kind, deletionRequestedAt }) => [kind, deletionRequestedAt !== null])).toEqual([
      ['SupportServiceInstance', true],
    ])
    const confirm = { ...going, leaveBehind: false }
    await expect(test.store.confirmDeletion(confirm, write)).rejects.toMatchObject({ code: 'BLOCKED' })

    const service = await holderOf(holder.id)
    await test.store.applyOwned(service, [], write)
    expect(await find('workload', 'WorkloadDefinition')).toMatchObject({
      deletionRequestedAt: expect.any(Date),
    })
    const instance = await find('workload', 'WorkloadInstance')
    const before = await find()
    await test.store.confirmDeletion({ ...(await holderOf(instance?.id ?? 0n)), leaveBehind: false }, write)
    // The definition was deleted with the last reference to it, and the owner is triggered.
    expect(await find('workload', 'WorkloadDefinition')).toBeUndefined()
    expect((await find())?.triggers).toBeGreaterThan(before?.triggers ?? 0)
    await test.store.confirmDeletion({ ...service, leaveBehind: false }, write)
    await test.store.confirmDeletion(confirm, write)
    expect(await find('one', 'WorkloadServiceDependency')).toBeUndefined()
  })

  it('waits for a member that is still being deleted', async () => {
    const holder = await owner('one')
    await test.store.applyOwned(holder, [service()], write)
    await test.store.applyOwned(holder, [], write)
    const { awaited, objects } = await test.store.applyOwned(holder, [service()], write)
    expect(objects).toEqual([])
    expect(awaited).toMatchObject({ name: named('service'), deletionRequestedAt: expect.any(Date) })
  })

  it('keeps an object that a remaining object references, until that is deleted', async () => {
    const { holder } = await serviceWithWorkload()
    const user = { workloadInstance: named('workload'), upstreamHost: 'example.com' }
    const { id } = await test.store.create(
      { kind: 'WorkloadServiceDependency', name: named('user'), spec: user },
      write,
    )
    const { leaving } = await test.store.applyOwned(await holderOf(holder.id), [], write)
    expect(leaving.map(({ deletionRequestedAt }) => deletionRequestedAt)).toEqual([null, null])
    await test.store.delete([{ id }], write)
    await test.store.confirmDeletion({ ...(await holderOf(id)), leaveBehind: false }, write)
    const after = await test.store.applyOwned(await holderOf(holder.id), [], write)
    expect(after.leaving.every(({ deletionRequestedAt }) => deletionRequestedAt !== null)).toBe(true)
  })
})

describe('a write of another actor to an owned object', () => {
  it.each([
    ['an update', (id: bigint) => test.store.update({ id, spec: definition('other').spec }, write)],
    ['an apply', () => test.store.apply([definition(named('workload'), 'mine')], write)],
    ['labels', (id: bigint) => test.store.update({ id, labels: { mine: 'yes' } }, write)],
    ['a deletion', (id: bigint) => test.store.delete([{ id }], write)],
  ])(
    'is refused, and names the field to change, of the object that users can change: %s',
    async (_, attempt) => {
      const dependency = await owner('one')
      await test.store.applyOwned(dependency, [service({ field: 'spec.workloadInstance' })], write)
      await test.store.applyOwned(await holderOf((await find())?.id ?? 0n), workload(), write)
      const target = await find('workload', 'WorkloadDefinition')
      const refused = await attempt(target?.id ?? 0n).then(
        () => undefined,
        (error: unknown) => error,
      )
      expect(refused).toMatchObject({
        code: 'OWNED',
        message: expect.stringContaining(
          `is owned by SupportServiceInstance "${named('service')}". Change spec.workloadInstance of WorkloadServiceDependency "${named('one')}".`,
        ),
        details: { by: [{ kind: 'SupportServiceInstance', name: named('service') }] },
      })
      expect(await find('workload', 'WorkloadDefinition')).toEqual(target)
    },
  )

  it('is accepted when it changes nothing', async () => {
    await serviceWithWorkload()
    const [applied] = await test.store.apply([definition(named('workload'))], write)
    expect(applied?.result).toBe('unchanged')
  })
})

describe('a shared object', () => {
  it('has the spec of its first owner, and is deleted with its last', async () => {
    const [one, two] = [await owner('one'), await owner('two')]
    await test.store.applyOwned(one, [service({ labels: { by: 'one' } })], write)
    await test.store.applyOwned(two, [service({ labels: { by: 'two' } })], write)
    expect(await find()).toMatchObject({ labels: { by: 'one' } })
    await test.store.applyOwned(one, [], write)
    expect(await find()).toMatchObject({ deletionRequestedAt: null })
    await test.store.applyOwned(await owner('two'), [service({ labels: { by: 'two' } })], write)
    expect(await find()).toMatchObject({ labels: { by: 'two' } })
    await test.store.applyOwned(await owner('two'), [], write)
    expect(await find()).toMatchObject({ deletionRequestedAt: expect.any(Date) })
  })

  it('triggers the owner that decides next when the first one leaves, and no other', async () => {
    const owners = [await owner('one'), await owner('two'), await owner('three')]
    for (const each of owners) await test.store.applyOwned(each, [service()], write)
    const triggers = () => Promise.all(owners.map(({ id }) => triggersOf(id)))
    const [first = 0, second = 0, third = 0] = await triggers()
    await test.store.applyOwned(await owner('one'), [], write)
    expect(await triggers()).toEqual([first, second + 1, third])
    await test.store.applyOwned(await owner('three'), [], write)
    expect(await triggers()).toEqual([first, second + 1, third])
  })

  it('has the demands of each owner, and is triggered by their changes', async () => {
    const [one, two] = [await owner('one'), await owner('two')]
    await test.store.applyOwned(one, [service({ claim: 'a', parameters: { port: 1 } })], write)
    const first = await find()
    await test.store.applyOwned(two, [service({ claim: 'b', parameters: { port: 2 } })], write)
    const second = await find()
    expect(second?.generation).toBe((first?.generation ?? 0) + 1)
    expect(
      (await test.store.claimsOn(second?.id ?? 0n)).map(({ claim, parameters }) => [claim, parameters]),
    ).toEqual([
      ['a', { port: 1 }],
      ['b', { port: 2 }],
    ])
    await test.store.applyOwned(two, [service({ claim: 'b', parameters: { port: 2 } })], write)
    expect((await find())?.generation).toBe(second?.generation)
    await test.store.applyOwned(await owner('one'), [], write)
    expect((await find())?.generation).toBe((second?.generation ?? 0) + 1)
  })

  it('grants a claim to one owner at a time', async () => {
    const [one, two] = [await owner('one'), await owner('two')]
    await test.store.applyOwned(one, [service({ claim: 'a' })], write)
    const refused = await test.store.applyOwned(two, [service({ claim: 'a' })], write)
    expect(refused).toMatchObject({ objects: [], taken: { claim: 'a', owner: { name: named('one') } } })
    await test.store.applyOwned(await owner('one'), [], write)
    expect(
      (await test.store.applyOwned(await owner('two'), [service({ claim: 'a' })], write)).awaited,
    ).toBeDefined()
  })

  it('is created once for concurrent owners, and each of them owns it', async () => {
    const owners = await Promise.all(Array.from({ length: 8 }, (_, index) => owner(`at-once-${index}`)))
    await Promise.all(
      owners.map((each, index) => test.store.applyOwned(each, [service({ claim: `c${index}` })], write)),
    )
    const object = await find()
    expect(await test.store.claimsOn(object?.id ?? 0n)).toHaveLength(8)
    await Promise.all(owners.map((each) => test.store.applyOwned(each, [], write)))
    expect(await find()).toMatchObject({ deletionRequestedAt: expect.any(Date) })
  })
})

describe('a grace period', () => {
  const graced = (): OwnedDocument => service({ gracePeriod: 60_000 })
  const sweep = () =>
    deleteExpired(
      { sql: test.database.sql, reconciledKinds: ['SupportServiceInstance'] },
      { limit: 10, write },
    )

  it('keeps an object without an owner for the next one', async () => {
    await test.store.applyOwned(await owner('one'), [graced()], write)
    await test.store.applyOwned(await owner('one'), [], write)
    expect(await find()).toMatchObject({ deletionRequestedAt: null, expiresAt: expect.any(Date) })
    await test.store.applyOwned(await owner('two'), [graced()], write)
    expect(await find()).toMatchObject({ deletionRequestedAt: null, expiresAt: null })
  })

  it('does not delay its owner, and ends with a deletion', async () => {
    const holder = await owner('one')
    await test.store.applyOwned(holder, [graced()], write)
    await test.store.delete([{ id: holder.id }], write)
    const going = await holderOf(holder.id)
    expect((await test.store.applyOwned(going, [], write)).leaving).toEqual([])
    await test.store.confirmDeletion({ ...going, leaveBehind: false }, write)
    await sweep()
    expect(await find()).toMatchObject({ deletionRequestedAt: null })
    await test.database.sql.query(
      `UPDATE "Object" SET "expiresAt" = now() - interval '1 second' WHERE "expiresAt" IS NOT NULL`,
    )
    expect(await sweep()).toBe(1)
    expect(await find()).toMatchObject({ deletionRequestedAt: expect.any(Date) })
  })

  it('can be shortened by a user, who can change nothing else of the object', async () => {
    await test.store.applyOwned(await owner('one'), [graced()], write)
    await test.store.applyOwned(await owner('one'), [], write)
    const { id = 0n } = (await find()) ?? {}
    await expect(test.store.update({ id, labels: { a: 'b' } }, write)).rejects.toMatchObject({
      code: 'OWNED',
      message: expect.stringContaining('has no owner any more and will be deleted at'),
    })
    await test.store.delete([{ id }], write)
    expect(await find()).toMatchObject({ deletionRequestedAt: expect.any(Date) })
  })
})

describe('the guard', () => {
  it('requires one confirmation before an owned object with data is deleted', async () => {
    const { holder } = await serviceWithWorkload()
    const instance = await find('workload', 'WorkloadInstance')
    const runtime = await test.store.find({ kind: 'KubernetesRuntimeInstance', name: 'space' })
    const held = await holderOf(instance?.id ?? 0n)
    const set = {
      group: 'apps',
      version: 'v1',
      kind: 'StatefulSet',
      namespace: named('n'),
      name: 'db',
      order: 1,
    }
    await test.store.recordApplied(held.id, held.epoch, [
      { ...set, runtimeId: runtime?.id ?? 0n, uid: named('uid') },
    ])

    const asking = await holderOf(holder.id)
    const first = await test.store.applyOwned(asking, [], write)
    expect(first.held).toEqual([
      {
        id: named('uid'),
        text: `StatefulSet.apps ${named('n')}/db of WorkloadInstance ${named('workload')} (holds data)`,
      },
    ])
    expect(await find('workload', 'WorkloadInstance')).toMatchObject({ deletionRequestedAt: null })
    // A confirmation stores this.
    const confirmation = {
      token: 't',
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
      removals: first.held,
      confirmedBy: 'tester',
    }
    await test.database.sql.query('UPDATE "Object" SET confirmation = $2 WHERE id = $1', [
      holder.id,
      confirmation,
    ])
    const second = await test.store.applyOwned(asking, [], write)
    expect(second.held).toEqual([])
    const going = await test.store.startReconcile(held.id, held.epoch)
    expect(going).toMatchObject({ confirmed: ['*'], object: { deletionRequestedAt: expect.any(Date) } })
  })
})
