import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy that makes a server look like one of another release. */
export interface OtherRelease {
  url: string
  /** Names of operations to refuse like a server that does not know them; may be changed at any time. */
  unknown: Set<string>
  /** The release that the proxy reports; none if undefined, as the first releases do. */
  release: string | undefined
  /** The number of refused requests. */
  refused: number
  stop(): Promise<void>
}

/** Starts a proxy that forwards all operations but the `unknown` ones to the server at `target`. */
export async function startOtherRelease(target: string): Promise<OtherRelease> {
  const http = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      const [, name = ''] = /(?:query|mutation|subscription) (\w+)/.exec(body) ?? []
      const isUnknown = proxy.unknown.has(name)
      if (isUnknown) proxy.refused += 1
      const { status, text } = isUnknown
        ? { status: 400, text: JSON.stringify({ errors: [refusal] }) }
        : await passOn(new URL(request.url ?? '/', target), request.headers, body)
      const release = proxy.release === undefined ? {} : { 'x-qleet-release': proxy.release }
      response.writeHead(status, { 'content-type': 'application/json', ...release }).end(text)
    })().catch(() => response.destroy())
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const proxy: OtherRelease = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    unknown: new Set(),
    release: undefined,
    refused: 0,
    stop: async () => {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
  return proxy
}

const refusal = {
  message: 'Cannot query field "newest" on type "Query".',
  locations: [{ line: 2, column: 3 }],
  extensions: {
    code: 'INVALID_INPUT',
    refused: { part: 'field', name: 'newest', known: false },
    requestId: 'request',
  },
}

async function passOn(url: URL, { authorization = '' }: IncomingHttpHeaders, body: string) {
  const headers = { authorization, 'content-type': 'application/json' }
  const upstreamResponse = await fetch(url, { method: 'POST', headers, body })
  return { status: upstreamResponse.status, text: await upstreamResponse.text() }
}
