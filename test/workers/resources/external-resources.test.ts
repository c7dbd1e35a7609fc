import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ConfirmDeletionDocument, FindExternalOrphansDocument } from '../../../workers/generated/documents.ts'
import { externalInventory, type ExternalResource } from '../../../workers/engine/external-inventory.ts'
import { startReconcile, type StartedReconcile } from '../../../workers/engine/start-reconcile.ts'
import {
  ensureExternal,
  externalTags,
  removeExternal,
  type ExternalContext,
} from '../../../workers/resources/external-resources.ts'
import { startFakeProvider, type FakeProvider } from '../../support/fake-provider.ts'
import { createFakeWorker } from '../../support/fake-worker.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'
import { defaultRuntime, definition, write } from '../../support/store.ts'

let server: TestServer
let fake: ReturnType<typeof createFakeWorker>
let provider: FakeProvider
let made = 0
beforeAll(async () => {
  server = await createTestServer()
  fake = createFakeWorker(server)
  await server.store.apply([...defaultRuntime, definition('web')], write)
})
afterAll(() => server?.stop())
beforeEach(async () => {
  provider = await startFakeProvider()
  return () => provider.stop()
})

const place = { provider: 'fake', account: '1', region: 'here', type: 'Database' }

function database(name: string): ExternalResource {
  return { ...place, name, order: 0, tags: { team: 'a' } }
}

/** Creates an object for one test. */
async function createObject(): Promise<{ id: string; name: string }> {
  const name = `app-${(made += 1)}`
  const spec = { definition: 'web', runtime: 'space' }
  const { id } = await server.store.create({ kind: 'WorkloadInstance', name, spec }, write)
  return { id: String(id), name }
}

/** Starts the next reconcile of an object, after that of `epoch` if its worker has crashed. */
async function start(id: string, epoch?: number): Promise<StartedReconcile> {
  const started = await startReconcile(fake.worker, id, epoch)
  if (started === null) throw new Error(`object ${id} does not exist`)
  return started
}

/** @param state The state that the object keeps between its reconciles. */
function contextOf(
  { object, epoch, external, owner, now }: StartedReconcile,
  state: ExternalContext['state'] = {},
): ExternalContext {
  const { signal } = new AbortController()
  const recordEvent = () => undefined
  return {
    object,
    epoch,
    external,
    owner,
    client: fake.worker,
    signal,
    assertHeld: () => undefined,
    recordEvent,
    now,
    state,
    updateState: (changes) => void Object.assign(state, changes),
  }
}

const ensure = (started: StartedReconcile, resource: ExternalResource) =>
  ensureExternal(contextOf(started), resource, provider.calls)
const remove = (started: StartedReconcile) => removeExternal(contextOf(started), place, provider.calls)

const namesOf = () => [...provider.resources.values()].map(({ name }) => name)

/** Makes the entries of an object older than any request takes. */
const age = (id: string) =>
  server.database.sql.query(
    `UPDATE "ExternalResource" SET "intendedAt" = "intendedAt" - interval '1 hour',
      "requestedAt" = "requestedAt" - interval '1 hour' WHERE "objectId" = $1`,
    [id],
  )

/** Requests a resource that the provider has not created yet. Returns how to let the provider go on. */
async function request(started: StartedReconcile, resource: ExternalResource): Promise<() => Promise<void>> {
  const goOn = provider.hold()
  const requested = Promise.withResolvers<void>()
  const calls = {
    ...provider.calls,
    create: async (...call: Parameters<FakeProvider['calls']['create']>) => {
      requested.resolve()
      return provider.calls.create(...call)
    },
  }
  const result = ensureExternal(contextOf(started), resource, calls).catch((error: unknown) => error)
  await requested.promise
  return async () => {
    goOn()
    // The next reconcile has started when the response arrives.
    expect(await result).toMatchObject({ code: 'STALE_EPOCH' })
  }
}

