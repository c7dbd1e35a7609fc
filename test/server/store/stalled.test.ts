import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ObjectStatus } from '../../../schema/status.ts'
import { createTestServer, type TestServer } from '../../support/server.ts'
import { restartNamed, defaultRuntime, definition, reportOf, statusWith, write } from '../../support/store.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
  await server.store.apply(defaultRuntime, write)
})
afterAll(() => server.stop())

let name = ''
let made = 0
beforeEach(async () => {
  name = `app-${(made += 1)}`
  await server.store.apply([definition(name), instance()], write)
})

const kind = 'WorkloadInstance'
const instance = (spec: object = {}) => ({
  kind,
  name,
  spec: { definition: name, runtime: 'space', ...spec },
})

/** Returns a stalled status, for some generation. */
function stalledStatus(): ObjectStatus {
  const { conditions, ...status } = statusWith(false)
  const why = { reason: 'InvalidImageName', message: 'm', observedGeneration: 1 }
  const lastTransitionTime = '2026-01-01T00:00:00.000Z'
  return {
    ...status,
    phase: 'Failed',
    conditions: [...conditions, { type: 'Stalled', status: 'True', ...why, lastTransitionTime }],
    retryable: false,
  }
}

async function stall(meanwhile: () => Promise<unknown> = async () => undefined): Promise<void> {
  const startedAt = await restartNamed(server.store, kind, name)
  await meanwhile()
  await server.store.report(reportOf(startedAt, { status: stalledStatus() }))
}

/** The state of an object in the API. */
async function shown(): Promise<{ stalled: boolean; retryable: boolean; conditions: string[] }> {
  const text = `{ result: object(by: { named: { kind: ${kind}, name: "${name}" } }) { status { stalled retryable conditions { type } } } }`
  const { body } = await server.graphql(text, {})
  const { status } = (body.data as unknown as { result: { status: Shown } }).result
  return { ...status, conditions: status.conditions.map(({ type }) => type) }
}
interface Shown {
  stalled: boolean
  retryable: boolean
  conditions: { type: string }[]
}

const isStalled = { stalled: true, conditions: ['READY', 'STALLED'] }
const isNotStalled = { stalled: false, conditions: ['READY'] }

describe('a stalled object', () => {
  it('reports it, and whether a retry can help', async () => {
    expect(await shown()).toMatchObject({ stalled: false, retryable: true })
    await stall()
    expect(await shown()).toEqual({ ...isStalled, retryable: false })
    const startedAt = await restartNamed(server.store, kind, name)
    await server.store.report(reportOf(startedAt, { status: statusWith(true) }))
    expect(await shown()).toEqual({ ...isNotStalled, retryable: true })
  })

  it.each<[string, () => Promise<unknown>]>([
    ['an edit', () => server.store.apply([instance({ drift: 'report' })], write)],
    ['an edit of a referenced object', () => server.store.apply([definition(name, 'b')], write)],
    ['a request for a reconcile', () => server.store.trigger({ kind, name }, write)],
  ])('is not stalled from %s until that is reconciled', async (_, help) => {
    await stall()
    await help()
    expect(await shown()).toMatchObject(isNotStalled)
    await stall()
    expect(await shown()).toMatchObject(isStalled)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['an edit', () => server.store.apply([instance({ drift: 'report' })], write)],
    ['a request for a reconcile', () => server.store.trigger({ kind, name }, write)],
  ])('is not stalled by a reconcile that started before %s', async (_, help) => {
    await stall(help)
    expect(await shown()).toMatchObject(isNotStalled)
  })

  it('remains stalled while its cluster reports changes', async () => {
    await stall()
    const object = await server.store.find({ kind, name })
    const seen = { ownerId: object?.id ?? 0n, uid: 'u', resourceVersion: '1' }
    await server.store.triggerOwners([seen], write)
    expect(await shown()).toMatchObject(isStalled)
  })

  it('is not stalled once its deletion is requested', async () => {
    await stall()
    await server.store.delete([{ kind, name }], write)
    expect(await shown()).toMatchObject({ stalled: false })
  })

  it('triggers the objects that wait for it, in the transaction of the report', async () => {
    const waiting = { kind, name: `${name}-waiting`, spec: { definition: name, runtime: 'space' } }
    await server.store.apply([waiting], write)
    const awaited = await server.store.find({ kind, name })
    const startedAt = await restartNamed(server.store, kind, waiting.name)
    const waitingFor = { id: awaited?.id ?? 0n, version: awaited?.version ?? 0 }
    await server.store.report(reportOf(startedAt, { status: statusWith(false), waitingFor }))
    const triggersOf = async () => (await server.store.find(waiting))?.triggers ?? 0
    const failing = { ...stalledStatus(), conditions: statusWith(false).conditions }
    const failed = await restartNamed(server.store, kind, name)
    await server.store.report(reportOf(failed, { status: failing }))
    const before = await triggersOf()
    await stall()
    expect(await triggersOf()).toBe(before + 1)
  })
})

describe('the state of a reconciler', () => {
  it('is passed to the next reconcile, and remains if a report omits it', async () => {
    const report = async (extra: object): Promise<unknown> => {
      await server.store.report(reportOf(await restartNamed(server.store, kind, name), extra))
      return (await restartNamed(server.store, kind, name)).reconcilerState
    }
    expect(await report({ state: { threadLost: true } })).toEqual({ threadLost: true })
    expect(await report({})).toEqual({ threadLost: true })
    // The status is unchanged, but the state is written.
    expect(await report({ state: {} })).toEqual({})
  })
})
