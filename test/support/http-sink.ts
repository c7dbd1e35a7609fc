import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface SunkRequest {
  url: string
  headers: Readonly<Record<string, string | undefined>>
  body: string
}

export interface SinkAnswer {
  status: number
  headers?: Readonly<Record<string, string>>
  text?: string
}

export interface HttpSink {
  url: string
  /** What was received, in order, including what was not accepted. */
  received: SunkRequest[]
  /** How the next requests are answered; a function that returns undefined lets them hang. */
  answer: (request: SunkRequest) => SinkAnswer | undefined
  stop(): Promise<void>
}

/** Starts a server that receives messages, on a free port. It accepts all of them until told otherwise. */
export async function startHttpSink(): Promise<HttpSink> {
  const sink: HttpSink = { url: '', received: [], answer: () => ({ status: 200, text: 'ok' }), stop }
  const server = createServer((incoming, response) => {
    const respond = async (): Promise<void> => {
      const { url = '/', headers } = incoming
      const request = { url, headers: headers as SunkRequest['headers'], body: await text(incoming) }
      sink.received.push(request)
      const answer = sink.answer(request)
      if (answer === undefined) return
      response.writeHead(answer.status, answer.headers)
      response.end(answer.text)
    }
    respond().catch((error: unknown) => response.destroy(error as Error))
  })
  async function stop(): Promise<void> {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  sink.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return sink
}
