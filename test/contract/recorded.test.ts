import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../support/server.ts'
import { definition } from '../support/store.ts'
import { brokenCodes, brokenMessages, brokenOperations, brokenReaders, brokenSchema } from './breaches.ts'
import { current } from './current.ts'
import { operationNamed, recordings, type Recording } from './recording.ts'

const recorded = await recordings()

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

describe.each(recorded)('a message of release $release', (recording) => {
  it('is still supported', () => {
    expect(brokenOperations(recording, current)).toEqual([])
    expect(brokenSchema(recording, current)).toEqual([])
  })

  it('is parsed by current workers, servers and clients', () => {
    expect(brokenReaders(recording, current)).toEqual([])
  })

  it('is sufficient for its workers if current servers send it', () => {
    expect(brokenMessages(recording, current)).toEqual([])
  })

  it('has the same error and exit codes', () => {
    expect(brokenCodes(recording, current)).toEqual([])
  })

  it('deploys, reconciles and deletes with the current server', async () => {
    const name = `recorded-${recorded.indexOf(recording)}`
    const { kind, spec } = definition(name)
    const runtime = [
      { kind: 'KubernetesRuntimeDefinition', name, spec: { provider: 'simulated' } },
      { kind: 'KubernetesRuntimeInstance', name, spec: { definition: name } },
    ]
    const workload = [
      { kind, name, spec },
      { kind: 'WorkloadInstance', name, spec: { definition: name, runtime: name } },
    ]
    await send(recording, 'ApplyDocument', { input: { documents: [...runtime, ...workload] } })
    const target = { named: { kind: 'WorkloadInstance', name } }
    const read = { by: target }
    const asked = await send<{ id: string; ready: boolean }>(recording, 'GetObjectDocument', read)
    expect(asked.ready).toBe(false)
    const { id } = asked
    const started = await send<StartedReconcile>(recording, 'StartReconcileDocument', { id })
    const status = recording.statuses.find(({ phase }) => phase === 'Ready')
    const { triggers, epoch, object } = started
    const observedGeneration = object.generation
    const report = { triggers, observedGeneration, status, failures: 0, events: [] }
    await send(recording, 'ReportReconcileDocument', { id, epoch, report })
    expect(await send(recording, 'GetObjectDocument', read)).toMatchObject({
      ready: true,
      manifest: { status },
    })
    await send(recording, 'DeleteObjectsDocument', { input: { objects: [{ target }] } })
    const last = await send<StartedReconcile>(recording, 'StartReconcileDocument', { id })
    await send(recording, 'ConfirmDeletionDocument', { id, epoch: last.epoch })
    expect(await send(recording, 'GetObjectDocument', read)).toBeNull()
  })
})

interface StartedReconcile {
  triggers: number
  epoch: number
  object: { generation: number }
}

async function send<Result>({ operations }: Recording, name: string, variables: object): Promise<Result> {
  const { api, text } = operationNamed(operations, name) ?? { api: 'clients', text: `no operation ${name}` }
  const { body } = await (api === 'workers' ? server.workers : server.graphql)(text, variables)
  expect(body.errors, name).toBeUndefined()
  return (body.data as unknown as { result: Result }).result
}

it('is recorded for the current release', () => {
  expect(recorded.length).toBeGreaterThan(0)
})
