import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { Agent, request } from 'undici'
import type { ClusterAccess } from '../../workers/kube/access.ts'

/** Stands before a cluster and counts what is asked of it. */
export interface CountingProxy {
  url: string
  /** Requests since the last call, without watches. */
  take(): { reads: number; writes: number }
  close(): Promise<void>
}

export async function countRequests(access: ClusterAccess): Promise<CountingProxy> {
  const agent = new Agent({
    connections: 64,
    bodyTimeout: 0,
    connect: {
      ...(access.ca === undefined ? {} : { ca: access.ca }),
      ...(access.certificate === undefined ? {} : { cert: access.certificate }),
      ...(access.key === undefined ? {} : { key: access.key }),
    },
  })
  let [reads, writes] = [0, 0]
  const forward = async (asked: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const path = asked.url ?? '/'
    if (asked.method !== 'GET') writes += 1
    else if (!path.includes('watch=true') && path.includes('/namespaces')) reads += 1
    const { host: _, connection: __, authorization: ___, ...headers } = asked.headers
    const {
      statusCode,
      headers: own,
      body,
    } = await request(`${access.server}${path}`, {
      dispatcher: agent,
      method: (asked.method ?? 'GET') as 'GET',
      headers: {
        ...headers,
        ...(access.token === undefined ? {} : { authorization: `Bearer ${access.token}` }),
      },
      ...(asked.method === 'GET' ? {} : { body: asked }),
    })
    answer.writeHead(statusCode, own as Record<string, string>)
    await pipeline(body, answer)
  }
  const server = createServer((asked, answer) => {
    forward(asked, answer).catch(() => answer.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: () => {
      const taken = { reads, writes }
      ;[reads, writes] = [0, 0]
      return taken
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await agent.close()
    },
  }
}
