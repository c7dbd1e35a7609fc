import http, { type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { PostRequest } from '../../client-sdk/transport.ts'

export interface PostedResponse {
  status: number
  text: string
  /** Returns a field of the header by its name in lower case. */
  header(name: string): string | undefined
}

/**
 * Sends a request with the HTTP client that Node.js starts with. The first `fetch` of a process takes 30 milliseconds to load, which
 * is a fifth of most commands. Redirects are not followed.
 */
export async function postByHttp(
  url: URL,
  { headers, body, timeout, signal }: PostRequest,
): Promise<PostedResponse> {
  const { request } = url.protocol === 'https:' ? await import('node:https') : http
  const signals = [AbortSignal.timeout(timeout), ...(signal === undefined ? [] : [signal])]
  const ended = AbortSignal.any(signals)
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, signal: ended }, resolve)
    sent.once('error', (error) => reject(ended.aborted ? ended.reason : error))
    sent.end(body)
  })
  return {
    status: response.statusCode ?? 0,
    text: await text(response),
    header: (name) => [response.headers[name]].flat().at(0),
  }
}
