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
