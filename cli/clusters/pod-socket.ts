import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import { guardedLookup } from '../../schema/clusters/lookup.ts'
import { PlatformError, shortened, type ErrorCode } from '../../schema/errors.ts'
import { isRecord } from '../../schema/manifests.ts'
import type { ChosenPod } from './chosen-pod.ts'

export interface PodSocketOptions {
  pod: ChosenPod
  /** Subresource of the pod: `exec` or `portforward`. */
  subresource: string
  query: readonly (readonly [name: string, value: string])[]
  /** Subprotocols that are understood here, the best first. */
  protocols: readonly string[]
  signal: AbortSignal
}

/**
 * A WebSocket to a subresource of a pod, open. Each message begins with a byte that says which channel it is of.
 * https://github.com/kubernetes/kubernetes/blob/master/staging/src/k8s.io/streaming/pkg/wsstream/doc.go
 *
 * It is paused, so that nothing comes before somebody listens.
 * Throws in the words of the API server where it refuses.
 */
export async function openPodSocket(options: PodSocketOptions): Promise<WebSocket> {
  const { pod, subresource, query, protocols, signal } = options
  const { server, headers, tls, policy } = pod.access
  const path = `/api/v1/namespaces/${encodeURIComponent(pod.namespace)}/pods/${encodeURIComponent(pod.name)}/${subresource}`
  const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString()
  const url = `${server.replace(/^http/, 'ws')}${path}?${search}`
  // What is an address already is not looked up; it was checked when the kubeconfig was read.
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
        new PlatformError('UNAVAILABLE', `cannot reach ${server} from here: ${cause.message}`, { cause }),
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
  const message = messageOf(await beginningOf(response))
  const code = codes[statusCode]
  if (code !== undefined && message !== '') return new PlatformError(code, `the cluster refuses: ${message}`)
  const reason = message === '' ? `it answered ${statusCode}` : message
  return new PlatformError(
    'UNAVAILABLE',
    `the cluster does not support ${subresource} over WebSockets: ${reason}`,
  )
}

/** Longest refusal in bytes that is read. */
const longest = 1_000_000

async function beginningOf(response: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of response) {
    text += String(chunk)
    if (text.length > longest) break
  }
  return text
}

/** The message of a Status; anything else is the answer of something that is no API server, and not repeated. */
function messageOf(text: string): string {
  try {
    const status: unknown = JSON.parse(text)
    const isStatus = isRecord(status) && status['kind'] === 'Status' && status['apiVersion'] === 'v1'
    return isStatus && typeof status['message'] === 'string' ? shortened(status['message'], 1000) : ''
  } catch {
    return ''
  }
}

/** The bytes of a message, whatever ws made of them. */
export function bytesOf(data: WebSocket.RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? Buffer.from(data) : data
}
