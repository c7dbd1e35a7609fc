import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/* Servers of HTTP that answer with JSON, as those of clouds do. */

export interface IncomingRequest {
  method: string
  /** The path with its query. */
  url: string
  headers: Readonly<Record<string, string | undefined>>
  /** The parsed JSON, or the text of a form. */
  body: unknown
}

export interface JsonAnswer {
  status: number
  body: object
  headers?: Readonly<Record<string, string>>
}

export interface JsonStandIn {
  url: string
  stop(): Promise<void>
}

/** Starts a server on a free port. */
export async function startJsonStandIn(
  answer: (request: IncomingRequest, url: string) => JsonAnswer,
): Promise<JsonStandIn> {
  let url = ''
  const server = createServer((incoming, response) => {
    const respond = async (): Promise<void> => {
      const { method = 'GET', url: path = '/', headers } = incoming
      const content = await text(incoming)
      const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
      const body: unknown = content === '' || isForm ? content : JSON.parse(content)
      const answered = answer(
        { method, url: path, headers: headers as IncomingRequest['headers'], body },
        url,
      )
      response.writeHead(answered.status, { 'content-type': 'application/json', ...answered.headers })
      response.end(answered.status === 204 ? undefined : JSON.stringify(answered.body))
    }
    respond().catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
