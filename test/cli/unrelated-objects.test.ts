import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFakeWorker, urlOf } from '../support/fake-worker.ts'
import { cliOf, workloadDocument } from '../support/run-cli.ts'
import { createTestServer, type TestServer } from '../support/server.ts'
import { definition, write } from '../support/store.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
  const worker = createFakeWorker(server)
  const stdin = 'KubernetesRuntime: {Name: space, InfraProvider: simulated, DefaultRuntime: true}'
  await cli(['apply', '-f', '-'], { stdin })
  await worker.report('KubernetesRuntimeInstance', 'space', { phase: 'Ready' })
  await cli(['apply', '-f', '-'], { stdin: workloadDocument('looked-at') })
  await worker.report('WorkloadInstance', 'looked-at', { phase: 'Failed', stalled: true })
})
afterAll(() => server.stop())

const cli = cliOf(() => ({ url: urlOf(server), token: server.adminToken }))

/** The number of requests of a command, and the bytes of their responses. */
async function costOf(argv: string[]): Promise<{ requests: number; bytes: number; stdout: string }> {
  const cost = { requests: 0, bytes: 0 }
  const count = (_: IncomingMessage, response: ServerResponse): void => {
    cost.requests += 1
    response.once('finish', () => (cost.bytes += Number(response.getHeader('content-length') ?? 0)))
  }
  server.app.server.on('request', count)
  const { stdout } = await cli(argv)
  server.app.server.off('request', count)
  return { ...cost, stdout }
}

const instances = (names: readonly string[]) =>
  names.flatMap((name) => [
    definition(name),
    { kind: 'WorkloadInstance', name, spec: { definition: name, runtime: 'space' } },
  ])

describe('among many unrelated objects', () => {
  it.each([
    ['describe', ['describe', 'workload-definition/looked-at'], 'workload-instance/looked-at (Failed)'],
    ['get --stuck', ['get', '--stuck'], 'workload-instance/looked-at'],
  ])('%s sends the same requests, and receives as much', async (title, argv, text) => {
    const alone = await costOf(argv)
    const names = Array.from({ length: 60 }, (_, index) => `${title.replaceAll(/\W/g, '')}-${index}`)
    await server.store.apply(instances(names), write)
    await server.database.sql.query(
      `UPDATE "Object" SET ready = true, "observedGeneration" = generation, status = jsonb_set(status, '{phase}', '"Ready"')
       WHERE name = ANY($1)`,
      [names],
    )
    const among = await costOf(argv)
    expect(among.stdout).toContain(text)
    expect(among.requests).toBe(alone.requests)
    expect(among.bytes).toBeGreaterThan(0)
    // Ages and numbers have some more digits.
    expect(among.bytes).toBeLessThan(alone.bytes + 200)
  })
})
