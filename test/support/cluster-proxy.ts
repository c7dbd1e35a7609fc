import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { Agent, request } from 'undici'
import type { ClusterAccess } from '../../schema/clusters/kubeconfig/access.ts'

/** A proxy in front of a cluster that speaks plain HTTP, unless it has a certificate, and needs no credentials. */
export interface ClusterProxy {
  url: string
  port: number
  close(): Promise<void>
}

/** A request to the cluster. */
export interface PassingRequest {
  method: string
  /** The path with the query. */
  path: string
  body: Buffer | undefined
  authorization: string | undefined
}

/**
 * Starts a proxy. Calls `onRequest` with each request before forwarding it, and the function that it returns with the
 * status of the response.
 *
 * @param identity The certificate of the proxy.
 */
export async function proxyTo(
  access: ClusterAccess,
  onRequest: (passing: PassingRequest) => void | ((status: number) => void),
  identity?: { cert: string; key: string },
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
  const forward = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url: path = '/', method = 'GET' } = incoming
    const body = method === 'GET' ? undefined : await buffer(incoming)
    const onResponse = onRequest({ method, path, body, authorization: incoming.headers.authorization })
    const {
      host: _,
      connection: __,
      authorization: ___,
      'transfer-encoding': ____,
      ...headers
    } = incoming.headers
    const upstreamResponse = await request(`${access.server}${path}`, {
      dispatcher: agent,
      method: method as 'GET',
      headers: {
        ...headers,
        ...(access.token === undefined ? {} : { authorization: `Bearer ${access.token}` }),
      },
      ...(body === undefined || body.length === 0 ? {} : { body }),
    })
    onResponse?.(upstreamResponse.statusCode)
    response.writeHead(upstreamResponse.statusCode, upstreamResponse.headers as Record<string, string>)
    await pipeline(upstreamResponse.body, response)
  }
  const listener = (incoming: IncomingMessage, response: ServerResponse): void => {
    forward(incoming, response).catch(() => response.destroy())
  }
  const server = identity === undefined ? createServer(listener) : createSecureServer(identity, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${identity === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    port,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await agent.destroy()
    },
  }
}

/** Returns a kubeconfig for a cluster that needs no credentials at this address. */
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
