import { afterAll, beforeAll, expect, it } from 'vitest'
import { urlOf } from '../support/fake-worker.ts'
import { cliOf } from '../support/run-cli.ts'
import { createTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
  for (const name of ['space', 'moon'])
    await cli(['apply', '-f', '-'], { stdin: `KubernetesRuntime: {Name: ${name}, InfraProvider: simulated}` })
})
afterAll(() => server.stop())

const cli = cliOf(() => ({ url: urlOf(server), token: server.adminToken }))

// Only a worker can inspect a cluster, and there is none.
it('reports each cluster that cannot be inspected once, with the reason', async () => {
  const all = await cli(['orphans'])
  expect(all.exit).toBe(6)
  expect(all.stderr).toMatch(/^Error: Cannot list the resources of runtimes:\n {2}space: .+\n {2}moon: .+\n$/)
  const one = await cli(['orphans', 'moon'])
  expect(one.stderr).toMatch(/^Error: Cannot list the resources of runtime moon: .+\n$/)
})
