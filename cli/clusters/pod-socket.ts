import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import { PlatformError, type ErrorCode } from '../../schema/errors.ts'
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
  const { server, headers, tls } = pod.access
  const path = `/api/v1/namespaces/${encodeURIComponent(pod.namespace)}/pods/${encodeURIComponent(pod.name)}/${subresource}`
  const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString()
  const url = `${server.replace(/^http/, 'ws')}${path}?${search}`
  const socket = new WebSocket(url, [...protocols], { headers, ...tls, handshakeTimeout: 15_000 })
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
  let text = ''
  for await (const chunk of response) text += String(chunk)
  const message = messageOf(text)
  const code = codes[statusCode]
  if (code !== undefined && message !== '') return new PlatformError(code, `the cluster refuses: ${message}`)
  const reason = message === '' ? `it answered ${statusCode}` : message
  return new PlatformError(
    'UNAVAILABLE',
    `the cluster does not support ${subresource} over WebSockets: ${reason}`,
  )
}

function messageOf(text: string): string {
  try {
    const status: unknown = JSON.parse(text)
    return isRecord(status) && typeof status['message'] === 'string' ? status['message'] : ''
  } catch {
    return text.trim().slice(0, 300)
  }
}

/** The bytes of a message, whatever ws made of them. */
export function bytesOf(data: WebSocket.RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? Buffer.from(data) : data
}
