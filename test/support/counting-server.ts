import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readJoinedLine } from '../../schema/joined-operations.ts'

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

/** Returns the operations of a request, also if it joins several of them: one without a line in the response is sent again. */
function operationsIn(body: string, response: Buffer): PassedRequest[] {
  const sent = JSON.parse(body || '{}') as Sent | Sent[]
  if (!Array.isArray(sent)) return [passedRequest(sent, response.length)]
  const lines = response
    .toString()
    .split('\n')
    .filter((line) => line !== '')
  return lines.map(readJoinedLine).map((line) => {
    return passedRequest(sent[line.index] ?? {}, Buffer.byteLength(line.response))
  })
}

interface Sent {
  query?: string
  variables?: { id?: string }
}

function passedRequest({ query = '', variables = {} }: Sent, bytes: number): PassedRequest {
  const [, operation = ''] = /(?:query|mutation|subscription) (\w+)/.exec(query) ?? []
  return { operation, id: variables.id ?? '', bytes }
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
      requests.push(...operationsIn(body.toString(), text))
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
