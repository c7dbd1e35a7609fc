import http, { type Agent, type IncomingMessage } from 'node:http'
import type https from 'node:https'
import { text } from 'node:stream/consumers'
import type { PostRequest } from '../../client-sdk/transport.ts'

export interface PostedResponse {
  status: number
  text: string
  /** Returns a field of the header by its name in lower case. */
  header(name: string): string | undefined
}

/**
 * The number of requests at the same time; others wait. Commands with a thousand objects would otherwise open as many connections, of
 * which a server closes those that it has not authenticated yet.
 */
const maxSockets = 32

const agents = new Map<string, Agent>()

/** Returns the agent of a protocol, which is kept for the process. */
function agentOf(protocol: string, { Agent }: typeof http | typeof https): Agent {
  const agent = agents.get(protocol) ?? new Agent({ keepAlive: true, maxSockets })
  agents.set(protocol, agent)
  return agent
}

/**
 * Sends a request with the HTTP client that Node.js starts with. The first `fetch` of a process takes 30 milliseconds to load, which
 * is a fifth of most commands. Redirects are not followed.
 */
export async function postByHttp(
  url: URL,
  { headers, body, timeout, signal }: PostRequest,
): Promise<PostedResponse> {
  const client = url.protocol === 'https:' ? await import('node:https') : http
  const agent = agentOf(url.protocol, client)
  const signals = [AbortSignal.timeout(timeout), ...(signal === undefined ? [] : [signal])]
  const ended = AbortSignal.any(signals)
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = client.request(url, { method: 'POST', headers, agent, signal: ended }, resolve)
    sent.once('error', (error) => reject(ended.aborted ? ended.reason : error))
    sent.end(body)
  })
  return {
    status: response.statusCode ?? 0,
    text: await text(response),
    header: (name) => [response.headers[name]].flat().at(0),
  }
}
