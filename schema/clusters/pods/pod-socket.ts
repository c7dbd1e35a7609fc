import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import { PlatformError, shortened, type ErrorCode } from '../../errors.ts'
import { isRecord } from '../../manifests.ts'
import type { ClusterConnection } from '../kubeconfig/connection.ts'
import { guardedLookup } from '../lookup.ts'

/** A pod, with the connection to its API server. */
export interface PodAddress {
  namespace: string
  name: string
  cluster: ClusterConnection
}

export interface PodSocketOptions {
  pod: PodAddress
  /** Where the connection comes from, for errors. */
  from: 'this machine' | 'the worker'
  /** Subresource of the pod: `exec` or `portforward`. */
  subresource: string
  query: readonly (readonly [name: string, value: string])[]
  /** Supported subprotocols, preferred first. */
  protocols: readonly string[]
  signal: AbortSignal
}

/**
 * Opens a WebSocket to a subresource of a pod. The first byte of each message is its channel.
 * https://github.com/kubernetes/kubernetes/blob/master/staging/src/k8s.io/streaming/pkg/wsstream/doc.go
 *
 * The socket is returned paused, so that no message is lost before the caller adds listeners. Throws with the message of
 * the API server if it refuses.
 */
export async function openPodSocket(options: PodSocketOptions): Promise<WebSocket> {
  const { pod, from, subresource, query, protocols, signal } = options
  const { server, headers, tls, policy } = pod.cluster
  const path = `/api/v1/namespaces/${encodeURIComponent(pod.namespace)}/pods/${encodeURIComponent(pod.name)}/${subresource}`
  const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString()
  const url = `${server.replace(/^http/, 'ws')}${path}?${search}`
  // An IP address is not looked up; the policy was applied to it when the kubeconfig was parsed.
  const lookup = guardedLookup(policy)
  const socket = new WebSocket(url, [...protocols], { headers, ...tls, lookup, handshakeTimeout: 15_000 })
  const end = (): void => socket.terminate()
  signal.addEventListener('abort', end, { once: true })
  socket.once('close', () => signal.removeEventListener('abort', end))
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => {
      socket.pause()
      resolve()
    })
    socket.once('unexpected-response', (_, response) => {
      refusal(response, subresource).then(reject, reject)
    })
    socket.once('error', (cause) => {
      reject(
        new PlatformError('UNAVAILABLE', `cannot reach ${server} from ${from}: ${cause.message}`, { cause }),
      )
    })
  })
  socket.on('error', () => undefined)
  return socket
}

const codes: Partial<Record<number, ErrorCode>> = {
  400: 'INVALID_INPUT',
  401: 'FORBIDDEN',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
}

async function refusal(response: IncomingMessage, subresource: string): Promise<PlatformError> {
  const { statusCode = 0 } = response
  const message = messageOf(await readBody(response))
  const code = codes[statusCode]
  if (code !== undefined && message !== '')
    return new PlatformError(code, `the cluster refused the request: ${message}`)
  const reason = message === '' ? `it responded with status ${statusCode}` : message
  return new PlatformError(
    'UNAVAILABLE',
    `the cluster does not support ${subresource} over WebSockets: ${reason}`,
  )
}

/** Length in characters after which an error response is not read further. */
const maxBodyLength = 1_000_000

async function readBody(response: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of response) {
    text += String(chunk)
    if (text.length > maxBodyLength) break
  }
  return text
}

/** Returns the message of a Kubernetes Status. Empty for any other response, which is not from an API server. */
function messageOf(text: string): string {
  try {
    const status: unknown = JSON.parse(text)
    const isStatus = isRecord(status) && status['kind'] === 'Status' && status['apiVersion'] === 'v1'
    return isStatus && typeof status['message'] === 'string' ? shortened(status['message'], 1000) : ''
  } catch {
    return ''
  }
}

/** Returns the bytes of a message in any of the representations of ws. */
export function bytesOf(data: WebSocket.RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? Buffer.from(data) : data
}
