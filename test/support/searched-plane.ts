import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNats } from '../../embedded/nats.ts'
import { startControlPlane, type TestControlPlane } from './control-plane.ts'
import { clusterOf, type TestCluster } from './kubernetes.ts'
import { defaultRuntime } from './store.ts'

/* A control plane with a runtime, of which everything is kept that it writes or responds. */

export interface SearchedPlane {
  plane: TestControlPlane
  cluster: TestCluster
  /** The folder of the broker. */
  folder: string
  /** All responses of the control plane; tests add what they read in other ways. */
  responses: string[]
  /** All exported traces. */
  traces: string[]
  /** Sends a request of GraphQL, REST or any other route. */
  send(
    path: string,
    body?: object,
    options?: { method?: string; headers?: object },
  ): Promise<{ status: number; text: string }>
  graphql(query: string, variables?: object): Promise<{ status: number; text: string }>
  stop(): Promise<void>
}

export async function startSearchedPlane(): Promise<SearchedPlane> {
  const responses: string[] = []
  const traces: string[] = []
  const folder = await mkdtemp(join(tmpdir(), 'qleet-secrets-'))
  const nats = await startNats({ dataDir: folder })
  const collector = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => traces.push(chunk.toString('latin1')))
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const plane = await startControlPlane({
    ownProcesses: true,
    nats,
    env: { QLEET_LOG_LEVEL: 'debug', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
  })
  await plane.client.apply(defaultRuntime)
  await plane.ready('KubernetesRuntimeInstance', 'space')
  const cluster = await clusterOf(plane, 'space')
  const send: SearchedPlane['send'] = async (path, body, options = {}) => {
    const answer = await fetch(`${plane.url}${path}`, {
      method: options.method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        authorization: `Bearer ${plane.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    responses.push(text)
    return { status: answer.status, text }
  }
  return {
    plane,
    cluster,
    folder,
    responses,
    traces,
    send,
    graphql: (query, variables = {}) => send('/graphql', { query, variables }),
    async stop() {
      await cluster.close()
      await plane.stop()
      await nats.stop()
      collector.closeAllConnections()
      await new Promise((resolve) => collector.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