describe('an external resource', () => {
  it('is in the inventory before it is created, and with its id afterwards', async () => {
    const { id, name } = await createObject()
    const started = await start(id)
    const intended: unknown[] = []
    const calls = {
      ...provider.calls,
      create: async (...call: Parameters<FakeProvider['calls']['create']>) => {
        intended.push(...(await server.store.externalInventory(BigInt(id))))
        return provider.calls.create(...call)
      },
    }
    const { externalId } = await ensureExternal(contextOf(started), database(name), calls)
    expect(intended).toMatchObject([{ ...place, name, externalId: null, createdAt: null }])
    const { external, owner } = await start(id, started.epoch)
    expect(external).toMatchObject([{ ...place, name, externalId, tags: { team: 'a' } }])
    expect(external[0]?.createdAt).not.toBeNull()
    expect(provider.resources.get(externalId)?.tags).toMatchObject({
      team: 'a',
      [externalTags.objectId]: owner.id,
      [externalTags.controlPlane]: owner.controlPlane,
    })
  })

  it('is created once if the worker crashes before the call', async () => {
    const { id, name } = await createObject()
    const first = await start(id)
    await externalInventory(contextOf(first)).intend(database(name))
    const { externalId } = await ensure(await start(id, first.epoch), database(name))
    expect([...provider.resources.keys()]).toEqual([externalId])
  })

  it.each(['request', 'response'] as const)('is created once if the %s is lost', async (loss) => {
    const { id, name } = await createObject()
    const first = await start(id)
    provider.lose('POST', loss)
    await expect(ensure(first, database(name))).rejects.toThrow('fetch failed')
    const { externalId } = await ensure(await start(id, first.epoch), database(name))
    expect([...provider.resources.keys()]).toEqual([externalId])
    expect(await server.store.externalInventory(BigInt(id))).toMatchObject([{ name, externalId }])
  })

  it('is created once if the call succeeded but was never reported', async () => {
    const { id, name } = await createObject()
    const first = await start(id)
    const entry = await externalInventory(contextOf(first)).intend(database(name))
    await provider.calls.create(entry, { token: 'of the first', signal: new AbortController().signal })
    const { externalId } = await ensure(await start(id, first.epoch), database(name))
    expect([...provider.resources.keys()]).toEqual([externalId])
  })

  it('is created once by two concurrent reconciles, and the older one may not report', async () => {
    const { id, name } = await createObject()
    const first = await start(id)
    const goOn = provider.hold()
    const slow = ensure(first, database(name)).catch((error: unknown) => error)
    await expect.poll(() => server.store.externalInventory(BigInt(id))).toHaveLength(1)
    const fast = ensure(await start(id, first.epoch), database(name))
    setTimeout(goOn, 100)
    const { externalId } = await fast
    expect(await slow).toMatchObject({ code: 'STALE_EPOCH' })
    expect([...provider.resources.keys()]).toEqual([externalId])
    expect(await server.store.externalInventory(BigInt(id))).toMatchObject([{ name, externalId }])
  })

  it.each(['for the first time', 'again, an hour later', 'again, after it went away'])(
    'that is requested %s is not forgotten before it appears',
    async (when) => {
      const { id, name } = await createObject()
      const before = await start(id)
      if (when === 'again, an hour later') await externalInventory(contextOf(before)).intend(database(name))
      if (when === 'again, after it went away') await ensure(before, database(name))
      provider.resources.clear()
      await age(id)
      const creating = await start(id, before.epoch)
      const goOn = await request(creating, database(name))
      const removing = await start(id, creating.epoch)
      await expect(remove(removing)).rejects.toThrow(`Database ${name} may still be created`)
      await goOn()
      expect(namesOf()).toEqual([name])
      await remove(removing)
      await expect.poll(() => provider.resources.size).toBe(0)
    },
  )

  describe('of a provider without tokens', () => {
    /** A provider that lists nothing new until a minute has passed. */
    const late = (isRefusal = false) => ({
      ...provider.calls,
      find: async () => undefined,
      isRefusal: () => isRefusal,
    })

    it('is not created a second time while the first one may still be listed', async () => {
      const { id, name } = await createObject()
      const first = await start(id)
      provider.lose('POST', 'response')
      await expect(ensureExternal(contextOf(first), database(name), late())).rejects.toThrow('fetch failed')
      const second = await start(id, first.epoch)
      await expect(ensureExternal(contextOf(second), database(name), late())).rejects.toThrow(
        `Its Database ${name} may still be created, because that was requested less than a minute ago. ` +
          'It is created again if it does not appear.',
      )
      const { externalId } = await ensure(await start(id, second.epoch), database(name))
      expect([...provider.resources.keys()]).toEqual([externalId])
    })

    it('is created after a minute if the first request was lost', async () => {
      const { id, name } = await createObject()
      const first = await start(id)
      provider.lose('POST', 'request')
      await expect(ensureExternal(contextOf(first), database(name), late())).rejects.toThrow('fetch failed')
      await age(id)
      const second = contextOf(await start(id, first.epoch))
      const { externalId } = await ensureExternal(second, database(name), late())
      expect([...provider.resources.keys()]).toEqual([externalId])
    })

    it('is created at once if the first request was refused', async () => {
      const { id, name } = await createObject()
      const state: Record<string, string> = {}
      const first = await start(id)
      const refusing = { ...late(true), create: () => Promise.reject(new Error('quota exceeded')) }
      const refused = ensureExternal(contextOf(first, state), database(name), refusing)
      await expect(refused).rejects.toThrow('quota exceeded')
      const second = await start(id, first.epoch)
      // Another refusal, of the request of an existing entry, is remembered as well.
      const again = ensureExternal(contextOf(second, state), database(name), refusing)
      await expect(again).rejects.toThrow('quota exceeded')
      const third = contextOf(await start(id, second.epoch), state)
      const { externalId } = await ensureExternal(third, database(name), late())
      expect([...provider.resources.keys()]).toEqual([externalId])
      expect(Object.values(state)).toEqual([undefined])
    })
  })

  it('is forgotten a minute after a request that has created nothing', async () => {
    const { id, name } = await createObject()
    const first = await start(id)
    provider.lose('POST', 'request')
    await expect(ensure(first, database(name))).rejects.toThrow('fetch failed')
    const next = await start(id, first.epoch)
    await expect(remove(next)).rejects.toThrow('less than a minute ago')
    await age(id)
    expect(await remove(await start(id, next.epoch))).toEqual([])
    expect(await server.store.externalInventory(BigInt(id))).toEqual([])
  })

  it('is forgotten at once if it was there and is gone', async () => {
    const { id, name } = await createObject()
    const first = await start(id)
    await ensure(first, database(name))
    provider.resources.clear()
    expect(await remove(await start(id, first.epoch))).toEqual([])
  })

  it('is created again each time that it is gone, although the provider remembers earlier requests', async () => {
    const { id, name } = await createObject()
    const first = await start(id)
    await ensure(first, database(name))
    let { epoch } = first
    for (const expected of ['r-2', 'r-3']) {
      provider.resources.clear()
      const next = await start(id, epoch)
      const { externalId } = await ensure(next, database(name))
      expect([externalId, ...provider.resources.keys()]).toEqual([expected, expected])
      epoch = next.epoch
    }
  })

  it('belongs to one object', async () => {
    const [one, other] = [await createObject(), await createObject()]
    await ensure(await start(one.id), database(one.name))
    await expect(ensure(await start(other.id), database(one.name))).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { takenExternal: [{ name: one.name, by: { name: one.name } }] },
    })
    expect(namesOf()).toEqual([one.name])
  })

  it('keeps its object until it is deleted', async () => {
    const { id, name } = await createObject()
    await ensure(await start(id), database(name))
    await server.store.delete([{ id: BigInt(id) }], write)
    const going = await start(id, 1)
    provider.lose('DELETE', 'response')
    await expect(remove(going)).rejects.toThrow('fetch failed')
    const confirm = (epoch: number) => fake.worker.execute(ConfirmDeletionDocument, { id, epoch })
    await expect(confirm(going.epoch)).rejects.toMatchObject({
      code: 'BLOCKED',
      message: expect.stringContaining('fake/1/here'),
    })
    const again = await start(id, going.epoch)
    await expect.poll(() => provider.resources.size).toBe(0)
    expect(await remove(again)).toEqual([])
    await confirm(again.epoch)
    expect(await server.store.find({ id: BigInt(id) })).toBeUndefined()
  })

  it('is abandoned by a forced deletion, and an orphan only once no inventory lists it', async () => {
    const { id, name } = await createObject()
    const { externalId } = await ensure(await start(id), database(name))
    await server.store.delete([{ id: BigInt(id) }], { ...write, force: true })
    const { epoch } = await start(id, 1)
    await fake.worker.execute(ConfirmDeletionDocument, { id, epoch, leaveBehind: true })
    const abandoned = await fake.client.abandonedResources()
    const left = { provider: 'fake', account: '1', region: 'here', kind: 'Database', name, externalId }
    expect(abandoned).toMatchObject([{ ...left, runtime: null, runtimeName: '', objectName: name }])

    const found = [{ ...place, name, externalId }]
    const orphans = async () => (await fake.worker.execute(FindExternalOrphansDocument, { found })).result
    expect(await orphans()).toEqual([])
    await fake.client.forgetAbandonedResources(abandoned.map((each) => each.id))
    expect(await orphans()).toMatchObject(found)
  })

  it('is an orphan if it was created twice, or by an unknown object', async () => {
    const { id, name } = await createObject()
    const { externalId } = await ensure(await start(id), database(name))
    const found = [
      { ...place, name, externalId },
      { ...place, name, externalId: 'twice' },
      { ...place, name: 'lost', externalId: 'lost' },
      { ...place, region: '', name, externalId },
    ]
    const { result } = await fake.worker.execute(FindExternalOrphansDocument, { found })
    expect(result).toMatchObject(found.slice(1))
  })
})
