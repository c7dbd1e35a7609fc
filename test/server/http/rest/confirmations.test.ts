import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFakeWorker } from '../../../support/fake-worker.ts'
import { createTestServer, type TestServer } from '../../../support/server.ts'
import { defaultRuntime, definition, instance, write } from '../../../support/store.ts'

let server: TestServer
let url: string
beforeAll(async () => {
  server = await createTestServer()
  await server.store.apply(
    [...defaultRuntime, definition('web'), instance('web', { definition: 'web' })],
    write,
  )
  const [found] = (await server.rest('GET', '/v0/workload-instances')).body.Data ?? []
  url = `/v0/workload-instances/${String(found?.['ID'])}`
  await createFakeWorker(server).report('WorkloadInstance', 'web', {
    phase: 'Blocked',
    cause: { reason: 'AwaitingConfirmation', message: 'the removal of PersistentVolumeClaim data waits' },
    confirm: [{ id: 'uid-1', text: 'PersistentVolumeClaim data contains data' }],
  })
})
afterAll(() => server?.stop())

interface Pending {
  Token: string
  Path: string
}

async function read(): Promise<{ Confirmation?: Pending; [field: string]: unknown }> {
  return (await server.rest('GET', url)).body.Data?.[0] ?? {}
}

describe('an object that waits for a confirmation', () => {
  it('shows its token, and is confirmed with it once', async () => {
    const { Confirmation: pending, ...object } = await read()
    expect(object).toMatchObject({
      Status: 'Unhealthy',
      StatusReason: 'the removal of PersistentVolumeClaim data waits',
    })
    expect(pending).toEqual({
      Token: expect.any(String),
      ExpiresAt: expect.any(String),
      Removals: [{ ID: 'uid-1', Text: 'PersistentVolumeClaim data contains data' }],
      Path: `${url}/confirmations`,
    })
    const { Token, Path } = pending ?? { Token: '', Path: '' }
    const wrong = await server.rest('POST', Path, { Token: 'another' })
    expect(wrong.status).toBe(409)
    const confirmed = await server.rest('POST', `${Path}?reason=agreed`, { Token })
    expect([confirmed.status, confirmed.body.Type]).toEqual([200, 'WorkloadInstance'])
    expect(await read()).not.toHaveProperty('Confirmation')
    expect((await server.rest('POST', Path, { Token })).status).toBe(409)
  })

  it.each([
    [{}, 'Token', 'REQUIRED'],
    [{ Token: 7 }, 'Token', 'INVALID_TYPE'],
    [{ Token: 'x', Force: true }, 'Force', 'UNKNOWN_FIELD'],
  ])('refuses %j', async (body, path, code) => {
    const response = await server.rest('POST', `${url}/confirmations`, body)
    expect(response.body.Status).toMatchObject({ code: 400, fields: [{ path, code }] })
  })
})

describe('events', () => {
  it('of an object are in the legacy list too', async () => {
    const own = await server.rest('GET', `${url}/events`)
    const id = url.split('/').at(-1)
    const legacy = await server.rest('GET', `/v0/workload-events?workloadinstanceid=${id}`)
    const idsOf = ({ body }: typeof own) => body.Data?.map(({ ID }) => ID).sort()
    expect(idsOf(own)).toEqual(idsOf(legacy))
    expect((await server.rest('GET', '/v0/workload_events?workloadinstanceid=999999')).body.Data).toEqual([])
  })

  it('are filtered and paged', async () => {
    const { id } =
      (
        await server.store.list({
          kind: 'WorkloadInstance',
          orderBy: [{ field: 'id', direction: 'asc' }],
          limit: 1,
        })
      ).objects[0] ?? {}
    for (const [type, reason] of [
      ['Normal', 'Applied'],
      ['Warning', 'Failed'],
      ['Normal', 'Ready'],
    ] as const)
      await server.store.recordEvent(id ?? 0n, { type, reason, note: `${reason}.` })
    const warnings = await server.rest('GET', `${url}/events?type=Warning&reason=Failed`)
    expect(warnings.body.Data).toMatchObject([
      { Type: 'Warning', Reason: 'Failed', Note: 'Failed.', Count: 1 },
    ])
    const page = await server.rest('GET', `${url}/events?size=1&page=2`)
    expect(page.body.Data).toHaveLength(1)
    expect(page.body.Meta.TotalCount).toBeGreaterThanOrEqual(3)
  })
})
