import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ReportReconcileDocument } from '../../workers/generated/documents.ts'
import { Trigger } from '../../schema/events.ts'
import { QueryRequest } from '../../schema/cluster-queries.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { definition, write } from '../support/store.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

const time = '2026-01-01T00:00:00.000Z'
const content = { reason: 'Newer', message: 'Sent by a newer release.' }
/** An unknown field. */
const more = { urgency: 'high' }

describe('a message of a newer release', () => {
  it('triggers current workers, whatever it contains besides', () => {
    const trigger = { v: 1, kind: 'WorkloadInstance', id: '1' }
    expect(Trigger.parse({ ...trigger, ...more })).toEqual(trigger)
  })

  it('queries current workers, whatever it contains besides', () => {
    const question = { about: 'tree', objectId: '1', follow: false }
    const ask = { v: 1, question, credit: 8 }
    expect(QueryRequest.parse({ ...ask, ...more, question: { ...question, depth: 2 } })).toEqual(ask)
  })

  it('is not misinterpreted if it has another version', () => {
    expect(Trigger.safeParse({ v: 2, kind: 'WorkloadInstance', id: '1' }).success).toBe(false)
  })

  it('is accepted from workers by current servers, whatever they report besides', async () => {
    const { id, generation, epoch, triggers } = await started('newer')
    const condition = { type: 'Ready', status: 'False', observedGeneration: 1, lastTransitionTime: time }
    const report = {
      ...more,
      triggers,
      observedGeneration: generation,
      failures: 1,
      status: {
        ...more,
        phase: 'Failed',
        conditions: [{ ...condition, ...content, ...more }],
        cause: { kind: 'WorkloadDefinition', name: 'newer', ...content, since: time, ...more },
        outputs: {},
      },
      events: [{ type: 'Warning', reason: 'Newer', note: 'Sent by a newer release.', ...more }],
      waitingFor: { id, version: 1, ...more },
      confirm: [{ id: 'a', text: 'ConfigMap a', ...more }],
    }
    const variables = { id, epoch, report }
    const { body } = await server.workers(String(ReportReconcileDocument), variables)
    expect(body.errors).toBeUndefined()
    const stored = await server.store.find({ id: BigInt(id) })
    expect(stored).toMatchObject({ status: { phase: 'Failed', cause: content } })
    expect(JSON.stringify([stored?.status, stored?.confirmation])).not.toContain('urgency')
  })
})

async function started(name: string) {
  const { id } = await server.store.create(definition(name), write)
  const reconcile = await server.store.startReconcile(id)
  if (reconcile === undefined) throw new Error(`${name} does not exist`)
  const { generation, epoch, triggers } = reconcile.object
  return { id: String(id), generation, epoch, triggers }
}
