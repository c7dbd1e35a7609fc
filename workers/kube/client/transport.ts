import { Agent, request, type buildConnector, type Dispatcher } from 'undici'
import { guardedConnector } from '../../../process/guarded-connector.ts'
import { defined } from '../../../schema/defined.ts'
import type { ClusterAccess } from '../../../schema/clusters/kubeconfig/access.ts'
import { Exchange, type WholeResponse } from './exchange.ts'

export interface KubeRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query?: Record<string, string | undefined>
  body?: unknown
  contentType?: string
  accept?: string
  signal?: AbortSignal
  /** Bypasses an open circuit breaker and the request queue, to check whether the cluster responds again. */
  probe?: boolean
  /** Called right before every attempt, after any time in the queue. If it throws, the request is not sent. */
  beforeSend?: () => void
  /** Milliseconds from sending the request to the complete response. @default that of the client */
  timeout?: number
  /** The size limit of the response. @default that of the client */
  maxBytes?: number
}

/** A pool of connections to one cluster. */
export interface KubeTransport {
  /** Resolves with the whole response. Rejects with the error of the connection, or with the reason of the signal. */
  request(request: KubeRequest, options: RequestOptions): Promise<WholeResponse>
  /** Resolves to the response once its headers have arrived. Rejects with the error of the connection. */
  send(request: KubeRequest, options?: SendOptions): Promise<KubeResponse>
  close(): Promise<void>
}

export interface RequestOptions {
  /** The size limit of the response. */
  maxBytes: number
}

export interface SendOptions {
  /** Milliseconds between two chunks of the body; 0 is unlimited. @default that of the transport */
  idleTimeout?: number
}

export type KubeResponse = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'> & {
  body: KubeBody
}

/** The chunks of a body: buffers, or strings once an encoding is set. */
export type KubeBody = AsyncIterable<unknown> & {
  setEncoding(encoding: 'utf8'): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  destroy(): unknown
}

export interface TransportOptions {
  /** The maximum number of connections. @default unlimited */
  connections?: number | undefined
  /** Milliseconds until the headers arrive, and between two chunks of a body. */
  timeout: number
}

/** Creates an HTTP transport with keep-alive connections. */
export function createTransport(
  access: ClusterAccess,
  { connections, timeout }: TransportOptions,
): KubeTransport {
  const dispatcher = new Agent({
    // More than twice the interval of checks; API servers close idle connections after 90 seconds.
    keepAliveTimeout: 75_000,
    headersTimeout: timeout,
    bodyTimeout: timeout,
    connect: connectorTo(access),
    ...(connections === undefined ? {} : { connections }),
  })
  return {
    request: (options, { maxBytes }) => {
      const exchange = new Exchange({ server: access.server, signal: options.signal, maxBytes })
      const { url, ...rest } = httpRequest(access, options)
      const { origin, pathname, search } = new URL(url)
      dispatcher.dispatch({ ...rest, origin, path: pathname + search }, exchange)
      return exchange.response
    },
    send: (options, { idleTimeout } = {}) => {
      const { url, ...rest } = httpRequest(access, options)
      return request(url, {
        ...rest,
        dispatcher,
        ...defined({ bodyTimeout: idleTimeout, signal: options.signal }),
      })
    },
    close: () => dispatcher.destroy(),
  }
}

/** Returns the connector for all connections to a cluster: requests, probes, watches and logs. */
function connectorTo(access: ClusterAccess): buildConnector.connector {
  return guardedConnector(access.policy, {
    ...(access.ca === undefined ? {} : { ca: access.ca }),
    ...(access.certificate === undefined ? {} : { cert: access.certificate }),
    ...(access.key === undefined ? {} : { key: access.key }),
    ...(access.serverName === undefined ? {} : { servername: access.serverName }),
    ...(access.skipVerification === true ? { rejectUnauthorized: false } : {}),
  })
}

/** Returns a request to the API server of a cluster as it is sent over HTTP. */
function httpRequest({ server, token }: ClusterAccess, options: KubeRequest) {
  const { method, path, query = {}, body } = options
  const { contentType = 'application/json', accept = 'application/json' } = options
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
  return {
    url: `${server}${path}${search}`,
    method,
    // API servers read the body of a DELETE, after which undici would open a new connection by default.
    reset: false,
    headers: {
      accept,
      'user-agent': 'qleetos',
      ...(body === undefined ? {} : { 'content-type': contentType }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  }
}
