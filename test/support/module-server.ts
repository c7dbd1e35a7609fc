import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** A request that an API server of a module has got. */
export interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** An API server of a module, whose responses a test decides. */
export interface ModuleServer {
  endpoint: string
  received: ReceivedRequest[]
  /** Replaces what answers requests. */
  answer(listener: RequestListener): void
  stop(): Promise<void>
}

/** Starts an API server that answers each request with what it got, or as the test says. */
export async function startModuleServer(port = 0): Promise<ModuleServer> {
  const received: ReceivedRequest[] = []
  let listener: RequestListener | undefined
  const server = createServer((request, response) => {
    if (listener !== undefined) return listener(request, response)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ url }))
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: bound } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${bound}`,
    received,
    answer: (next) => (listener = next),
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
