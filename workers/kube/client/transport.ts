import { Agent, buildConnector, request, type Dispatcher } from 'undici'
import { guardedLookup, refuseLiteral } from '../../../schema/clusters/lookup.ts'
import type { ClusterAccess } from '../../../schema/clusters/kubeconfig/access.ts'

export interface KubeRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query?: Record<string, string | undefined>
  body?: unknown
  contentType?: string
  accept?: string
  signal?: AbortSignal
  /** Asks also a cluster that is known not to answer, to see whether it does again, and before what waits in line. */
  probe?: boolean
  /** Called right before each time it is sent, whatever it has waited for; where it throws, it is not sent. */
  beforeSend?: () => void
  /** Milliseconds for the whole answer, from when it is sent. @default that of the client */
  timeout?: number
}

/** Connections to one cluster. */
export interface KubeTransport {
  /** What came back, as soon as its headers have. Rejects with whatever the connection broke with. */
  send(request: KubeRequest, options?: SendOptions): Promise<KubeResponse>
  close(): Promise<void>
}

export interface SendOptions {
  /** Milliseconds that the body may be silent; 0 forever. @default that of the transport */
  silence?: number
}

export type KubeResponse = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'> & {
  body: KubeBody
}

/** The pieces of a body: buffers, or texts once an encoding is set. */
export type KubeBody = AsyncIterable<unknown> & {
  setEncoding(encoding: 'utf8'): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  destroy(): unknown
}

export interface TransportOptions {
  /** At most so many at once. @default as many as are asked for */
  connections?: number | undefined
  /** Milliseconds until the headers, and between two pieces of a body. */
  timeout: number
}

/** Milliseconds in which a connection has to come about. */
export const connectTimeout = 5000

/** Over HTTP, with connections that are kept. */
export function createTransport(
  access: ClusterAccess,
  { connections, timeout }: TransportOptions,
): KubeTransport {
  const dispatcher = new Agent({
    keepAliveTimeout: 30_000,
    headersTimeout: timeout,
    bodyTimeout: timeout,
    connect: connectorTo(access),
    ...(connections === undefined ? {} : { connections }),
  })
  return {
    send: (asked, { silence } = {}) =>
      send(access, asked, { dispatcher, ...(silence === undefined ? {} : { bodyTimeout: silence }) }),
    close: () => dispatcher.destroy(),
  }
}

/** Every connection to a cluster is made here: requests, probes, watches and logs. */
function connectorTo(access: ClusterAccess): buildConnector.connector {
  const connect = buildConnector({
    timeout: connectTimeout,
    lookup: guardedLookup(access.policy),
    ...(access.ca === undefined ? {} : { ca: access.ca }),
    ...(access.certificate === undefined ? {} : { cert: access.certificate }),
    ...(access.key === undefined ? {} : { key: access.key }),
    ...(access.serverName === undefined ? {} : { servername: access.serverName }),
    ...(access.skipVerification === true ? { rejectUnauthorized: false } : {}),
  })
  return (options, callback) => {
    try {
      refuseLiteral(access.policy, options.hostname)
    } catch (error) {
      callback(error as Error, null)
      return
    }
    connect(options, callback)
  }
}

function send(
  { server, token }: ClusterAccess,
  options: KubeRequest,
  dispatch: { dispatcher: Agent; bodyTimeout?: number },
): Promise<KubeResponse> {
  const { method, path, query = {}, body, signal } = options
  const { contentType = 'application/json', accept = 'application/json' } = options
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
  return request(`${server}${path}${search}`, {
    ...dispatch,
    method,
    headers: {
      accept,
      'user-agent': 'qleetos',
      ...(body === undefined ? {} : { 'content-type': contentType }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  })
}
