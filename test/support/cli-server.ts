import { afterAll, beforeAll } from 'vitest'
import { createFakeWorker, urlOf } from './fake-worker.ts'
import { cliOf, type CliRun } from './run-cli.ts'
import { createTestServer, type TestServer } from './server.ts'

/** A server with a runtime, for the tests of a file, and qleetctl with this server in its settings. */
export interface CliServer {
  server: TestServer
  worker: ReturnType<typeof createFakeWorker>
  cli: ReturnType<typeof cliOf>
  /** Runs `qleetctl apply` on a text. */
  apply: (text: string, ...more: string[]) => Promise<CliRun>
}

/** Starts the server before the tests of a file and stops it after them. Its fields are set once the tests run. */
export function useCliServer(): CliServer {
  const cli = cliOf(() => ({ url: urlOf(used.server), token: used.server.adminToken }))
  const used = {
    cli,
    apply: (text: string, ...more: string[]) => cli(['apply', '-f', '-', ...more], { stdin: text }),
  } as CliServer
  beforeAll(async () => {
    used.server = await createTestServer()
    used.worker = createFakeWorker(used.server)
    await used.apply('KubernetesRuntime: {Name: space, InfraProvider: simulated, DefaultRuntime: true}')
  })
  afterAll(() => used.server.stop())
  return used
}

/** Returns a project with the label `made=here` as a canonical document. */
export function projectDocument(name: string, description?: string): string {
  const spec = description === undefined ? '' : `spec: {description: ${description}}\n`
  return `apiVersion: qleet.io/v1\nkind: Project\nmetadata: {name: ${name}, labels: {made: here}}\n${spec}---\n`
}
