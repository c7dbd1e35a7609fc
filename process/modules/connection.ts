import { Agent, type Dispatcher } from 'undici'
import type { AddressRules } from '../../schema/clusters/addresses.ts'
import { moduleUrl } from '../../schema/modules/endpoint.ts'
import { guardedConnector } from '../guarded-connector.ts'

/** What connections to the API server of a module need: the spec of a ModuleApi. */
export interface ModuleAddress {
  endpoint: string
  caCertificate?: string | undefined
  timeoutSeconds: number
}

/** A pool of connections to the API server of a module. */
export interface ModuleConnection {
  /** Sends a request to a path of the API server. Resolves once the headers of the response have arrived. */
  send(path: string, options: ModuleRequest): Promise<Dispatcher.ResponseData>
  /** The address of the API server, with the path below which its paths are. */
  url: URL
  /** Waits for the responses in progress. */
  close(): Promise<void>
  destroy(): Promise<void>
}

export type ModuleRequest = Pick<Dispatcher.RequestOptions, 'method' | 'headers' | 'body' | 'signal'> & {
  /** Milliseconds until the headers arrive. @default those of the address */
  headersTimeout?: number
}

/** Milliseconds that the body of a response may pause. */
export const bodyTimeout = 5 * 60_000

/** The maximum number of connections to one module. */
const connections = 100

/** Opens a pool of connections to an address of a user, to which the address policy applies. Throws for an invalid address. */
export function openModule(
  { endpoint, caCertificate, timeoutSeconds }: ModuleAddress,
  rules: AddressRules,
): ModuleConnection {
  const url = moduleUrl(endpoint)
  if (url === undefined) throw new Error('the endpoint of a stored module is invalid')
  const agent = new Agent({
    connections,
    pipelining: 1,
    keepAliveTimeout: 30_000,
    headersTimeout: timeoutSeconds * 1000,
    bodyTimeout,
    connect: guardedConnector(rules, caCertificate === undefined ? {} : { ca: caCertificate }),
  })
  const base = url.pathname.replace(/\/+$/, '')
  return {
    url,
    send: (path, options) => agent.request({ origin: url.origin, path: `${base}${path}`, ...options }),
    close: () => agent.close(),
    destroy: () => agent.destroy(),
  }
}

const failures: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it closed the connection',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name cannot be looked up',
  EHOSTUNREACH: 'its host is unreachable',
  ENETUNREACH: 'its network is unreachable',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_HEADERS_TIMEOUT: 'it did not respond in time',
  UND_ERR_BODY_TIMEOUT: 'its response stopped',
  UND_ERR_SOCKET: 'it closed the connection',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of its response are too long',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'its response is not as long as it said',
}

/** Returns why a request got no response, for users: `it` is the API server. Reveals no address. */
export function failureOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? String(cause.code) : ''
    if (code === 'ADDRESS_REFUSED') return cause.message
    const known = failures[code]
    if (known !== undefined) return known
    if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
      return `its certificate is not accepted (${code}); set caCertificate to the authority that issued it`
    if (code.startsWith('HPE_')) return 'its response is not HTTP'
  }
  return 'the connection failed'
}
