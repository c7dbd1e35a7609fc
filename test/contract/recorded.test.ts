import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../support/server.ts'
import { definition } from '../support/store.ts'
import { brokenCodes, brokenMessages, brokenOperations, brokenReaders, brokenSchema } from './breaches.ts'
import { held } from './held.ts'
import { recordings, type Recording } from './recording.ts'

const recorded = await recordings()

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.stop())

describe.each(recorded)('a message of release $release', (recording) => {
  it('is still supported', () => {
    expect(brokenOperations(recording, held)).toEqual([])
    expect(brokenSchema(recording, held)).toEqual([])
  })

  it('is parsed by current workers, servers and clients', () => {
    expect(brokenReaders(recording, held)).toEqual([])
  })

  it('is sufficient for its workers if current servers send it', () => {
    expect(brokenMessages(recording, held)).toEqual([])
  })

  it('has the same error and exit codes', () => {
    expect(brokenCodes(recording, held)).toEqual([])
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
    await say(recording, 'ApplyDocument', { documents: [...runtime, ...workload] })
    const target = { kind: 'WorkloadInstance', name }
    const asked = await say<{ id: string; ready: boolean }>(recording, 'GetObjectDocument', target)
    expect(asked.ready).toBe(false)
    const { id } = asked
    const started = await say<StartedReconcile>(
      recording,
      'StartReconcileDocument',
      { id },
      server.workerToken,
    )
    const status = recording.statuses.find(({ phase }) => phase === 'Ready')
    const { triggers, epoch, object } = started
    const observedGeneration = object.generation
    const report = { triggers, observedGeneration, status, failures: 0, events: [] }
    await say(recording, 'ReportReconcileDocument', { id, epoch, report }, server.workerToken)
    expect(await say(recording, 'GetObjectDocument', target)).toMatchObject({ ready: true, status })
    await say(recording, 'DeleteObjectsDocument', { targets: [target] })
    const last = await say<StartedReconcile>(recording, 'StartReconcileDocument', { id }, server.workerToken)
    await say(recording, 'ConfirmDeletionDocument', { id, epoch: last.epoch }, server.workerToken)
    expect(await say(recording, 'GetObjectDocument', target)).toBeNull()
  })
})

interface StartedReconcile {
  triggers: number
  epoch: number
  object: { generation: number }
}

async function say<Result>(
  { operations }: Recording,
  name: string,
  variables: object,
  token = server.adminToken,
): Promise<Result> {
  const { body } = await server.graphql(operations[name] ?? `no operation ${name}`, variables, token)
  expect(body.errors, name).toBeUndefined()
  return (body.data as unknown as { result: Result }).result
}

it('is recorded for the current release', () => {
  expect(recorded.length).toBeGreaterThan(0)
})
