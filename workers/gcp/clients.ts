import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { sendJson, type JsonRequest } from '../clouds/json-request.ts'
import { openTokens } from './credentials.ts'
import { gcpError } from './errors.ts'
import { gcpUrl, type GcpCredentials, type GcpSettings } from './settings.ts'

/** The services of Google Cloud that reconcilers call, by the first part of their host names. */
export type GcpService = 'container' | 'compute' | 'cloudresourcemanager' | 'iamcredentials'

export interface GcpRequest extends Pick<JsonRequest, 'method' | 'body' | 'signal'> {
  service: GcpService
  /** The path with its version, for example `v1/projects/p/locations/l/clusters`. */
  path: string
  query?: Readonly<Record<string, string>>
}

/** The client of one account. */
export interface GcpClient {
  /** Sends a request, and resolves with the body of the response. Rejects with a GcpError if Google Cloud refuses it. */
  call<Body>(request: GcpRequest): Promise<Body>
  /** Returns a token of the account, which is valid for at least {@link tokenLifetime}. */
  token(signal: AbortSignal): Promise<string>
}

/** A cache of clients, whose tokens are shared by reconciles. */
export interface GcpClients {
  of(credentials: GcpCredentials): GcpClient
}

/** The maximum number of accounts with open clients. */
const maxOpen = 100

export function createGcpClients(settings: GcpSettings): GcpClients {
  const opened = new LRUCache<string, GcpClient>({ max: maxOpen })
  return {
    of: (credentials) => {
      // A digest, so that a heap dump of the cache has no secrets as keys.
      const key = createHash('sha256').update(JSON.stringify(credentials)).digest('hex')
      const known = opened.get(key)
      if (known !== undefined) return known
      const client = openClient(settings, credentials)
      opened.set(key, client)
      return client
    },
  }
}

function openClient(settings: GcpSettings, credentials: GcpCredentials): GcpClient {
  const { send = sendJson, tokens = openTokens } = settings
  const token = tokens(settings, credentials)
  return {
    token,
    call: async <Body>({ service, method, path, query = {}, body, signal }: GcpRequest): Promise<Body> => {
      const parameters = new URLSearchParams(query).toString()
      const url = `${gcpUrl(settings, service, path)}${parameters === '' ? '' : `?${parameters}`}`
      const headers = { authorization: `Bearer ${await token(signal)}` }
      const response = await send({ method, url, headers, body, signal })
      if (response.status >= 300) throw gcpError(response.status, response.body)
      // Google Cloud documents what each request returns.
      return response.body as Body
    },
  }
}
