import { Agent, request, type Dispatcher } from 'undici'
import { isRecord } from '../../schema/manifests.ts'
import type { ClusterAccess } from './access.ts'
import { KubeError, failureOfStatus } from './kube-error.ts'

/** A Kubernetes object as a cluster returns it. */
export interface KubeObject {
  apiVersion: string
  kind: string
  metadata: KubeMetadata
  [field: string]: unknown
}

export interface KubeMetadata {
  name: string
  namespace?: string
  uid?: string
  resourceVersion?: string
  generation?: number
  labels?: Record<string, string>
  annotations?: Record<string, string>
  finalizers?: string[]
  deletionTimestamp?: string
  creationTimestamp?: string
  ownerReferences?: { uid: string; kind: string; name: string; controller?: boolean }[]
  managedFields?: { manager: string; operation: string; subresource?: string; time?: string }[]
}

export interface KubeRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query?: Record<string, string | undefined>
  body?: unknown
  contentType?: string
  accept?: string
  signal?: AbortSignal
}

/** One cluster. Connections are kept and shared by everything that talks to it. */
export interface KubeClient {
  readonly server: string
  /** The parsed answer. Throws KubeError. */
  request(request: KubeRequest): Promise<unknown>
  /** The lines of a streamed answer, parsed. Throws KubeError; ends when the server ends it. */
  stream(request: KubeRequest): AsyncGenerator
  close(): Promise<void>
}

export interface KubeClientOptions {
  access: ClusterAccess
  /** Connections at once. @default 16 */
  connections?: number
  /** Milliseconds until an answer has to begin, and between its parts. @default 15000 */
  timeout?: number
}

export function createKubeClient({
  access,
  connections = 16,
  timeout = 15_000,
}: KubeClientOptions): KubeClient {
  const dispatcher = new Agent({
    connections,
    pipelining: 1,
    keepAliveTimeout: 30_000,
    headersTimeout: timeout,
    bodyTimeout: timeout,
    connect: {
      timeout: 5000,
      ...(access.ca === undefined ? {} : { ca: access.ca }),
      ...(access.certificate === undefined ? {} : { cert: access.certificate }),
      ...(access.key === undefined ? {} : { key: access.key }),
      ...(access.serverName === undefined ? {} : { servername: access.serverName }),
      ...(access.skipVerification === true ? { rejectUnauthorized: false } : {}),
    },
  })

  const send = async (options: KubeRequest, streaming: boolean): Promise<Dispatcher.ResponseData> => {
    const {
      method,
      path,
      query = {},
      body,
      contentType = 'application/json',
      accept = 'application/json',
      signal,
    } = options
    const given = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))
    const search = given.length === 0 ? '' : `?${new URLSearchParams(given as [string, string][]).toString()}`
    try {
      return await request(`${access.server}${path}${search}`, {
        dispatcher,
        method,
        headers: {
          accept,
          'user-agent': 'qleetos',
          ...(body === undefined ? {} : { 'content-type': contentType }),
          ...(access.token === undefined ? {} : { authorization: `Bearer ${access.token}` }),
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
        // A watch is silent for as long as nothing happens.
        ...(streaming ? { bodyTimeout: 0 } : {}),
      })
    } catch (error) {
      throw connectionError(access.server, error)
    }
  }

  return {
    server: access.server,
    request: async (options) => {
      const { statusCode, headers, body } = await send(options, false)
      const text = await body.text().catch((error: unknown) => {
        throw connectionError(access.server, error)
      })
      const value = parsed(text)
      if (statusCode >= 400) throw refusal(statusCode, headers, value ?? text)
      if (value === undefined) {
        throw new KubeError('unreachable', `${access.server} answered with something that is not JSON`, {
          status: statusCode,
        })
      }
      return value
    },
    async *stream(options) {
      const { statusCode, headers, body } = await send(options, true)
      if (statusCode >= 400) throw refusal(statusCode, headers, parsed(await body.text()))
      try {
        let rest = ''
        body.setEncoding('utf8')
        for await (const chunk of body) {
          const lines = (rest + String(chunk)).split('\n')
          rest = lines.pop() ?? ''
          for (const line of lines) if (line !== '') yield JSON.parse(line)
        }
      } catch (error) {
        throw connectionError(access.server, error)
      }
    },
    close: () => dispatcher.destroy(),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refusal(
  status: number,
  headers: Record<string, string | string[] | undefined>,
  body: unknown,
): KubeError {
  const seconds = Number(headers['retry-after'])
  const fields = isRecord(body) ? body : {}
  const told = typeof fields['message'] === 'string' ? readable(fields['message']) : ''
  const message = told === '' ? `the cluster answered ${status}` : told
  return new KubeError(failureOfStatus(status, fields['kind'] === 'Status'), message, {
    status,
    ...(typeof fields['reason'] === 'string' ? { reason: fields['reason'] } : {}),
    ...(Number.isFinite(seconds) ? { retryAfter: seconds } : {}),
  })
}

/** One line, without the object that whoever reads it has in mind already. */
function readable(message: string): string {
  return message
    .replace(/^failed to create typed patch object \([^)]*\): (errors:)?/, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('; ')
}

const tlsCodes = /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|EPROTO)/

/** The same failure has the same text each time: no ports of ours, no durations. */
function connectionError(server: string, error: unknown): KubeError {
  let deepest = error
  while (deepest instanceof Error && deepest.cause instanceof Error) deepest = deepest.cause
  const code = deepest instanceof Error && 'code' in deepest ? String(deepest.code) : ''
  if (tlsCodes.test(code))
    return new KubeError('untrusted', `${server} cannot be trusted: ${textOf(deepest)}`, { cause: error })
  return new KubeError('unreachable', `${server} does not answer: ${shortReasons[code] ?? textOf(deepest)}`, {
    cause: error,
  })
}

const shortReasons: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection broken off',
  UND_ERR_SOCKET: 'connection broken off',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
  UND_ERR_BODY_TIMEOUT: 'the answer did not go on',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up',
  EHOSTUNREACH: 'no route to it',
  ENETUNREACH: 'no route to it',
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
