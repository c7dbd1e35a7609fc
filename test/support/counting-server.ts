import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A forwarded request, with the operation and the object that it concerns. */
export interface PassedRequest {
  operation: string
  /** The variable `id`; empty if the operation has none. */
  id: string
  /** The size of the response in bytes. */
  bytes: number
}

/** A proxy in front of a server that counts requests. */
export interface CountingServer {
  url: string
  requests: PassedRequest[]
  stop(): Promise<void>
}

/** Starts a proxy that forwards all requests to the server at `target`. */
export async function countRequests(target: string): Promise<CountingServer> {
  const requests: PassedRequest[] = []
  const http = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks)
      const { authorization = '', accept = '*/*' } = request.headers
      const headers = { authorization, accept, 'content-type': 'application/json' }
      const passed = await fetch(new URL(request.url ?? '/', target), {
        method: request.method ?? 'GET',
        headers,
        ...(body.length === 0 ? {} : { body }),
      })
      const text = Buffer.from(await passed.arrayBuffer())
      const { query = '', variables = {} } = JSON.parse(body.toString() || '{}') as {
        query?: string
        variables?: { id?: string }
      }
      const [, operation = ''] = /(?:query|mutation|subscription) (\w+)/.exec(query) ?? []
      requests.push({ operation, id: variables.id ?? '', bytes: text.length })
      response
        .writeHead(passed.status, { 'content-type': passed.headers.get('content-type') ?? '' })
        .end(text)
    })().catch(() => response.destroy())
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    requests,
    stop: async () => {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}
