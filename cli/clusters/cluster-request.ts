import { request as overHttp, type IncomingMessage } from 'node:http'
import { request as overHttps } from 'node:https'
import type { ClusterConnection } from '../../schema/clusters/kubeconfig/connection.ts'
import { guardedLookup } from '../../schema/clusters/lookup.ts'
import { PlatformError } from '../../schema/errors.ts'

/** Milliseconds within which an API server must respond. */
const timeout = 15_000

/** Length in characters after which a response is refused. */
const maxLength = 50_000_000

export interface ClusterResponse {
  status: number
  /** The parsed body; undefined if it is not JSON. */
  body: unknown
}

/**
 * Sends a GET request to an API server from this machine. Uses node:https, which works with every supported Node.js. Throws
 * UNAVAILABLE if there is no response.
 */
export async function getFromCluster(
  { server, headers, tls, policy }: ClusterConnection,
  path: string,
  signal: AbortSignal,
): Promise<ClusterResponse> {
  const url = new URL(`${server}${path}`)
  const send = url.protocol === 'http:' ? overHttp : overHttps
  const both = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const options = { ...tls, headers, lookup: guardedLookup(policy), agent: false, signal: both } as const
      send(url, options, resolve).once('error', reject).end()
    })
    return { status: response.statusCode ?? 0, body: parsed(await readBody(response)) }
  } catch (cause) {
    signal.throwIfAborted()
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new PlatformError('UNAVAILABLE', `cannot reach ${server} from this machine: ${reason}`, { cause })
  }
}

async function readBody(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > maxLength) throw new Error(`its response is longer than ${maxLength} bytes`)
  }
  return Buffer.concat(chunks).toString()
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
