import { createHash } from 'node:crypto'
import type { ContainerServiceClient } from '@azure/arm-containerservice'
import type { HttpClient, PipelineRequest } from '@azure/core-rest-pipeline'
import { LRUCache } from 'lru-cache'
import { sendJson, type JsonRequest } from '../clouds/json-request.ts'
import { azureError } from './errors.ts'
import type { AzureCredentials, AzureSdk, AzureSettings } from './settings.ts'
import { clusterScope, openTokens } from './tokens.ts'

export interface AzureRequest extends Pick<JsonRequest, 'method' | 'body' | 'signal'> {
  /** The path below that of the subscription, for example `resourcegroups/web`. */
  path: string
  /** The version of the API. */
  version: string
  query?: Readonly<Record<string, string>>
}

/** The client of one account. */
export interface AzureClient {
  /** Sends a request, and resolves with the body of the response. Rejects with an AzureError if Azure refuses it. */
  call<Body>(request: AzureRequest): Promise<Body>
  /** Returns the client of the SDK for clusters. It is loaded when it is first used. */
  containerService(): Promise<ContainerServiceClient>
  /** Returns a token for the Kubernetes API of all clusters that the account may use. */
  clusterToken(signal: AbortSignal): Promise<string>
}

/** A cache of clients, whose tokens are shared by reconciles. */
export interface AzureClients {
  of(credentials: AzureCredentials): AzureClient
}

/** The maximum number of accounts with open clients. */
const maxOpen = 100

/** The URL of Azure Resource Manager in the public cloud. */
const publicEndpoint = 'https://management.azure.com'

export function createAzureClients(settings: AzureSettings): AzureClients {
  const opened = new LRUCache<string, AzureClient>({ max: maxOpen })
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

async function loadSdk(): Promise<AzureSdk> {
  const [{ ContainerServiceClient }, { createHttpHeaders }] = await Promise.all([
    import('@azure/arm-containerservice'),
    import('@azure/core-rest-pipeline'),
  ])
  return { ContainerServiceClient, createHttpHeaders }
}

function openClient(settings: AzureSettings, credentials: AzureCredentials): AzureClient {
  const { endpoint = publicEndpoint, send = sendJson, load = loadSdk } = settings
  const { subscriptionId } = credentials
  const tokenFor = openTokens(settings, credentials)
  const resources = `${endpoint}/.default`
  let sdk: Promise<ContainerServiceClient> | undefined
  const open = async (): Promise<ContainerServiceClient> => {
    const { ContainerServiceClient: Client, createHttpHeaders } = await load()
    const httpClient: HttpClient = {
      sendRequest: async (request) => {
        const { status, headers = {}, body } = await send(asJsonRequest(request, endpoint))
        const text = typeof body === 'string' ? body : JSON.stringify(body)
        return { request, status, headers: createHttpHeaders(headers), bodyAsText: text }
      },
    }
    const getToken = async (_: string | string[], options: { abortSignal?: object } = {}) => {
      const { token, expiresAt } = await tokenFor(resources, signalOf(options))
      return { token, expiresOnTimestamp: expiresAt }
    }
    return new Client({ getToken }, subscriptionId, {
      // The SDK sends tokens over HTTPS only; where requests really go is decided above.
      endpoint: publicEndpoint,
      httpClient,
      retryOptions: { maxRetries: 2, retryDelayInMs: 500, maxRetryDelayInMs: 3000 },
    })
  }
  return {
    containerService: () => (sdk ??= open()),
    clusterToken: async (signal) => (await tokenFor(clusterScope, signal)).token,
    call: async <Body>({ method, path, version, query = {}, body, signal }: AzureRequest): Promise<Body> => {
      const parameters = new URLSearchParams({ ...query, 'api-version': version })
      const { token } = await tokenFor(resources, signal)
      const response = await send({
        method,
        url: `${endpoint}/subscriptions/${subscriptionId}${path === '' ? '' : `/${path}`}?${parameters.toString()}`,
        headers: { authorization: `Bearer ${token}` },
        body,
        signal,
      })
      if (response.status >= 300) throw azureError(response.status, response.body)
      // Azure documents what each request returns.
      return response.body as Body
    },
  }
}

/** The signal of requests that nothing aborts. */
const never = new AbortController().signal

/** Returns a request of the SDK as ours. */
function asJsonRequest(request: PipelineRequest, endpoint: string): JsonRequest {
  const { method, url, headers, body } = request
  const { 'content-type': _, ...others } = headers.toJSON()
  return {
    // The SDK sends no others.
    method: method as JsonRequest['method'],
    url: url.replace(publicEndpoint, endpoint),
    headers: others,
    // The SDK writes JSON as text.
    ...(typeof body === 'string' ? { body: JSON.parse(body) as unknown } : {}),
    signal: signalOf(request),
  }
}

/** Returns the signal that we have passed to the SDK, which knows less of it. */
function signalOf({ abortSignal }: { abortSignal?: object | undefined }): AbortSignal {
  return abortSignal instanceof AbortSignal ? abortSignal : never
}
