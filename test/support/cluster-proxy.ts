import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Agent, request } from 'undici'
import type { ClusterAccess } from '../../schema/clusters/kubeconfig/access.ts'

/** Stands before a cluster, speaks plain HTTP, and lets in whoever comes. */
export interface ClusterProxy {
  url: string
  port: number
  close(): Promise<void>
}

/** A request on its way to the cluster. */
export interface PassingRequest {
  method: string
  /** With the query. */
  path: string
  body: Buffer | undefined
}

/** `onRequest` sees each request before it is passed on, and what it returns is called with the status of the response. */
export async function proxyTo(
  access: ClusterAccess,
  onRequest: (passing: PassingRequest) => void | ((status: number) => void),
): Promise<ClusterProxy> {
  const agent = new Agent({
    connections: 64,
    bodyTimeout: 0,
    connect: {
      ...(access.ca === undefined ? {} : { ca: access.ca }),
      ...(access.certificate === undefined ? {} : { cert: access.certificate }),
      ...(access.key === undefined ? {} : { key: access.key }),
    },
  })
  const forward = async (asked: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const { url: path = '/', method = 'GET' } = asked
    const body = method === 'GET' ? undefined : await buffer(asked)
    const onAnswer = onRequest({ method, path, body })
    const {
      host: _,
      connection: __,
      authorization: ___,
      'transfer-encoding': ____,
      ...headers
    } = asked.headers
    const answered = await request(`${access.server}${path}`, {
      dispatcher: agent,
      method: method as 'GET',
      headers: {
        ...headers,
        ...(access.token === undefined ? {} : { authorization: `Bearer ${access.token}` }),
      },
      ...(body === undefined || body.length === 0 ? {} : { body }),
    })
    onAnswer?.(answered.statusCode)
    answer.writeHead(answered.statusCode, answered.headers as Record<string, string>)
    await pipeline(answered.body, answer)
  }
  const server = createServer((asked, answer) => {
    forward(asked, answer).catch(() => answer.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await agent.destroy()
    },
  }
}

/** A kubeconfig for a cluster that lets in whoever comes to this address. */
export function kubeconfigFor(server: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'proxy', cluster: { server } }],
    users: [{ name: 'proxy', user: { token: 'given-by-the-proxy' } }],
    contexts: [{ name: 'proxy', context: { cluster: 'proxy', user: 'proxy' } }],
    'current-context': 'proxy',
  })
}
